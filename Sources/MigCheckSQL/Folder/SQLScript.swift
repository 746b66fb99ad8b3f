import Foundation
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
  ///   - definitions: values of placeholders by name.
  /// - Throws: `InputError`.
  init(path: String, name: String, definitions: [String: String]) throws {
    let text = try Self.read(path: path, name: name)
    let sections = ScriptSections(text)
    refusesTransaction = sections.refusesTransaction
    let isOfSQLDelight = name.lowercased().hasSuffix(".sqm")
    wrappingRunner = sections.wrappingRunner ?? (isOfSQLDelight ? "SQLDelight" : nil)
    let plain = isOfSQLDelight ? SQLDelightScript(sections.text).text : sections.text
    self.text = try Self.replacingPlaceholders(in: plain, file: name, definitions: definitions)
  }

  private static func read(path: String, name: String) throws -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    guard size <= limit else {
      throw InputError(
        file: name, problem: "the file is larger than \(limit >> 20) MiB",
        remedy: "a migration that brings so much data cannot be tried thousands of times")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(
        .io, file: name, problem: "the file cannot be read", remedy: "check its permissions")
    }
    var bytes = [UInt8](data)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw InputError(
        file: name, line: 1, problem: "the file is UTF-16", remedy: "save it as UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let zero = bytes.firstIndex(of: 0) {
      throw InputError(
        file: name, line: line(of: zero, in: bytes), problem: "the file holds a zero byte",
        remedy: "save it as plain UTF-8 text")
    }
    guard let text = String(exactUTF8: bytes) else {
      throw InputError(
        file: name, line: firstInvalidLine(in: bytes), problem: "the file is no valid UTF-8",
        remedy: "save it as UTF-8")
    }
    return text
  }

  private static func line(of place: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<place].count { $0 == 0x0A }
  }

  private static func firstInvalidLine(in bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { String(exactUTF8: $0) == nil }.map { $0 + 1 }
  }

  /// Whether the first line of a file says that it makes a store of the last version at once, in the
  /// words of the bridges of Matrix: `-- v0 -> v23: Latest revision`.
  static func isShortcut(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: 64)
    else { return false }
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
    while let begin = rest.firstRange(of: "${") {
      result += rest[..<begin.lowerBound]
      let behind = rest[begin.upperBound...]
      guard let end = behind.firstIndex(of: "}"),
        behind[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "_.:-".contains($0) })
      else {
        result += "${"
        rest = behind
        continue
      }
      let name = String(behind[..<end])
      guard let value = definitions[name] else {
        throw InputError(
          file: file, line: 1 + result.utf8.count { $0 == 0x0A },
          problem: "the placeholder \(quoted("${\(name)}")) has no value",
          remedy: "give it one with --define \(name)=…")
      }
      result += value
      rest = behind[behind.index(after: end)...]
    }
    return result + rest
  }
}
