/// The part of a script that leads up, where one file holds both ways: goose, dbmate, sql-migrate.
struct ScriptSections {
  /// The other part is blank, so that lines keep their numbers.
  private(set) var text: String
  private(set) var refusesTransaction = false

  init(_ script: String) {
    text = script
    guard script.contains("--") else { return }
    let selected = DialectLines(script.split(separator: "\n", omittingEmptySubsequences: false))
    var isUp = true
    var isFound = false
    var lines = [Substring]()
    for line in selected.lines {
      let words = line.lowercased().split(whereSeparator: { " \t\r".contains($0) })
      if words.first == "--", let mark = words.dropFirst().first {
        let next = words.dropFirst(2).first
        switch (mark, next) {
        case ("migrate:up", _): (isUp, isFound) = (true, true)
        case ("migrate:down", _): (isUp, isFound) = (false, true)
        case ("+goose", "up"), ("+migrate", "up"), ("rambler", "up"): (isUp, isFound) = (true, true)
        case ("+goose", "down"), ("+migrate", "down"), ("rambler", "down"):
          (isUp, isFound) = (false, true)
        default: break
        }
        let asks = words.dropFirst().joined(separator: " ")
        if asks.hasPrefix("+goose no transaction") || asks.contains("transaction:false")
          || asks.contains("notransaction") || asks == "transaction: off"
        {
          refusesTransaction = true
        }
      }
      lines.append(isUp ? line : "")
    }
    if isFound || selected.isChanged { text = lines.joined(separator: "\n") }
  }
}
