import MigCheckModel
import MigCheckText

/// The texts and numbers that statements compare columns with: rows hold some of them, so that
/// conditions come out both ways.
struct ComparedLiterals: Sendable {
  /// By the lower-case name of a column, whatever its table; each once.
  private var literals: [String: [Value]] = [:]
  /// Likewise: documents in which something stands where paths of JSON lead.
  private var documents: [String: [Value]] = [:]

  /// Names of columns whose elements are read as objects, in lower case: no other documents stand there.
  private var listed: Set<String> = []

  /// By how much statements move whole numbers of columns, by their names in lower case.
  private var shifts: [String: Int64] = [:]

  /// Names of columns that are compared with other columns, in lower case: several rows of either side
  /// have the same value.
  private var joined: Set<String> = []

  /// Names of columns of which statements take the lower case and the like, in lower case.
  private var folded: Set<String> = []

  private static let folding = ["lower", "upper", "trim", "ltrim", "rtrim"]

  /// Words that stand between a column and the literal that it is compared with.
  private static let bridges: Set<String> = [
    "in", "not", "like", "glob", "is", "between", "and", "or", "when", "then", "else", "collate",
    "nocase",
  ]

  /// How many tokens may lie between them.
  private static let reach = 24

  init(_ scripts: [[SQLToken]]) {
    var paths = [(name: String, path: String)]()
    let reads = scripts.flatMap { JSONElementReads($0).all }
    let elements = Self.elements(in: reads)
    let declared = Self.declaredNames(in: scripts)
    for tokens in scripts {
      for (place, token) in tokens.enumerated() {
        guard let value = Self.value(token, after: place > 0 ? tokens[place - 1] : nil, declared),
          !Self.isJoined(place, in: tokens), let name = Self.column(before: place, in: tokens)
        else { continue }
        for value in Self.likes(of: value, before: tokens[..<place]) { note(value, for: name) }
        if case .string(let path) = value {
          if path.hasPrefix("$."), !paths.contains(where: { $0 == (name, path) }) {
            paths.append((name, path))
          }
          noteDocuments(at: path, of: name, elements)
        }
      }
      shifts.merge(Self.shifts(in: tokens)) { first, _ in first }
      joined.formUnion(Self.joinedColumns(in: tokens))
      folded.formUnion(Self.foldedColumns(in: tokens))
      folded.formUnion(
        DatabaseSchema.Table.foldedColumns(in: tokens).map(\.lowercasedASCII))
      for (column, length) in Self.comparedLengths(in: tokens) {
        // Digits are also what patterns for numbers, hexadecimal ones and words match.
        for length in [length, length + 1] {
          note(.string(String(repeating: "0", count: length)), for: column)
        }
      }
      for (column, texts) in Self.suffixed(in: tokens) {
        for text in texts { note(.string(text), for: column) }
      }
      for column in Self.castColumns(in: tokens) {
        for text in ["12", "-7", "1.5"] { note(.string(text), for: column) }
      }
    }
    for read in reads {
      noteDocuments(at: read.path, of: read.column, elements)
      if read.list == "$" { listed.insert(read.column) }
    }
    for name in documents.keys.sorted() {
      let own = paths.filter { $0.name == name }.map(\.path)
      let ends = (elements[name] ?? [:]).mapValues { "[\($0)]" }
      guard own.count > 1, let document = JSONPathDocuments.common(to: own, endingIn: ends),
        let numbers = JSONPathDocuments.common(to: own, endingIn: ends, other: "1234")
      else { continue }
      // Conditions on several paths are met by nothing else.
      documents[name]?.insert(contentsOf: [.string(document), .string(numbers)], at: 0)
    }
  }

