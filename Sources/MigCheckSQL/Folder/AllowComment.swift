import MigCheckModel
import MigCheckText

/// A comment such as `-- migcheck:allow information-kept: cents are enough`.
///
/// It is about the statement that follows, or that it stands in; after the end of a statement, on the
/// same line, about that one. `migcheck:allow-file` is about all statements of the script.
struct AllowComment {
  private let text: String
  private let place: SourcePlace

  /// The allowances in a script.
  ///
  /// - Parameters:
  ///   - statements: those of the script, with their places in it, in bytes.
  ///   - version: the one that the script leads to.
  /// - Throws: `InputError` for a comment that says nothing that can be understood.
  static func allowances(
    in script: String, file: String, version: UInt64,
    statements: [(statement: SQLStatement, range: Range<Int>)]
  ) throws -> [Allowance] {
    guard script.lowercased().contains(word) else { return [] }
    let bytes = Array(script.utf8)
    var allowances = [Allowance]()
    for range in comments(in: script, bytes) {
      let line = 1 + bytes[..<range.lowerBound].count { $0 == 0x0A }
      let comment = AllowComment(
        text: String(decoding: bytes[range], as: UTF8.self),
        place: SourcePlace(file: file, line: line))
      let following = statements.first { range.lowerBound < $0.range.upperBound }
      let ended = statements.last { $0.range.upperBound <= range.lowerBound }
      let isBehind =
        ended.map { !bytes[$0.range.upperBound..<range.lowerBound].contains(0x0A) } ?? false
      allowances += try comment.allowances(
        of: isBehind ? ended?.statement : following?.statement, version: version)
    }
    return allowances
  }

  private static let word = "migcheck:"

  /// The texts of comments, without what begins and ends them.
  private static func comments(in script: String, _ bytes: [UInt8]) -> [Range<Int>] {
    var comments = [Range<Int>]()
    var start = 0
    for end in SQLToken.placed(in: script).map(\.range) + [bytes.count..<bytes.count] {
      var place = start
      while place + 1 < end.lowerBound {
        switch (bytes[place], bytes[place + 1]) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
          let last = bytes[place..<end.lowerBound].firstIndex(of: 0x0A) ?? end.lowerBound
          comments.append(place + 2..<last)
          place = last
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
          var last = place + 2
          while last + 1 < end.lowerBound,
            bytes[last] != UInt8(ascii: "*") || bytes[last + 1] != UInt8(ascii: "/")
          { last += 1 }
          comments.append(place + 2..<max(place + 2, min(last, end.lowerBound)))
          place = last + 2
        default: place += 1
        }
      }
      start = end.upperBound
    }
    return comments
  }

  private func allowances(of statement: SQLStatement?, version: UInt64) throws -> [Allowance] {
    let text = text.drop { $0.isWhitespace || "-*".contains($0) }
    guard text.prefix(Self.word.count).lowercased() == Self.word else { return [] }
    let rest = text.dropFirst(Self.word.count)
    let directive = rest.drop { $0 == " " }.prefix { $0.isLetter || $0 == "-" }
    let name = directive.lowercased()
    guard ["allow", "allow-file"].contains(name) else {
      // With a space it is a sentence about migcheck.
      guard let first = rest.first, first.isLetter else { return [] }
      throw error(
        "\(quoted(Self.word + directive)) is not understood",
        "write \(Self.word)allow or \(Self.word)allow-file")
    }
    guard let colon = rest[directive.endIndex...].firstIndex(of: ":") else {
      throw error("the comment gives no reason", Self.remedy(name))
    }
    let names = rest[directive.endIndex..<colon].split(separator: ",").map(\.trimmed)
      .filter { !$0.isEmpty }
    let reason = rest[rest.index(after: colon)...].split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard !names.isEmpty else { throw error("the comment names no check", Self.remedy(name)) }
    guard reason.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw error("the comment gives no reason", Self.remedy(name))
    }
    guard statement != nil || name != "allow" else {
      throw error(
        "no statement follows the comment",
        "write it before the statement that it is about, or \(Self.word)allow-file for all of the file"
      )
    }
    return names.map {
      Allowance(
        name: $0, reason: reason, version: version, place: place,
        statement: name == "allow" ? statement?.source : nil)
    }
  }

  private static func remedy(_ directive: String) -> String {
    "write -- \(word)\(directive) information-kept: why it is intended"
  }

  private func error(_ problem: String, _ remedy: String) -> InputError {
    InputError(file: place.file, line: place.line, problem: problem, remedy: remedy)
  }
}

extension Substring {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
