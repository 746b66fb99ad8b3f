import MigCheckText

extension ScriptTrace {
  /// The table from before the script whose rows a table holds after it: the same one, a renamed
  /// one, or one that was rebuilt; `nil`: a new table.
  ///
  /// - Parameter name: in lower case.
  func origin(of name: String) -> String? {
    guard let history = tables[name] else { return nil }
    if let origin = history.origin { return origin }
    if history.holds(name) { return name }
    var counts = [(table: String, count: Int)]()
    for column in history.columns {
      guard case .copied(let table, _) = column.source else { continue }
      if let place = counts.firstIndex(where: { $0.table == table }) {
        counts[place].count += 1
      } else {
        counts.append((table, 1))
      }
    }
    // A table that lives on beside the new one lent its values, and no more.
    let copied = counts.filter { known in
      dropped.contains { $0.origin == known.table } && tables[known.table] == nil
    }.max { $0.count < $1.count }?.table
    return copied ?? onlySource(of: history)
  }

  /// The table that is gone and from whose values a copy makes those of all columns.
  ///
  /// - Returns: `nil`: there are several, or there is none.
  private func onlySource(of history: TableHistory) -> String? {
    guard history.insertions.count == 1, !history.isMixed else { return nil }
    let sources = used.filter { $0.goal == history.number }.map(\.table)
    guard let first = sources.first, sources.allSatisfy({ $0 == first }),
      dropped.contains(where: { $0.origin == first }),
      tables[first].map({ $0.number == history.number }) ?? true
    else { return nil }
    return first
  }

  /// Whether a table from before the script is given up on purpose: it is dropped, and nothing was
  /// copied from it into a table that went as well.
  func isDiscarded(_ name: String) -> Bool {
    let wasDropped = dropped.contains { $0.origin == name }
    let isElsewhere = tables.contains { $0.key != name && $0.value.holds(name) }
    if isElsewhere { return true }
    return wasDropped && !dropped.contains { $0.origin == nil && $0.holds(name) }
  }

  /// The name that a table from before the script has after it; `nil`: it is gone.
  func successor(of name: String) -> String? {
    if origin(of: name) == name { return name }
    return tables.keys.sorted().first { origin(of: $0) == name }
  }

  /// The table from before the script that became part of a table that was dropped in it.
  func dropsHistory(of name: String) -> TableHistory? {
    dropped.first { $0.origin == name }
  }
}

extension ScriptTrace {
  /// The name after the script of a table that a statement made under another one.
  ///
  /// - Parameter name: in lower case.
  func finalName(of name: String) -> String? {
    made.first { $0.name == name }.flatMap { entry in
      tables.keys.sorted().first { tables[$0]?.number == entry.number }
    }
  }
}
