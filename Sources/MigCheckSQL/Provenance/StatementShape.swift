import MigCheckText

/// What a statement is, as far as its words tell; which columns it touches SQLite tells better.
enum StatementShape: Sendable {
  struct Insertion: Sendable {
    var table: String
    /// The columns that it names; `nil`: all.
    var columns: [String]?
    /// The query whose rows it inserts; `nil`: values.
    var query: String?
    /// Whether rows may be replaced, as with `INSERT OR REPLACE`.
    var replaces: Bool
  }

  case insert(Insertion)
  case update(table: String)
  case delete(table: String, hasCondition: Bool)
  case createTable(name: String, query: String?)
  case dropTable(name: String)
  case renameTable(from: String, to: String)
  case renameColumn(table: String, from: String, to: String)
  case alterTable(name: String)
  case dropObject(name: String)
  case other

  init(_ statement: SQLStatement) { self = statement.shape }

  /// - Parameter tokens: those of the text.
  init(_ tokens: [SQLToken.Placed], of text: String) {
    self = ShapeReader(tokens: tokens, text: Array(text.utf8)).shape
  }
}

private struct ShapeReader {
  let tokens: [SQLToken.Placed]
  let text: [UInt8]

  private func word(_ place: Int) -> String {
    tokens.indices.contains(place) ? tokens[place].token.name?.lowercasedASCII ?? "" : ""
  }

  private func isWord(_ place: Int, _ words: String...) -> Bool {
    guard tokens.indices.contains(place), case .word = tokens[place].token else { return false }
    return words.contains(word(place))
  }

  private func isSymbol(_ place: Int, _ symbol: String) -> Bool {
    tokens.indices.contains(place) && tokens[place].token.isSymbol(symbol)
  }

  /// The place of the first of some words outside of parentheses.
  private func first(_ words: [String], from start: Int) -> Int? {
    tokens.dropFirst(start).firstPlace(of: words)
  }

  /// A name, perhaps with that of a schema before it, and the place behind it.
  private func name(at place: Int) -> (name: String, next: Int)? {
    func plain(_ place: Int) -> String? {
      guard tokens.indices.contains(place) else { return nil }
      if case .text(let text) = tokens[place].token { return text }
      return tokens[place].token.name
    }
    guard let first = plain(place) else { return nil }
    if isSymbol(place + 1, "."), let second = plain(place + 2) { return (second, place + 3) }
    return (first, place + 1)
  }

  var shape: StatementShape {
    if isWord(0, "create") { return creation }
    if isWord(0, "drop") { return drop }
    if isWord(0, "alter") { return alteration }
    let verb = isWord(0, "with") ? first(["insert", "replace", "update", "delete"], from: 1) : 0
    guard let verb else { return .other }
    if isWord(verb, "insert", "replace") { return insertion(from: verb) }
    if isWord(verb, "update") {
      let behind = isWord(verb + 1, "or") ? verb + 3 : verb + 1
      return name(at: behind).map { .update(table: $0.name) } ?? .other
    }
    if isWord(verb, "delete"), let table = name(at: verb + 2) {
      return .delete(
        table: table.name, hasCondition: first(["where", "limit"], from: table.next) != nil)
    }
    return .other
  }

  private func insertion(from verb: Int) -> StatementShape {
    guard let into = first(["into"], from: verb), let table = name(at: into + 1) else {
      return .other
    }
    var next = table.next
    if isWord(next, "as") { next += 2 }
    var columns: [String]?
    if isSymbol(next, "(") {
      var names = [String]()
      next += 1
      while next < tokens.count, !isSymbol(next, ")") {
        if let name = tokens[next].token.name { names.append(name) }
        next += 1
      }
      next += 1
      columns = names
    }
    let replaces =
      isWord(verb, "replace") || isWord(verb + 1, "or") && isWord(verb + 2, "replace")
    var query: String?
    if isWord(next, "select", "with") || isSymbol(next, "(") {
      query = self.query(from: next, with: verb)
    }
    return .insert(
      StatementShape.Insertion(
        table: table.name, columns: columns, query: query, replaces: replaces))
  }

  /// The text of a query, with the common tables that stand before the verb.
  private func query(from start: Int, with verb: Int) -> String {
    var end = tokens.count
    // A join has an ON as well.
    if let upsert = first(["conflict"], from: start), isWord(upsert - 1, "on") { end = upsert - 1 }
    if let returning = first(["returning"], from: start) { end = min(end, returning) }
    let own = slice(start, end)
    return verb > 0 ? slice(0, verb) + " " + own : own
  }

  private func slice(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    return String(
      decoding: text[tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound],
      as: UTF8.self)
  }

  private var creation: StatementShape {
    var place = 1
    if isWord(place, "temp", "temporary") { place += 1 }
    guard isWord(place, "table") else { return .other }
    place += 1
    if isWord(place, "if") { place += 3 }
    guard let table = name(at: place) else { return .other }
    guard isWord(table.next, "as") else { return .createTable(name: table.name, query: nil) }
    return .createTable(name: table.name, query: slice(table.next + 1, tokens.count))
  }

  private var drop: StatementShape {
    let place = isWord(2, "if") ? 4 : 2
    guard let name = name(at: place)?.name else { return .other }
    return isWord(1, "table") ? .dropTable(name: name) : .dropObject(name: name)
  }

  private var alteration: StatementShape {
    guard let table = name(at: 2) else { return .other }
    let next = table.next
    guard isWord(next, "rename") else { return .alterTable(name: table.name) }
    if isWord(next + 1, "to"), let other = name(at: next + 2) {
      return .renameTable(from: table.name, to: other.name)
    }
    let place = isWord(next + 1, "column") ? next + 2 : next + 1
    guard let from = name(at: place), let to = name(at: from.next + 1) else { return .other }
    return .renameColumn(table: table.name, from: from.name, to: to.name)
  }
}

extension SQLStatement {
  /// The column that an `ALTER TABLE` adds to a table, or drops from it.
  func alteredColumn(_ verb: String, of table: String) -> String? {
    guard case .alterTable(let name) = StatementShape(self), name.isSameName(as: table),
      let place = tokens.firstIndex(where: { $0.isWord(verb) })
    else { return nil }
    let token = tokens[(place + 1)...].first { !$0.isWord("column") }
    if case .text(let text)? = token { return text }
    return token?.name
  }
}

extension Migration {
  /// The columns that `ALTER TABLE` statements add to tables, or drop from them.
  func alteredColumns(_ verb: String) -> [(place: Int, table: String, column: String)] {
    statements.enumerated().compactMap { place, statement in
      guard case .alterTable(let table) = StatementShape(statement) else { return nil }
      return statement.alteredColumn(verb, of: table).map { (place, table, $0) }
    }
  }
}
