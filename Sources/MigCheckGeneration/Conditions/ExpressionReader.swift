import MigCheckModel
import MigCheckText

/// Reads from an SQL expression which values of which properties matter to it.
///
/// It looks at words, literals and operators only: a value too many costs little, and an
/// expression of a kind that it does not know still gives the properties it names.
struct ExpressionReader {
  private let tokens: [SQLToken]
  /// Function names, keywords and column names, in lower case.
  private let words: [String]
  private let texts: [String]
  private let numbers: [String]
  /// The word for the place of an object in the enumeration, in lower case; `nil`: it is not read.
  private let ordinal: String?

  /// An expression that a migration evaluates, without the condition of its step.
  init(_ expression: MigrationExpression) {
    self.init([expression.expression], ordinal: expression.ordinal)
  }

  /// - Parameter expressions: read as a list.
  init(_ expressions: [SQLExpression], ordinal: Name?) {
    tokens = Array(expressions.map { $0.tokens.map(\.token) }.joined(separator: [.symbol(",")]))
    self.ordinal = ordinal?.text.lowercased()
    words = tokens.compactMap {
      if case .word(let word) = $0 { word.lowercased() } else { nil }
    }
    texts = tokens.compactMap { if case .text(let text) = $0 { text } else { nil } }
    numbers = tokens.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  private func mentions(_ names: String...) -> Bool {
    names.contains { name in words.contains { $0.isIdentical(to: name) } }
  }

  private func has(_ symbol: String) -> Bool { tokens.contains(.symbol(symbol)) }

  private var integers: [Int64] { NastyValues.unique(numbers.compactMap { Int64($0) }) }

  /// How many objects there must be for each number that the place of an object may be compared
  /// with; 0 if the place is not read.
  var longestRow: Int {
    guard ordinal != nil else { return 0 }
    return integers.filter { (0...300).contains($0) }.max().map { Int($0) + 2 } ?? 0
  }

  /// Texts between the operands of `||`, and nothing at all; empty without `||`.
  var separators: [String] {
    guard has("||") else { return [] }
    return [""] + NastyValues.unique(texts.filter { !$0.isEmpty })
  }

  /// Words that are no names of columns.
  private static let keywords: [String] = [
    "as", "text", "integer", "int", "real", "blob", "numeric", "null", "true", "false",
    "case", "when", "then", "else", "end", "and", "or", "not", "is", "in", "between", "like",
    "glob", "collate", "nocase", "binary",
  ]

  /// Whether the expression reads no property of any object.
  var isConstant: Bool {
    tokens.indices.allSatisfy { place in
      switch tokens[place] {
      case .word(let word):
        place + 1 < tokens.count && tokens[place + 1] == .symbol("(")
          || Self.keywords.contains { $0.isIdentical(to: word.lowercased()) }
          || ordinal?.isIdentical(to: word.lowercased()) ?? false
      case .quotedName: false
      case .text, .blob, .number, .parameter, .symbol, .invalid: true
      }
    }
  }

  /// The single-valued properties that the expression names; all of them if it reads others, for
  /// then it reads what came from them in an earlier step.
  func properties(in type: ObjectType) -> [Property] {
    if isConstant { return [] }
    let single = type.storedProperties.filter { $0.collection == nil && !$0.isLink }
    // SQL compares names without regard to case.
    let named = single.filter { property in
      tokens.contains {
        $0.name?.lowercased().isIdentical(to: property.name.text.lowercased()) ?? false
      }
    }
    return named.isEmpty ? single : named
  }

  func values(in type: ObjectType) -> [HazardValues] {
    properties(in: type).map { property in
      let groups = collisions(property.type)
      return HazardValues(
        type: type.name, property: property.name,
        values: NastyValues.unique(
          [.null, property.type.zeroValue] + single(property.type) + groups.flatMap(\.self)),
        groups: groups)
    }
  }

  private func single(_ type: PropertyType) -> [Value] {
    switch type {
    case .string: strings.map(Value.string)
    case .int: ints.map(Value.int)
    case .double: doubles.map(Value.double)
    case .float: doubles.map { Value.float(Float($0)) }
    case .object, .linkingObjects: []
    case .date, .decimal128: NastyValues.pool(type) + literals(as: type)
    default: Array(NastyValues.pool(type).prefix(10)) + literals(as: type)
    }
  }

  /// Literals that are values of a property.
  func literals(of property: Property) -> [Value] {
    switch property.type {
    case .string: texts.map(Value.string)
    case .int: integers.map(Value.int)
    case .double: numbers.compactMap { Double($0).map(Value.double) }
    case .float: numbers.compactMap { Float($0).map(Value.float) }
    default: literals(as: property.type)
    }
  }

  /// The literals of a property's type with their neighbours, null and zero: where a comparison
  /// turns.
  func pivots(of property: Property) -> [Value] {
    var pivots = literals(of: property)
    if property.type == .int {
      pivots += integers.flatMap { [$0 &- 1, $0 &+ 1] }.map(Value.int)
    }
    if property.type == .bool { pivots += [.bool(false), .bool(true)] }
    let nothing: [Value] = (property.isOptional ? [.null] : []) + [property.type.zeroValue]
    pivots.insert(contentsOf: nothing, at: min(3, pivots.count))
    if property.type == .int, ["*", "+", "-", "/"].contains(where: has) {
      pivots.insert(contentsOf: [.int(.max), .int(.min)], at: min(4, pivots.count))
    }
    if let other = Value.simple(property.type, 2) { pivots.append(other) }
    return NastyValues.unique(pivots)
  }

  /// Values that the expression may take for one.
  func collisions(_ type: PropertyType) -> [[Value]] {
    switch type {
    case .string: stringGroups.map { $0.map(Value.string) }
    case .int: intGroups.map { $0.map(Value.int) }
    case .object, .linkingObjects, .bool, .mixed: []
    default: Collisions.groups(type)
    }
  }
}

// MARK: - Texts

extension ExpressionReader {
  private var strings: [String] {
    var values = ["", "a"]
    for text in texts {
      values += [text, text + " ", text.uppercased(), text.lowercased(), "x" + text, text + "x"]
      values += ["a" + text + "b", text + text]
    }
    for length in integers where (1...300).contains(length) {
      // One shorter, exactly, one longer; and characters of more than one unit.
      for count in [length - 1, length, length + 1] {
        values.append(String(repeating: "p", count: Int(count)))
      }
      values.append(String(repeating: "é", count: Int(length)))
      values.append(String(repeating: "e\u{301}", count: Int(length)))
    }
    if mentions("lower", "upper", "like", "nocase") { values += NastyStrings.casePairs }
    if mentions("trim", "ltrim", "rtrim") { values += NastyStrings.spaces }
    if mentions("like", "glob", "instr", "replace") { values += ["%", "_", "a%", "*", "[", "a_b"] }
    if readsNumbers { values += NastyStrings.numeric }
    if readsDates {
      values += ["2001-01-01", "2001-01-01T00:00:00Z", "2024-02-30", "now", "12:00"]
    }
    if mentions("length", "substr", "substring", "unicode", "hex") {
      values += ["👨‍👩‍👧‍👦", "a\0b", "\0", "\u{10FFFF}"]
    }
    return values
  }