  /// By the names of columns and the paths of lists there, an object with all that is read of elements.
  private static func elements(
    in reads: [JSONElementReads.Read]
  ) -> [String: [String: String]] {
    var elements = [String: [String: String]]()
    let lists = Dictionary(grouping: reads, by: { [$0.column, $0.list] })
    // Lists in elements of others come first.
    for (list, own) in lists.sorted(by: { $0.key[1].utf8.count > $1.key[1].utf8.count }) {
      let inner = elements[list[0]] ?? [:]
      let members = own.map { "$" + $0.member }
      let ends = own.compactMap { read in
        inner[read.path].map { ("$" + read.member, "[\($0)]") }
      }
      elements[list[0], default: [:]][list[1]] =
        JSONPathDocuments.common(
          to: members, endingIn: Dictionary(ends, uniquingKeysWith: { first, _ in first }))
        ?? JSONPathDocuments(members[0]).documents.first
    }
    return elements
  }

  /// Documents in which something stands at the end of a path: where elements are read, objects.
  private mutating func noteDocuments(
    at path: String, of name: String, _ elements: [String: [String: String]]
  ) {
    let lists = elements[name] ?? [:]
    let list = path.hasSuffix("]") ? path.lastIndex(of: "[").map { String(path[..<$0]) } : nil
    let found = JSONPathDocuments(path)
    let own =
      if let object = lists[path] {
        found.documents(endingIn: ["[\(object),\(object)]", "[]"])
      } else if let object = list.flatMap({ lists[$0] }) {
        found.documents(endingIn: [object])
      } else {
        found.documents
      }
    for document in own where documents[name]?.count ?? 0 < 12 {
      if !(documents[name]?.contains(.string(document)) ?? false) {
        documents[name, default: []].append(.string(document))
      }
    }
  }

  /// `a = a + 1` in an `UPDATE`, and `a = a - 1`.
  private static func shifts(in tokens: [SQLToken]) -> [String: Int64] {
    guard tokens.contains(where: { $0.isWord("set") }) else { return [:] }
    var shifts = [String: Int64]()
    for place in tokens.indices.dropLast(3) where tokens[place].isSymbol("=") && place > 0 {
      guard let name = tokens[place - 1].name?.lowercasedASCII,
        tokens[place + 1].name?.lowercasedASCII == name,
        let number = tokens[place + 3].integer(), number > 0
      else { continue }
      if tokens[place + 2].isSymbol("+") { shifts[name] = number }
      if tokens[place + 2].isSymbol("-") { shifts[name] = -number }
    }
    return shifts
  }

  /// By how much a statement moves the numbers of a column; `nil`: none does.
  func shift(of column: DatabaseSchema.Column) -> Int64? {
    guard ColumnAffinity(declaredType: column.declaredType) == .integer else { return nil }
    return shifts[column.name.lowercasedASCII]
  }

  private mutating func note(_ value: Value, for name: String) {
    if !(literals[name]?.contains(value) ?? false) { literals[name, default: []].append(value) }
  }

  /// What a condition with a literal holds for: for a pattern, a text that it matches; for an
  /// argument of a function such as `instr`, a text with more around it.
  private static func likes(of value: Value, before tokens: ArraySlice<SQLToken>) -> [Value] {
    guard case .string(let text) = value, let last = tokens.last else { return [value] }
    if last.isWord("like") || last.isWord("glob") {
      let matching =
        last.isWord("glob")
        ? PatternText.matching(glob: text)
        : String(text.map { $0 == "_" ? "x" : $0 }.filter { $0 != "%" })
      return [.string(matching), .string("x" + matching + "y"), value]
    }
    return last.isSymbol(",") ? [value, .string("x" + text + "y")] : [value]
  }

  /// Texts of which one is another with a number behind, where a statement numbers those that are alike:
  /// `name || '-' || row_number() OVER (PARTITION BY lower(name))`.
  private static func suffixed(in tokens: [SQLToken]) -> [(column: String, texts: [String])] {
    guard tokens.contains(where: { $0.isWord("row_number") || $0.isWord("count") }) else {
      return []
    }
    let separator = tokens.indices.dropFirst().dropLast().lazy.compactMap { place -> String? in
      guard case .text(let text) = tokens[place], tokens[place - 1].isSymbol("||"),
        tokens[place + 1].isSymbol("||"), !text.isEmpty, text.utf8.count < 4
      else { return nil }
      return text
    }.first
    guard let separator else { return [] }
    return foldedColumns(in: tokens).map { ($0, ["a", "a\(separator)2", "a\(separator)1"]) }
  }

