import MigCheckText

/// What a statement reads of the elements that `json_each` and `json_tree` find in a column: of
/// `json_each(c.schema, '$.fields') AS field`, `json_extract(field.value, '$.key')` reads `$.fields[#].key`.
struct JSONElementReads {
  struct Read: Hashable {
    /// In lower case.
    var column: String
    /// Where the elements stand.
    var list: String
    /// What is read of each of them, behind a `$`.
    var member: String

    var path: String { list + "[#]" + member }
  }

  private struct Source {
    var column: String
    var path: String
  }

  private struct Each {
    var place: Int
    var alias: String
    var source: Source
  }

  /// Each once, in the order of the statement.
  private(set) var all: [Read] = []
  private let tokens: ArraySlice<SQLToken>
  private var eaches: [Each] = []

  init(_ tokens: [SQLToken]) {
    self.tokens = tokens[...]
    guard tokens.contains(where: Self.isEach) else { return }
    for place in tokens.indices where Self.isEach(tokens[place]) {
      if let each = each(at: place) { eaches.append(each) }
    }
    // Elements of elements.
    let nested = eaches.compactMap { Self.read($0.source) }
    for read in nested + tokens.indices.compactMap(read) where !all.contains(read) {
      all.append(read)
    }
  }

  private static func isEach(_ token: SQLToken) -> Bool {
    token.isWord("json_each") || token.isWord("json_tree")
  }

  private func each(at place: Int) -> Each? {
    guard let arguments = arguments(behind: place), let first = arguments.parts.first,
      var source = source(of: first)
    else { return nil }
    if arguments.parts.count > 1 {
      guard let path = Self.path(arguments.parts[1]) else { return nil }
      source.path += path
    }
    var next = arguments.end + 1
    if next < tokens.endIndex, tokens[next].isWord("as") { next += 1 }
    let ends = [
      "where", "on", "join", "left", "inner", "cross", "group", "order", "limit", "union",
    ]
    let alias =
      next < tokens.endIndex && !ends.contains(where: tokens[next].isWord) ? tokens[next].name : nil
    return Each(place: place, alias: alias ?? tokens[place].name ?? "", source: source)
  }

  /// What stands between the parentheses behind the name of a function.
  private func arguments(behind place: Int) -> (parts: [ArraySlice<SQLToken>], end: Int)? {
    guard place + 1 < tokens.endIndex, tokens[place + 1].isSymbol("(") else { return nil }
    var depth = 0
    let end = tokens[(place + 1)...].indices.first { index in
      if tokens[index].isSymbol("(") { depth += 1 }
      if tokens[index].isSymbol(")") { depth -= 1 }
      return depth == 0
    }
    return end.map { (tokens[(place + 2)..<$0].parts { $0.isSymbol(",") }, $0) }
  }

  /// The column that an expression takes a document from, and the way to the document in there.
  private func source(of expression: ArraySlice<SQLToken>) -> Source? {
    guard let first = expression.first else { return nil }
    let wrappers = ["json", "json_extract", "coalesce", "ifnull", "nullif"]
    if wrappers.contains(where: first.isWord), let own = arguments(behind: expression.startIndex),
      let inner = own.parts.first, var source = source(of: inner)
    {
      if first.isWord("json_extract") {
        guard own.parts.count == 2, let path = Self.path(own.parts[1]) else { return nil }
        source.path += path
      }
      return source
    }
    if let arrow = expression.firstIndex(where: { $0.isSymbol("->") || $0.isSymbol("->>") }) {
      guard var source = source(of: expression[..<arrow]),
        let path = Self.path(expression[(arrow + 1)...])
      else { return nil }
      source.path += path
      return source
    }
    if let each = each(ofValue: expression) {
      return Source(column: each.source.column, path: each.source.path + "[#]")
    }
    guard expression.count == 1 || expression.count == 3, let name = expression.last?.name else {
      return nil
    }
    return Source(column: name.lowercasedASCII, path: "$")
  }

  /// Whose elements an expression is: `field.value`, or `value` of the nearest ones.
  private func each(ofValue expression: ArraySlice<SQLToken>) -> Each? {
    guard expression.last?.name?.isSameName(as: "value") ?? false else { return nil }
    if expression.count == 3 {
      let alias = expression.first?.name ?? ""
      return eaches.first { $0.alias.isSameName(as: alias) }
    }
    guard expression.count == 1 else { return nil }
    let place = expression.startIndex
    return eaches.min { abs($0.place - place) < abs($1.place - place) }
  }

  private static func read(_ source: Source) -> Read? {
    guard let end = source.path.ranges(of: "[#]").last else { return nil }
    let member = String(source.path[end.upperBound...])
    guard !member.isEmpty else { return nil }
    return Read(
      column: source.column, list: String(source.path[..<end.lowerBound]), member: member)
  }

  /// What is read of an element at a place: by a function or by an arrow.
  private func read(at place: Int) -> Read? {
    var expression: ArraySlice<SQLToken>?
    var path: String?
    if tokens[place].isSymbol("->") || tokens[place].isSymbol("->>") {
      let isQualified = place > 2 && tokens[place - 2].isSymbol(".")
      expression = place > 0 ? tokens[(isQualified ? place - 3 : place - 1)..<place] : nil
      path = Self.path(tokens[(place + 1)...].prefix(1))
    } else if tokens[place].isWord("json_extract") || tokens[place].isWord("json_type"),
      let own = arguments(behind: place), own.parts.count == 2
    {
      expression = own.parts[0]
      path = Self.path(own.parts[1])
    }
    guard let expression, let path, let each = each(ofValue: expression) else { return nil }
    return Read(column: each.source.column, list: each.source.path, member: path)
  }

  /// What stands behind the `$` of a path; a name alone is that of a member.
  private static func path(_ tokens: ArraySlice<SQLToken>) -> String? {
    guard tokens.count == 1, case .text(let text)? = tokens.first, !text.isEmpty else { return nil }
    if text.hasPrefix("$") { return text.count > 1 ? String(text.dropFirst()) : nil }
    return "." + text
  }
}
