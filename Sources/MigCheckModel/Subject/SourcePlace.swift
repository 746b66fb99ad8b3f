import MigCheckText

/// Where an author wrote something: a place in a file of a history, or a line of Swift.
package struct SourcePlace: Sendable, Hashable, Codable {
  /// The name of the file, without folders; of Swift the file's ID, `App/Contacts.swift`.
  package var file: String
  /// The place in a JSON document, such as `versions[1].migration[0]`; `nil`: the file is Swift.
  package var path: String?
  /// Counted from 1; `nil`: the document is the whole file.
  package var line: Int?
  /// Counted from 1, in bytes; `nil`: it is not known.
  package var column: Int?
  /// What stands there, from its first line on; `nil`: it is not known.
  package var text: String?
  /// Whether it copies values into columns by their order alone, as `INSERT INTO a SELECT …` does.
  package var copiesByPosition = false

  package init(
    file: String, path: String? = nil, line: Int? = nil, column: Int? = nil, text: String? = nil,
    copiesByPosition: Bool = false
  ) {
    self.file = file
    self.path = path
    self.line = line
    self.column = column
    self.text = text.map(Self.excerpt)
    self.copiesByPosition = copiesByPosition
  }
}

extension SourcePlace {
  private enum CodingKeys: String, CodingKey {
    case file, path, line, column, text, copiesByPosition
  }

  /// How many lines of a source are kept, and how many characters of each.
  private static let excerptLimit = (lines: 12, columns: 160)

  /// The first lines of a text, without the margin that all of them have after the first.
  private static func excerpt(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
    let isCut = lines.count > excerptLimit.lines
    lines = Array(lines.prefix(excerptLimit.lines))
    let margin =
      lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    let shown = lines.enumerated().map { place, line in
      String(place == 0 ? line : line.dropFirst(margin)).shortened(to: excerptLimit.columns)
    }
    return (shown + (isCut ? ["…"] : [])).joined(separator: "\n")
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    file = try container.decode(String.self, forKey: .file)
    path = try container.decodeIfPresent(String.self, forKey: .path)
    line = try container.decodeIfPresent(Int.self, forKey: .line)
    column = try container.decodeIfPresent(Int.self, forKey: .column)
    text = try container.decodeIfPresent(String.self, forKey: .text)
    copiesByPosition =
      try container.decodeIfPresent(Bool.self, forKey: .copiesByPosition) ?? false
  }

  /// What is `nil` is null, and not left out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(path, forKey: .path)
    try container.encode(line, forKey: .line)
    try container.encodeIfPresent(column, forKey: .column)
    try container.encodeIfPresent(text, forKey: .text)
    if copiesByPosition { try container.encode(true, forKey: .copiesByPosition) }
  }
}

extension SourcePlace: CustomStringConvertible {
  /// `contacts.history.json, versions[1].migration[0]` or `App/Contacts.swift:42`.
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return path.map { "\(place), \($0)" } ?? place
  }
}

extension SourcePlace {
  /// `2_users.sql:3`, or the file alone.
  package var fileAndLine: String { line.map { "\(file):\($0)" } ?? file }
}

/// Where a step of a migration was written, and what it is about.
package struct StepSource: Sendable {
  package var place: SourcePlace
  /// The type whose objects it visits, makes or deletes; `nil`: Swift code, which may do anything.
  package var type: Name?
  /// The properties that it renames or sets.
  package var properties: [Name]
  /// Whether it may delete objects, or say what happens to them.
  package var removesObjects: Bool
  /// The step runs only on stores that come from these versions; `nil`: from any.
  package var onlyFrom: [UInt64]?
  /// The step runs only on the way to these versions; `nil`: to any.
  package var onlyTo: [UInt64]?

  package init(
    _ place: SourcePlace, type: Name?, properties: [Name] = [], removesObjects: Bool = false,
    onlyFrom: [UInt64]? = nil, onlyTo: [UInt64]? = nil
  ) {
    self.place = place
    self.type = type
    self.properties = properties
    self.removesObjects = removesObjects
    self.onlyFrom = onlyFrom
    self.onlyTo = onlyTo
  }

  /// Whether it runs in an upgrade that passes its version.
  package func runs(from: UInt64, to: UInt64) -> Bool {
    onlyFrom?.contains(from) ?? true && onlyTo?.contains(to) ?? true
  }
}
