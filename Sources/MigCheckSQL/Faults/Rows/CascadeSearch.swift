import MigCheckText

/// Finds the statement that takes rows of a table away since they refer to others that it deletes,
/// where foreign keys are enforced.
///
/// What refers to a deleted row goes as `ON DELETE CASCADE` says. SQLite deletes the rows of a table
/// before it drops it, and those that `REPLACE` replaces.
struct CascadeSearch {
  let statements: [SQLStatement]
  let trace: ScriptTrace
  /// What was there before the script.
  let before: DatabaseSchema
  /// Parallel to the statements.
  let enforcement: [ForeignKeyEnforcement]
  /// Statements that empty tables from before the script, in order, with what they do.
  private let emptied: [(statement: Int, origin: String, action: String)]

  init(
    statements: [SQLStatement], trace: ScriptTrace, before: DatabaseSchema,
    enforcement: [ForeignKeyEnforcement]
  ) {
    self.statements = statements
    self.trace = trace
    self.before = before
    self.enforcement = enforcement
    let positions = statements.indices.filter { enforcement[$0].isOn }
    let histories =
      positions.isEmpty
      ? [] : trace.tables.keys.sorted().compactMap { trace.tables[$0] } + trace.dropped
    emptied = positions.flatMap { position in
      Self.emptied(at: position, histories, statements).map { (position, $0, $1) }
    }
  }

  /// - Parameter name: of the table before the script, in lower case.
  /// - Returns: the first such statement; `nil`: there is none.
  func removal(of name: String) -> (statement: SQLStatement, reason: String)? {
    for (position, origin, action) in emptied {
      guard let table = before.table(named: origin), let route = route(from: table, to: name) else {
        continue
      }
      let statement = statements[position]
      var reason =
        "the \(action) at \(statement.place) deletes the rows of \(table.name), and with them, "
        + "as foreign keys are enforced, those of \(route.joined(separator: " and ")), which refer "
        + "to them with ON DELETE CASCADE"
      if let pragma = enforcement[position].ignored {
        reason +=
          "; the PRAGMA at \(statements[pragma].place) has no effect, since the script runs in a "
          + "transaction"
      }
      return (statement, reason)
    }
    return nil
  }

  /// The tables on the way from one that loses its rows to one that loses rows along with it; the copy
  /// of a table that refers to itself refers to the old one until that is gone.
  private func route(from table: DatabaseSchema.Table, to name: String) -> [String]? {
    guard table.name.isSameName(as: name) else {
      return routes(from: table.name.lowercasedASCII).first {
        $0.last?.isSameName(as: name) ?? false
      }
    }
    let refersToItself = table.foreignKeys.contains {
      $0.target.isSameName(as: name) && $0.onDelete.lowercasedASCII == "cascade"
    }
    return refersToItself ? ["its copy"] : nil
  }

  /// Columns that get another value since the rows that they refer to are deleted, as `ON DELETE SET
  /// NULL` and `SET DEFAULT` say; tables as they were called before the script.
  var overwritten: [(statement: Int, table: String, columns: [String])] {
    emptied.flatMap { position, origin, _ in
      let deleted = [origin] + routes(from: origin).compactMap(\.last)
      return before.tables.flatMap { table in
        table.foreignKeys.filter { key in
          deleted.contains { key.target.isSameName(as: $0) }
            && ["set null", "set default"].contains(key.onDelete.lowercasedASCII)
        }.map { (position, table.name, $0.columns) }
      }
    }
  }

  /// References of tables that the script leaves behind, whose targets lose their rows in it, with
  /// what becomes of them; those of a table that it makes are among them, as `new_a` may refer to
  /// the `a` that it is to replace.
  ///
  /// - Parameter after: what is there after the script.
  func clearings(
    after: DatabaseSchema
  ) -> [(statement: Int, table: String, columns: [String], reason: String)] {
    emptied.flatMap { position, origin, action in
      func reason(_ key: DatabaseSchema.ForeignKey) -> String? {
        let result: String
        switch key.onDelete.lowercasedASCII {
        case "set null": result = "NULL"
        case "set default": result = "their default"
        default: return nil
        }
        guard key.target.isSameName(as: origin) else { return nil }
        let place = statements[position].place
        return "the \(action) at \(place) deletes the rows of \(origin), and as foreign keys are "
          + "enforced, what refers to them becomes \(result), as ON DELETE "
          + key.onDelete.uppercased() + " says"
      }
      let own = after.tables.filter { isFilled($0.name, before: position) }.flatMap { table in
        table.foreignKeys.compactMap { key in
          reason(key).map { (position, table.name, key.columns, $0) }
        }
      }
      // A copy that comes later takes along what has become of them.
      let copied = before.tables.flatMap { table in
        table.foreignKeys.compactMap { key -> (Int, String, [String], String)? in
          guard let reason = reason(key),
            let heir = heir(of: table.name.lowercasedASCII, key.columns, filledBehind: position)
          else { return nil }
          return (position, heir.table, heir.columns, reason)
        }
      }
      return own + copied
    }
  }

