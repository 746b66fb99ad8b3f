/// The part of a script that leads up, and the runner that its marks are those of, where one file holds both ways: goose, dbmate, sql-migrate, and
/// others, see ``SectionMark``.
struct ScriptSections {
  /// The other part is blank, so that lines keep their numbers.
  private(set) var text: String
  private(set) var refusesTransaction = false
  /// The runner that the marks are those of, if it puts a transaction around each script that does
  /// not refuse it.
  private(set) var wrappingRunner: String?

  init(_ script: String) {
    text = script
    guard script.contains("--") else { return }
    if script.contains("--> statement-breakpoint") { wrappingRunner = FolderRunner.drizzle }
    // Of CR LF, Swift makes one character.
    let selected = DialectLines(
      script.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" })
    let marks = SectionMark.all(in: selected.lines)
    var isUp = true
    var isFound = false
    var lines = [Substring]()
    let hasHashComments = zip(selected.lines, marks).contains { $1 != nil && $0.hasPrefix("#") }
    for (line, sectionMark) in zip(selected.lines, marks) {
      let words = line.lowercased().split(whereSeparator: { " \t\r".contains($0) })
      if words.first == "--", let mark = words.dropFirst().first {
        let next = words.dropFirst(2).first
        switch (mark, next) {
        case ("migrate:up", _):
          (isUp, isFound) = (true, true)
          wrappingRunner = "dbmate"
        case ("migrate:down", _): (isUp, isFound) = (false, true)
        case ("+goose", "up"):
          (isUp, isFound) = (true, true)
          wrappingRunner = "goose"
        case ("+migrate", "up"):
          (isUp, isFound) = (true, true)
          wrappingRunner = "sql-migrate"
        case ("rambler", "up"): (isUp, isFound) = (true, true)
        case ("+goose", "down"), ("+migrate", "down"), ("rambler", "down"):
          (isUp, isFound) = (false, true)
        default: break
        }
        if Self.refusesTransaction(words.dropFirst().joined(separator: " "), isUp: isUp) {
          refusesTransaction = true
        }
      }
      if let sectionMark { (isUp, isFound) = (sectionMark == .up, true) }
      // What Play takes for a comment is none of SQL.
      lines.append(isUp && !(hasHashComments && line.hasPrefix("#")) ? line : "")
    }
    if isFound || selected.isChanged { text = lines.joined(separator: "\n") }
  }

  /// Whether a comment asks for no transaction around the part of the script that leads up.
  ///
  /// - Parameters:
  ///   - words: of the comment, in lower case.
  ///   - isUp: whether it belongs to that part.
  private static func refusesTransaction(_ words: String, isUp: Bool) -> Bool {
    if words.hasPrefix("+goose no transaction") || words == "atlas:txmode none" { return true }
    return isUp
      && (words.contains("transaction:false") || words.contains("notransaction")
        || words == "transaction: off" || words == "no-transaction")
  }
}