  /// Columns whose texts are read as numbers: `CAST(a AS INTEGER)`.
  private static func castColumns(in tokens: [SQLToken]) -> [String] {
    tokens.indices.compactMap { place in
      guard tokens[place].isWord("cast"), place + 2 < tokens.count,
        tokens[place + 1].isSymbol("(")
      else { return nil }
      let argument = tokens[(place + 2)...].prefix { !$0.isWord("as") }
      guard isColumn(argument) else { return nil }
      return argument.last?.name?.lowercasedASCII
    }
  }

  /// Columns whose length is compared with a number: `length(a) <> 32`.
  private static func comparedLengths(in tokens: [SQLToken]) -> [(column: String, length: Int)] {
    tokens.indices.compactMap { place in
      guard tokens[place].isWord("length"), place + 2 < tokens.count,
        tokens[place + 1].isSymbol("(")
      else { return nil }
      let argument = tokens[(place + 2)...].prefix { !$0.isSymbol(")") }
      guard isColumn(argument), let column = argument.last?.name else { return nil }
      let behind = tokens[argument.endIndex...].dropFirst()
      let symbols = behind.prefix { if case .symbol = $0 { true } else { false } }
      guard !symbols.isEmpty, symbols.allSatisfy(isComparison),
        case .number(let text)? = behind.dropFirst(symbols.count).first,
        let length = Int(text), (1...256).contains(length)
      else { return nil }
      return (column.lowercasedASCII, length)
    }
  }

  private static func isComparison(_ token: SQLToken) -> Bool {
    ["=", "==", "<>", "!=", "<", ">", "<=", ">=", "!"].contains { token.isSymbol($0) }
  }

  /// Whether a statement takes the lower case of a column, or the like.
  func isFolded(_ column: DatabaseSchema.Column) -> Bool {
    folded.contains(column.name.lowercasedASCII)
  }

  /// `a` of `lower(a)`, `lower(trim(t.a))` and `a COLLATE NOCASE`.
  private static func foldedColumns(in tokens: [SQLToken]) -> [String] {
    tokens.indices.compactMap { place in
      if tokens[place].isWord("collate"), place > 0, place + 1 < tokens.count,
        tokens[place + 1].name?.isSameName(as: "nocase") ?? false
      {
        return tokens[place - 1].name?.lowercasedASCII
      }
      guard folding.contains(where: tokens[place].isWord), place + 2 < tokens.count,
        tokens[place + 1].isSymbol("("), !tokens[place + 2].isSymbol("(")
      else { return nil }
      let argument = tokens[(place + 2)...].prefix { !$0.isSymbol(")") && !$0.isSymbol(",") }
      guard isColumn(argument) else { return nil }
      return argument.last?.name?.lowercasedASCII
    }
  }

  /// `a` and `t.a`, and no call.
  private static func isColumn(_ tokens: ArraySlice<SQLToken>) -> Bool {
    tokens.count == 1 || tokens.count == 3 && tokens[tokens.startIndex + 1].isSymbol(".")
  }

