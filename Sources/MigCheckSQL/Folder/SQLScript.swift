import MigCheckModel
import MigCheckText

/// The text of a script that leads up, ready to be taken apart.
struct SQLScript: Sendable {
  let text: String
  /// Whether the file asks that no transaction is put around it.
  let refusesTransaction: Bool
  /// The runner that puts a transaction around it, as its marks show, or its name: the drivers of
  /// SQLDelight run a migration in one; `nil`: they do not.
  let wrappingRunner: String?

  /// The largest script that is read, in bytes: 64 MiB.
  static let limit = 64 << 20

  /// - Parameters:
  ///   - path: where the file lies.
  ///   - name: as messages show it.
  ///   - folder: the folder that the file must lie in; `nil`: anywhere.
  ///   - definitions: values of placeholders by name.
  /// - Throws: `InputError`.
  init(
    path: String, name: String, inside folder: String?, definitions: [String: String]
  ) throws {
    let text = try FileReader.text(
      path: path, shown: name, limit: Self.limit, inside: folder,
      remedy: "a migration that brings so much data cannot be tried thousands of times")
    let sections = ScriptSections(text)
    refusesTransaction = sections.refusesTransaction
    let isOfSQLDelight = name.lowercased().hasSuffix(".sqm")
    wrappingRunner = sections.wrappingRunner ?? (isOfSQLDelight ? "SQLDelight" : nil)
    let plain = isOfSQLDelight ? SQLDelightScript(sections.text).text : sections.text
    self.text = try Self.replacingPlaceholders(in: plain, file: name, definitions: definitions)
  }

  /// Whether the first line of a file says that it makes a store of the last version at once, in the
  /// words of the bridges of Matrix: `-- v0 -> v23: Latest revision`.
  static func isShortcut(_ path: String) -> Bool {
    guard let file = try? InputFile(path: path) else { return false }
    defer { file.close() }
    var head = [UInt8]()
    guard (try? file.read(into: &head, atMost: 64)) != nil else { return false }
    let line = String(decoding: head, as: UTF8.self).prefix { !$0.isNewline }
    let words = line.lowercased().split { " :".contains($0) }
    return words.count >= 4 && words[0] == "--" && words[1] == "v0" && words[2] == "->"
      && words[3].first == "v" && words[3] != "v1" && words[3].dropFirst().allSatisfy(\.isNumber)
  }

  /// - Throws: `InputError` for a placeholder that nobody defines.
  private static func replacingPlaceholders(
    in text: String, file: String, definitions: [String: String]
  ) throws -> String {
    guard text.contains("${") else { return text }
    var result = ""
    var rest = Substring(text)
    func append(_ piece: some StringProtocol) throws {
      result += piece
      guard result.utf8.count <= limit else {
        throw InputError(
          file: file, line: 1 + text[..<rest.startIndex].utf8.count { $0 == 0x0A },
          problem: "the script is larger than \(limit >> 20) MiB once its placeholders are filled",
          remedy: "give them shorter values, or fewer places")
      }
    }
    while let begin = rest.firstRange(of: "${") {
      try append(rest[..<begin.lowerBound])
      let behind = rest[begin.upperBound...]
      guard let end = behind.firstIndex(of: "}"),
        behind[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "_.:-".contains($0) })
      else {
        try append("${")
        rest = behind
        continue
      }
      let name = String(behind[..<end])
      guard let value = definitions[name] else {
        throw InputError(
          file: file, line: 1 + text[..<begin.lowerBound].utf8.count { $0 == 0x0A },
          problem: "the placeholder \(quoted("${\(name)}")) has no value",
          remedy: "give it one with --define \(name)=…")
      }
      try append(value)
      rest = behind[behind.index(after: end)...]
    }
    try append(rest)
    return result
  }
}
