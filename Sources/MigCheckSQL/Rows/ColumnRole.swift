import MigCheckModel
import MigCheckText

/// What the values of a column are, as far as its declaration and the scripts tell: it only makes
/// rows that look like those of an app, and is never a reason for a finding.
enum ColumnRole: Sendable, Equatable {
  case plain
  /// 0 and 1.
  case boolean
  /// Moments as texts or numbers.
  case moment
  /// Valid JSON.
  case json
  /// Numbers up to which a query counts.
  case count
  /// Numbers that are not negative, and less than a limit.
  case bounded(Int64)

  /// Names of columns, in lower case, of which statements tell what their values are.
  struct Names: Sendable {
    var json: Set<String> = []
    var counts: Set<String> = []
    var limits: [String: Int64] = [:]
    /// Of which a `CHECK` of some version admits 0 and 1.
    var flags: Set<String> = []

    init() {}

    /// - Parameter scripts: the tokens of each statement.
    init(in scripts: [[SQLToken]]) {
      json = ColumnRole.jsonColumns(in: scripts)
      counts = CountedColumns(in: scripts).names
      limits = MovedColumns(in: scripts).limits
      flags = Set(scripts.flatMap(ColumnRole.flags))
    }
  }

  /// - Parameter isKey: whether no two rows have the same value.
  init(_ column: DatabaseSchema.Column, named names: Names, isKey: Bool = false) {
    let name = column.name.lowercasedASCII
    let type = column.declaredType.lowercasedASCII
    let value = (column.defaultValue ?? "").lowercasedASCII
    if names.json.contains(name) || type.hasPrefix("json") {
      self = .json
    } else if type.hasPrefix("bool") || Self.isFlag(column, named: names) {
      self = .boolean
    } else if type.hasPrefix("date") || type.hasPrefix("timestamp")
      || ["current_", "datetime(", "date(", "strftime(", "unixepoch("].contains(
        where: value.contains)
      || ["_at", "_date", "_time", "timestamp", "_on"].contains(where: name.hasSuffix)
      || ["date", "createdat", "updatedat", "deletedat"].contains(name)
    {
      self = .moment
    } else if names.counts.contains(name), !isKey,
      [.integer, .numeric, .real].contains(ColumnAffinity(declaredType: type))
    {
      self = .count
    } else if let limit = names.limits[name] {
      self = .bounded(limit)
    } else {
      self = .plain
    }
  }

  /// Whether the values that statements compare the column with are among its own.
  var takesComparedValues: Bool {
    switch self {
    case .plain, .count, .bounded: true
    case .boolean, .moment, .json: false
    }
  }

  /// Whether a value that statements compare the column with may be one of its own.
  func admits(_ value: Value) -> Bool {
    guard case .bounded(let limit) = self else { return true }
    return switch value {
    case .int(let number): number >= 0 && number < limit
    case .double(let number): number >= 0 && number < Double(limit)
    default: true
    }
  }

  /// Whether an integer can only be a flag: its default is one, and its name or a `CHECK` says so.
  private static func isFlag(_ column: DatabaseSchema.Column, named names: Names) -> Bool {
    let name = column.name.lowercasedASCII
    return ColumnAffinity(declaredType: column.declaredType) == .integer
      && ["0", "1"].contains(column.defaultValue)
      && (names.flags.contains(name) || ["is_", "has_"].contains(where: name.hasPrefix))
  }

  /// `a` of `CHECK (a IN (0, 1))`.
  private static func flags(in tokens: [SQLToken]) -> [String] {
    tokens.indices.dropLast(8).compactMap { place in
      guard tokens[place].isWord("check"), tokens[place + 1].isSymbol("("),
        let name = tokens[place + 2].name, tokens[place + 3].isWord("in"),
        tokens[place + 4].isSymbol("("), tokens[place + 6].isSymbol(","),
        tokens[place + 8].isSymbol(")"), case .number(let one) = tokens[place + 5],
        case .number(let other) = tokens[place + 7]
      else { return nil }
      return Set([one, other]) == ["0", "1"] ? name.lowercasedASCII : nil
    }
  }

  /// Names of columns that statements read as JSON, in lower case.
  static func jsonColumns(in scripts: [[SQLToken]]) -> Set<String> {
    var names = Set<String>()
    for tokens in scripts {
      for (place, token) in tokens.enumerated() {
        if let name = token.name?.lowercasedASCII, place + 1 < tokens.count {
          let next = tokens[place + 1]
          if next.isSymbol("->") || next.isSymbol("->>") { names.insert(name) }
        }
        guard case .word(let word) = token, word.lowercasedASCII.hasPrefix("json"),
          place + 2 < tokens.count, tokens[place + 1].isSymbol("(")
        else { continue }
        if let name = firstColumn(tokens[(place + 2)...]) { names.insert(name) }
      }
    }
    return names
  }

  /// `a` of `a, …` and of `t.a)`.
  private static func firstColumn(_ tokens: ArraySlice<SQLToken>) -> String? {
    let argument = tokens.prefix { !$0.isSymbol(",") && !$0.isSymbol(")") }
    guard argument.count == 1 || argument.count == 3 else { return nil }
    return argument.last?.name?.lowercasedASCII
  }

  /// A value of the role that is like another one: the same for the same.
  ///
  /// - Parameter affinity: of the column, which may hold values of another kind in other versions.
  func fitted(_ value: Value, mark: UInt64, affinity: ColumnAffinity) -> Value {
    switch (self, value) {
    case (_, .null): return .null
    case (.boolean, _): return .int(Int64(mark % 2))
    case (.json, _): return .string(Self.documents[Int(mark % UInt64(Self.documents.count))])
    // As a number, it would be the text of one, which functions of dates do not read.
    case (.moment, _) where affinity == .text: return .string(Self.moment(mark))
    case (.moment, .int): return .int(1_500_000_000 + Int64(mark % 200_000_000))
    case (.moment, .double): return .double(2_457_000.5 + Double(mark % 3000))
    case (.moment, _): return .string(Self.moment(mark))
    case (.count, .int(let number)): return .int(number % 12)
    case (.count, _): return .int(Int64(mark % 12))
    case (.bounded(let limit), .int(let number)): return .int(abs(number % limit))
    case (.bounded(let limit), .double(let number)):
      let isUsual = number.isFinite && abs(number) < Double(limit)
      return .double(isUsual ? abs(number) : Double(mark % 1000) + 0.5)
    case (.plain, .int(let number)):
      // Greater numbers make sums and products overflow, which is of no interest here.
      return .int(number % (1 << 40))
    case (.plain, .double(let number)):
      return number.isFinite && abs(number) < 1e15 ? value : .double(Double(mark % 1000) + 0.5)
    case (.plain, _), (.bounded, _): return value
    }
  }

  private static let documents = [
    "{}", "[]", #"{"a":1}"#, #"{"name":"x","tags":["a","b"]}"#, #"[1,2]"#, #"{"a":null}"#,
    #"[{"a":1},{"a":2}]"#,
  ]

  /// `2019-04-05 06:07:08`.
  private static func moment(_ mark: UInt64) -> String {
    func text(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(2015 + mark % 10)-\(text(1 + mark / 10 % 12))-\(text(1 + mark / 120 % 28)) "
      + "\(text(mark / 3360 % 24)):\(text(mark / 80640 % 60)):\(text(mark / 7 % 60))"
  }
}