  /// Both sides of `a.x = b.y`, and the names in `USING (x)`.
  static func joinedColumns(in tokens: [SQLToken]) -> [String] {
    var names = [String]()
    for (place, token) in tokens.enumerated() {
      if token.isWord("using"), place + 1 < tokens.count, tokens[place + 1].isSymbol("(") {
        names += tokens[(place + 2)...].prefix { !$0.isSymbol(")") }.compactMap(\.name)
      }
      guard token.isSymbol("=") || token.isSymbol("=="), place > 0,
        let left = tokens[place - 1].name
      else { continue }
      var next = place + 1
      while next + 2 < tokens.count, tokens[next].name != nil, tokens[next + 1].isSymbol(".") {
        next += 2
      }
      guard next < tokens.count, let right = tokens[next].name,
        next > place + 1 || place > 1 && tokens[place - 2].isSymbol("."),
        !(next + 1 < tokens.count && tokens[next + 1].isSymbol("(")),
        !["null", "true", "false", "case", "not"].contains(right.lowercasedASCII)
      else { continue }
      names += [left, right]
    }
    return names.map(\.lowercasedASCII)
  }

  /// Values that rows of a column share with rows of others, and with each other.
  func sharedValues(for column: DatabaseSchema.Column) -> [Value] {
    guard joined.contains(column.name.lowercasedASCII) else { return [] }
    return switch ColumnAffinity(declaredType: column.declaredType) {
    case .integer: [.int(1), .int(2)]
    case .text: [.string("a"), .string("b")]
    default: []
    }
  }

  /// Documents for a column of JSON.
  func documents(for column: DatabaseSchema.Column) -> [Value] {
    documents[column.name.lowercasedASCII] ?? []
  }

  /// Whether a column of JSON holds nothing but lists of objects.
  func isListed(_ column: DatabaseSchema.Column) -> Bool {
    listed.contains(column.name.lowercasedASCII)
  }

  /// Whether a text is only a part of what a column is compared with: `'x' || a`.
  private static func isJoined(_ place: Int, in tokens: [SQLToken]) -> Bool {
    place > 0 && tokens[place - 1].isSymbol("||")
      || place + 1 < tokens.count && tokens[place + 1].isSymbol("||")
  }

  /// All names in statements that make or change tables, in lower case.
  private static func declaredNames(in scripts: [[SQLToken]]) -> Set<String> {
    let makers = scripts.filter { tokens in
      ["create", "alter"].contains { tokens.first?.isWord($0) ?? false }
    }
    return Set(makers.joined().compactMap { $0.name?.lowercasedASCII })
  }

  /// - Parameter declared: other names in double quotes are texts.
  private static func value(
    _ token: SQLToken, after previous: SQLToken?, _ declared: Set<String>
  ) -> Value? {
    switch token {
    case .quotedName(let text):
      let compares = previous.map { token in
        ["=", "==", "<>", "!="].contains(where: token.isSymbol)
      }
      return (compares ?? false) && !declared.contains(text.lowercasedASCII) ? .string(text) : nil
    case .text(let text): return .string(text)
    case .number:
      return token.integer(isNegative: previous?.isSymbol("-") ?? false).map(Value.int)
    default: return nil
    }
  }

  /// The nearest name in front, with nothing but operators, literals and bridges between.
  private static func column(before place: Int, in tokens: [SQLToken]) -> String? {
    for token in tokens[..<place].suffix(reach).reversed() {
      switch token {
      case .quotedName(let name): return name.lowercasedASCII
      case .word(let word):
        let word = word.lowercasedASCII
        if bridges.contains(word) { continue }
        return ["default", "values", "select", "limit", "offset", "set", "case"].contains(word)
          ? nil : word
      case .text, .number, .symbol: continue
      case .blob, .parameter, .invalid: return nil
      }
    }
    return nil
  }

  /// The literals of a column, and the neighbours of its numbers.
  func values(for column: DatabaseSchema.Column) -> [Value] {
    let affinity = ColumnAffinity(declaredType: column.declaredType)
    var values = [Value]()
    for value in (literals[column.name.lowercasedASCII] ?? []).prefix(40) {
      values.append(value.converted(to: affinity))
      if case .int(let number) = value, affinity != .text, number < .max {
        values.append(Value.int(number + 1).converted(to: affinity))
      }
    }
    return values.filter { value in
      switch (affinity, value) {
      case (.integer, .int), (.real, .double), (.text, .string), (.numeric, _): true
      default: false
      }
    }
  }
}