  /// The table that is filled with the rows of another one, and its columns with the same values.
  private func heir(
    of table: String, _ columns: [String], filledBehind position: Int
  ) -> (table: String, columns: [String])? {
    guard let name = trace.successor(of: table), let history = trace.tables[name],
      history.origin == nil, let first = history.insertions.first, first > position
    else { return nil }
    let own = columns.compactMap { column in
      history.columns.first { $0.source == .copied(table: table, column: column.lowercasedASCII) }?
        .name
    }
    return own.count == columns.count ? (name, own) : nil
  }

  /// Whether a table has rows before a statement: it was there before the script, or another
  /// statement filled it.
  private func isFilled(_ name: String, before position: Int) -> Bool {
    guard let history = trace.tables[name.lowercasedASCII] else { return false }
    return history.origin != nil || history.insertions.contains { $0 < position }
  }

  /// Tables from before the script that lose their rows, without a condition.
  private static func emptied(
    at position: Int, _ histories: [TableHistory], _ statements: [SQLStatement]
  ) -> [(origin: String, action: String)] {
    histories.compactMap { history in
      guard let origin = history.origin else { return nil }
      if history.dropped == position { return (origin, "DROP TABLE") }
      let isDeletion = history.deletions.contains { $0.statement == position && !$0.hasCondition }
      if isDeletion { return (origin, "DELETE") }
      guard history.insertions.contains(position),
        case .insert(let insertion) = StatementShape(statements[position]), insertion.replaces
      else { return nil }
      return (origin, "REPLACE")
    }
  }

  /// For each table that loses rows along with another one, the shortest way there, itself last.
  ///
  /// References follow a table that is renamed: its name before the script counts.
  private func routes(from origin: String) -> [[String]] {
    var routes = [[String]]()
    var next = -1
    while next < routes.count {
      let names = next < 0 ? [] : routes[next]
      let last = names.last ?? origin
      next += 1
      for table in before.tables where !table.name.isSameName(as: origin) {
        let goes = table.foreignKeys.contains {
          $0.target.isSameName(as: last) && $0.onDelete.lowercasedASCII == "cascade"
        }
        guard goes, !routes.contains(where: { $0.last?.isSameName(as: table.name) ?? false })
        else { continue }
        routes.append(names + [table.name])
      }
    }
    return routes
  }
}

/// Whether SQLite enforces foreign keys as a statement runs.
struct ForeignKeyEnforcement {
  var isOn: Bool
  /// The place in its script of a pragma that should have changed that, inside a transaction.
  var ignored: Int?

  /// - Parameter isOn: as the script begins; as it is left afterwards.
  /// - Returns: before each statement of the script.
  static func all(in migration: Migration, isOn: inout Bool) -> [ForeignKeyEnforcement] {
    var isInTransaction = !migration.runsAlone
    var state = ForeignKeyEnforcement(isOn: isOn)
    let states = migration.statements.enumerated().map { place, statement in
      let own = state
      if let setting = statement.foreignKeySetting {
        if isInTransaction {
          state.ignored = setting == state.isOn ? nil : place
        } else {
          state = ForeignKeyEnforcement(isOn: setting)
        }
      }
      if statement.tokens.first?.isWord("begin") ?? false { isInTransaction = true }
      if statement.endsOpenTransaction { isInTransaction = false }
      return own
    }
    isOn = state.isOn
    return states
  }
}

extension SQLStatement {
  /// Whether the statement wants foreign keys to be enforced; `nil`: it says nothing of that.
  var foreignKeySetting: Bool? {
    guard tokens.first?.isWord("pragma") ?? false,
      let place = tokens.lastIndex(where: { $0.name?.isSameName(as: "foreign_keys") ?? false }),
      tokens.count > place + 2, tokens[place + 1].isSymbol("=") || tokens[place + 1].isSymbol("(")
    else { return nil }
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let value = words.last.map({ String($0).lowercasedASCII }) else { return nil }
    return ["on", "yes", "true"].contains(value) || (Int(value) ?? 0) != 0
  }

  fileprivate var endsOpenTransaction: Bool {
    guard let first = tokens.first else { return false }
    return commits || first.isWord("rollback") && !tokens.contains { $0.isWord("to") }
  }
}
