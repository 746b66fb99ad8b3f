import MigCheckText

extension [SQLStatement] {
  /// Without the tables that SQLite makes by itself, which stand in a schema that was written out: those
  /// called `sqlite_…`, and those in which a virtual table keeps its content.
  var withoutTablesOfSQLite: [SQLStatement] {
    var parts = Set<String>()
    return filter { statement in
      guard let (name, isVirtual) = statement.madeTable else { return true }
      if isVirtual {
        let hasOther = VirtualTable(statement.tokens)?.hasOtherContent ?? false
        parts.formUnion(
          VirtualTable.parts.filter { $0 != "content" || !hasOther }.map { "\(name)_\($0)" })
      }
      let isOfVirtual = parts.contains(name)
      return isVirtual || !name.hasPrefix("sqlite_") && !isOfVirtual
    }
  }
}

extension SQLStatement {
  /// The table that the statement makes, in lower case; `nil`: it makes none.
  fileprivate var madeTable: (name: String, isVirtual: Bool)? {
    var rest = tokens[...]
    guard rest.popFirst()?.isWord("create") ?? false else { return nil }
    let isVirtual = rest.first?.isWord("virtual") ?? false
    if isVirtual { rest.removeFirst() }
    guard rest.popFirst()?.isWord("table") ?? false else { return nil }
    for word in ["if", "not", "exists"] where rest.first?.isWord(word) ?? false {
      rest.removeFirst()
    }
    guard let token = rest.first else { return nil }
    if case .text(let text) = token { return (text.lowercasedASCII, isVirtual) }
    return token.name.map { ($0.lowercasedASCII, isVirtual) }
  }
}
