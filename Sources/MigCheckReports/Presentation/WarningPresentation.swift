import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// What a health warning says, from which all formats are made.
struct WarningPresentation {
  typealias Note = FindingPresentation.Note

  /// The stable name.
  let name: String
  /// What is the matter, in one line.
  let message: String
  /// The version or the upgrade that it is about; `nil`: the run as a whole.
  let place: String?
  /// Where it holds, how to fix it, how to silence it.
  let notes: [Note]
  /// The facts as other programs read them, in a stable order; null where they do not apply.
  let facts: [JSON.Member]

  /// - Parameters:
  ///   - isInSwift: whether the reader calls the library, and not the command.
  ///   - versionNames: what versions are called beside their numbers.
  init(
    _ warning: HealthWarning, isInSwift: Bool = false, versionNames: VersionNames = VersionNames()
  ) {
    name = warning.name.rawValue
    message = Self.line(warning.message)
    place = warning.hop.map { $0.from == $0.to ? "\($0.to)" : "\($0)" }
    var notes = [Note]()
    if let hop = warning.hop, hop.from != hop.to {
      notes.append(
        Note("upgrades", HopList(hops: ([hop] + warning.alsoAt).sorted()).text))
    }
    let names = versionNames.text(warning.hop.map { [$0.from, $0.to] } ?? [])
    if !names.isEmpty { notes.append(Note("versions", names)) }
    notes.append(Note("remedy", Self.line(warning.remedy)))
    let silence = isInSwift ? "silenced: [\"\(name)\"]" : "--silence \(ShellText.word(name))"
    notes.append(Note("silence", silence))
    self.notes = notes
    facts = Self.facts(warning)
  }

  private static func facts(_ warning: HealthWarning) -> [JSON.Member] {
    func version(_ version: UInt64?) -> JSON { version.map { .integer($0) } ?? .null }
    func text(_ name: Name?) -> JSON { name.map { .string($0.text) } ?? .null }
    let alsoAt = warning.alsoAt.map { JSON.array([.integer($0.from), .integer($0.to)]) }
    return [
      .init("name", .string(warning.name.rawValue)), .init("message", .string(warning.message)),
      .init("remedy", .string(warning.remedy)), .init("from", version(warning.hop?.from)),
      .init("to", version(warning.hop?.to)), .init("alsoAt", .array(alsoAt)),
      .init("type", text(warning.type)), .init("property", text(warning.property)),
    ]
  }

  /// A message may quote what an engine says, on several lines.
  static func line(_ text: String) -> String {
    let isOneLine = !text.utf8.contains(UInt8(ascii: "\n"))
    return ValueText.prose(isOneLine ? text : text.split(separator: "\n").joined(separator: " "))
  }
}