  private var readsNumbers: Bool {
    mentions("cast", "abs", "round", "sum", "total")
      || ["+", "-", "*", "/", "%"].contains(where: has)
      || mentions("int", "integer", "real", "numeric") || !numbers.isEmpty
  }

  private var readsDates: Bool {
    mentions("date", "datetime", "time", "strftime", "julianday", "unixepoch")
  }

  private var stringGroups: [[String]] {
    var groups = [[String]]()
    if mentions("lower", "upper", "like", "nocase") { groups += Collisions.strings.prefix(8) }
    if mentions("trim", "ltrim", "rtrim") { groups += Collisions.strings[8..<16] }
    if mentions("cast") || readsNumbers { groups += [["1", "01"], ["1", " 1"], ["0", "x"]] }
    if mentions("substr", "substring", "left") {
      for length in integers where (1...300).contains(length) {
        let prefix = String(repeating: "p", count: Int(length))
        groups.append([prefix + "a", prefix + "b"])
        groups.append(["a" + prefix, "b" + prefix])
      }
    }
    if mentions("replace"), let old = texts.first, !old.isEmpty {
      groups.append(["a" + old + "b", "a" + (texts.dropFirst().first ?? "") + "b"])
    }
    if mentions("instr", "substr", "substring") {
      for text in texts where !text.isEmpty {
        groups += [["a" + text + "x", "b" + text + "x"], ["x" + text + "a", "x" + text + "b"]]
      }
    }
    if ordinal != nil { groups += [["1", ""], ["1", "0"]] }
    if mentions("coalesce", "ifnull", "nullif") { groups.append(["", texts.first ?? "a"]) }
    return groups.filter { Set($0.map { Array($0.utf8) }).count > 1 }
  }
}

// MARK: - Numbers

extension ExpressionReader {
  private var ints: [Int64] {
    var values: [Int64] = [0, 1, -1, .max, .min]
    for number in integers {
      values += [number &- 1, number, number &+ 1, 0 &- number, number &* 2]
      if has("*"), number > 1 { values += [.max / number, .max / number + 1, .min / number - 1] }
      if has("+") { values.append(.max &- number &+ 1) }
    }
    if has("/") || has("%") { values += [2, 3, 7, -7] }
    if mentions("cast", "real", "round") || has("/") {
      values += [9_007_199_254_740_992, 9_007_199_254_740_993]
    }
    return values
  }

  private var intGroups: [[Int64]] {
    var groups = [[Int64]]()
    for number in integers where number > 1 && number < 1 << 40 {
      if has("%") { groups += [[1, 1 + number], [0, number], [1, 1 - number]] }
      if has("/") { groups.append([number * 2, number * 2 + 1]) }
      if has("&") { groups += [[0, number + 1], [1, 1 &- 2 * (number + 1)]] }
    }
    if mentions("abs") { groups.append([1, -1]) }
    // The number of one object is the value of another.
    if ordinal != nil { groups += [[1, 0], [2, 1, 0]] }
    if mentions("cast", "real") { groups.append([9_007_199_254_740_992, 9_007_199_254_740_993]) }
    if mentions("substr", "substring") { groups += [[1, 10], [12_345, 12_346]] }
    return groups
  }

  private var doubles: [Double] {
    var values: [Double] = [0, -0.0, 1, -1, 0.5, -0.5, .nan, .infinity, 1e19, -1e19]
    for number in numbers.compactMap({ Double($0) }) {
      values += [number, number.nextUp, number.nextDown, -number]
    }
    if mentions("round", "cast", "int", "integer") { values += [1.5, 2.5, -1.5, 0.9, -0.9, 0.49] }
    return values
  }

  /// Literals that are values of another scalar type, as texts.
  private func literals(as type: PropertyType) -> [Value] {
    (texts + numbers).compactMap { text in
      switch type {
      case .date: Timestamp(text).map(Value.date)
      case .uuid: UUIDBytes(text).map(Value.uuid)
      case .objectId: ObjectIDBytes(text).map(Value.objectId)
      case .decimal128: Decimal128(text).map(Value.decimal128)
      case .data: .data(Array(text.utf8))
      case .mixed: .string(text)
      default: nil
      }
    }
  }
}
