import MigCheckText

/// What is wrong with a file that migcheck was given: where, what, and what would be right.
public struct InputError: Error, Sendable, Equatable {
  /// Decides the exit status of the command.
  public enum Kind: Sendable, Equatable {
    /// The file is there and its content is not what it should be.
    case badData
    /// There is no such file.
    case notFound
    /// The file cannot be read or written.
    case io
  }

  /// What kind of error it is, which decides the exit status of the command.
  public let kind: Kind
  /// The path as the user gave it; empty for a text without a file.
  public let file: String
  /// Counted from 1: of a syntax error, or of the case in a file with one case a line.
  public let line: Int?
  /// Counted from 1, in bytes; only of a syntax error.
  public let column: Int?
  /// Such as `versions[2].schema[0].properties.age`; empty for the document as a whole.
  public let path: String
  /// A phrase without a full stop.
  public let problem: String
  /// What would be right: a phrase without a full stop. Empty where that is not known.
  public let remedy: String

  /// An error about one place of a file.
  public init(
    _ kind: Kind = .badData, file: String, line: Int? = nil, column: Int? = nil, path: String = "",
    problem: String, remedy: String = ""
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.problem = problem
    self.remedy = remedy
  }

  /// As in `sysexits.h`: 65 bad data, 66 no such input, 74 input/output error.
  public var exitStatus: Int32 {
    switch kind {
    case .badData: 65
    case .notFound: 66
    case .io: 74
    }
  }
}

extension InputError: CustomStringConvertible {
  /// The longest path and the longest phrase, in characters. What they quote may be as long as a
  /// file is, and a sentence is to fit into a terminal.
  private static let longestPart = 900

  /// One sentence: `FILE: PATH: problem; remedy`.
  public var description: String {
    var parts = [String]()
    if !file.isEmpty { parts.append(Self.shown(file).shortened(to: Self.longestPart)) }
    switch (line, column) {
    case (let line?, let column?): parts.append("line \(line), column \(column)")
    case (let line?, nil): parts.append("line \(line)")
    default: break
    }
    if !path.isEmpty { parts.append(path.shortened(to: Self.longestPart)) }
    let ends = [problem, remedy].filter { !$0.isEmpty }.map { $0.shortened(to: Self.longestPart) }
    parts.append(ends.joined(separator: "; "))
    return parts.joined(separator: ": ")
  }
}

extension InputError {
  /// The file and the line, as far as they are known: `3_users.sql:12`.
  package var place: String {
    ([file] + [line.map { "\($0)" }].compactMap(\.self)).joined(separator: ":")
  }
}

extension InputError {
  /// A path in which nothing moves the cursor of a terminal.
  private static func shown(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
