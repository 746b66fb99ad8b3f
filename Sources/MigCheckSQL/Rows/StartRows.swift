import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Makes rows that the database of a version accepts, by trying.
struct StartRows: StartGraphs {
  let versions: DatabaseVersions
  /// The database of an app, whose values are not to be shown.
  var seed: SeedDatabase?

  func refusal(of type: Name, at version: UInt64) -> String? {
    guard let entry = versions.entry(version), let index = entry.schema.index(of: type) else {
      return nil
    }
    var graph = ObjectGraph(schema: entry.schema)
    let columns = entry.schema.types[index].storedProperties.count
    for _ in 0..<3 { graph.append([Value](repeating: .null, count: columns), type: index) }
    guard let (accepted, refusals) = try? filling(entry, with: graph),
      accepted.tables[index].count == 0
    else { return nil }
    return refusals[index]
  }

  func uniqueProperties(at version: UInt64) -> [UniqueProperties] {
    guard let entry = versions.entry(version) else { return [] }
    let keys = entry.plans.enumerated().flatMap { index, plan in
      let type = entry.schema.types[index]
      let all = type.storedProperties.map(\.name)
      // The condition of a partial index is left out.
      return UniqueKeys.keys(of: plan.table).map { key in
        let names = key.columns.compactMap { column in
          all.first { $0.text.isSameName(as: column) }
        }
        // A generated column is an expression of any of the others.
        let isStored = names.count == key.columns.count
        var unique = UniqueProperties(of: [type.name], isStored ? names : all)
        unique.isExact = key.isExact && isStored
        return unique
      }
    }
    return keys + singletons(of: entry).map { UniqueProperties(of: [$0], []) }
  }

  /// The types of which the database accepts one row, and not two.
  private func singletons(of entry: DatabaseVersions.Entry) -> [Name] {
    var graph = ObjectGraph(schema: entry.schema)
    for (index, type) in entry.schema.types.enumerated() {
      for _ in 0..<3 {
        graph.append(type.storedProperties.map { _ in .null }, type: index)
      }
    }
    guard let accepted = try? filling(entry, with: graph).graph else { return [] }
    return entry.schema.types.indices.filter { accepted.tables[$0].count == 1 }
      .map { entry.schema.types[$0].name }
  }

  func disguised(
    _ graph: ObjectGraph, madeFrom start: ObjectGraph, at version: UInt64
  ) -> ObjectGraph? {
    // What comes of its rows at later versions holds the same values.
    guard let seed, !seed.showsValues, seed.holds(start, at: seed.version) else { return nil }
    return accepted(SeedDatabase.disguised(graph), at: version)
  }

  func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    accepted(graph, at: version, isFilled: false)
  }

  /// Without rows that only conditions ask for the rest is accepted too.
  func isAccepted(_ graph: ObjectGraph, at version: UInt64) -> Bool {
    guard let entry = versions.entry(version),
      let database = try? entry.template.copy(to: ":memory:")
    else { return false }
    defer { database.close() }
    return (try? fill(database, entry, graph)) != nil
  }

  func filled(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    accepted(graph, at: version, isFilled: true)
  }

  private func accepted(
    _ graph: ObjectGraph, at version: UInt64, isFilled: Bool
  ) -> ObjectGraph {
    guard let entry = versions.entry(version) else { return graph }
    do {
      return try filling(entry, with: graph, isFilled: isFilled).graph
    } catch {
      // Nothing that SQLite refuses ends here; a database that cannot be made holds nothing.
      return ObjectGraph(schema: graph.schema)
    }
  }

  /// The rows that are accepted, and why others are not.
  ///
  /// - Parameter isFilled: whether each column is to have a value whose loss would show.
  func filling(
    _ entry: DatabaseVersions.Entry, with graph: ObjectGraph, isFilled: Bool = false
  ) throws -> (graph: ObjectGraph, refusals: [Int: String]) {
    let database = try entry.template.copy(to: ":memory:")
    defer { database.close() }
    let connection = database.connection
    try connection.execute("PRAGMA foreign_keys = OFF; BEGIN")
    var result = ObjectGraph(schema: graph.schema)
    var rows = entry.plans.indices.map { index in
      (0..<graph.tables[index].count).map {
        graph.values(of: ObjectReference(type: index, index: $0))
      }
    }
    addRequired(to: &rows, entry)
    var inserter = try RowInserter(
      connection, plans: entry.plans, rows: rows, reserved: entry.reserved,
      filling: isFilled ? entry.schema.types : nil)
    for index in entry.insertionOrder {
      var accepted = [[Value]]()
      for row in rows[index] {
        if let row = try inserter.insert(row, into: index) { accepted.append(row) }
      }
      rows[index] = accepted
    }
    var refusals = inserter.refusals
    let inserted = rows
    // A row that goes may leave others without an end.
    while try removeDangling(from: &rows, inserted: inserted, entry, connection, noting: &refusals),
      try removeRefused(from: &rows, entry, noting: &refusals)
    {}
    try removeViolations(from: &rows, entry, noting: &refusals)
    for (index, rows) in rows.enumerated() {
      for row in rows { result.append(row, type: index) }
    }
    return (result, refusals)
  }

  /// Puts rows into an empty database of a version.
  ///
  /// - Throws: `SQLiteError` for rows that it refuses.
  func fill(
    _ database: ScratchDatabase, _ entry: DatabaseVersions.Entry, _ graph: ObjectGraph
  ) throws {
    let connection = database.connection
    try connection.execute("PRAGMA foreign_keys = OFF; BEGIN")
    for index in entry.insertionOrder where graph.tables[index].count > 0 {
      let plan = entry.plans[index]
      let statement = try connection.cached(plan.insertion)
      var replaceable = try ReplaceableRows(plan, in: connection)
      for row in 0..<graph.tables[index].count {
        let values = graph.values(of: ObjectReference(type: index, index: row))
        try replaceable.makeRoom(for: values, in: connection)
        for (place, value) in values.enumerated() {
          try statement.bind(value.cell, at: place + 1)
        }
        try connection.insert(with: statement)
      }
    }
    let isEnforced = versions.engine.enforcesForeignKeys
    let broken = try connection.foreignKeyViolations().first { row in
      isEnforced || entry.database.table(named: row[2].plainText) != nil
    }
    if let broken {
      throw SQLiteError(
        code: 787, message: "a row of \(broken[0].plainText) refers to one that is not there")
    }
    try connection.execute("COMMIT")
    connection.forgetStatements()
    if versions.engine.enforcesForeignKeys {
      try connection.execute("PRAGMA foreign_keys = ON")
    }
  }

  /// How many rows are made for references that a condition asks for.
  private static let mostCompared = 4

  /// Rows without which others could not be: of tables that a required reference leads to, and those
  /// whose key a condition wants a reference to hold.
  private func addRequired(to rows: inout [[[Value]]], _ entry: DatabaseVersions.Entry) {
    for index in entry.insertionOrder.reversed() where !rows[index].isEmpty {
      for reference in entry.plans[index].references
      where reference.isDeclared && !reference.isOptional {
        let target = entry.plans.firstIndex {
          $0.table.name.lowercasedASCII == reference.target
        }
        guard let target, target != index else { continue }
        addCompared(
          reference, of: rows[index], entry.plans[index], to: &rows[target], entry.plans[target])
        guard rows[target].isEmpty else { continue }
        rows[target].append(entry.plans[target].columns.map { _ in .null })
      }
    }
  }

  /// Rows that have the keys which conditions ask for in columns that refer to them.
  private func addCompared(
    _ reference: TablePlan.Reference, of rows: [[Value]], _ plan: TablePlan,
    to targets: inout [[Value]], _ target: TablePlan
  ) {
    var added = 0
    for (place, name) in zip(reference.columns, reference.targetColumns) {
      guard let key = target.columns.firstIndex(where: { $0.name.isSameName(as: name) }) else {
        continue
      }
      for row in rows where added < Self.mostCompared && row.indices.contains(place) {
        guard let literal = RowInserter.literal(for: row[place], at: place, of: plan),
          !targets.contains(where: { $0[key] == literal })
        else { continue }
        var other = target.columns.map { _ in Value.null }
        other[key] = literal
        targets.append(other)
        added += 1
      }
    }
  }

  /// References in a circle may lead to rows that came later, or not at all.
  ///
  /// - Parameter inserted: the rows that the database holds beside those of scripts and triggers.
  /// - Returns: whether rows are there that are not as they were inserted.
  private func removeDangling(
    from rows: inout [[[Value]]], inserted: [[[Value]]], _ entry: DatabaseVersions.Entry,
    _ connection: SQLiteConnection, noting refusals: inout [Int: String]
  ) throws -> Bool {
    let hasReferences = entry.plans.contains { plan in
      plan.references.contains(where: \.isDeclared)
    }
    guard hasReferences else { return false }
    let before = rows
    // A row that goes may leave others without an end, of tables that were looked at already.
    while try removeDanglingOnce(
      from: &rows, inserted: inserted, entry, connection, noting: &refusals)
    {}
    return rows != before
  }

  /// Removes rows that the database accepts no more, as a reference of theirs became NULL, or rows went
  /// that a trigger looks for.
  ///
  /// - Returns: whether a row is gone.
  private func removeRefused(
    from rows: inout [[[Value]]], _ entry: DatabaseVersions.Entry,
    noting refusals: inout [Int: String]
  ) throws -> Bool {
    let database = try entry.template.copy(to: ":memory:")
    defer { database.close() }
    let connection = database.connection
    try connection.execute("PRAGMA foreign_keys = OFF; BEGIN")
    var isComplete = true
    for index in entry.insertionOrder where !rows[index].isEmpty {
      let plan = entry.plans[index]
      let statement = try connection.cached(plan.insertion)
      var replaceable = try ReplaceableRows(plan, in: connection)
      rows[index] = try rows[index].filter { values in
        try replaceable.makeRoom(for: values, in: connection)
        for (place, value) in values.enumerated() {
          try statement.bind(value.cell, at: place + 1)
        }
        do {
          try connection.insert(with: statement)
          return true
        } catch let error as SQLiteError {
          statement.reset()
          refusals[index] = error.message
          isComplete = false
          return false
        }
      }
    }
    return !isComplete
  }

  /// Removes rows whose references lead nowhere as SQLite compares keys: in a column that holds values
  /// of any kind, what is stored need not be what was given.
  private func removeViolations(
    from rows: inout [[[Value]]], _ entry: DatabaseVersions.Entry,
    noting refusals: inout [Int: String]
  ) throws {
    let isConcerned = entry.plans.contains { plan in
      plan.references.contains { reference in
        reference.isDeclared && reference.columns.contains { plan.types[$0] == .mixed }
      }
    }
    guard isConcerned else { return }
    let database = try entry.template.copy(to: ":memory:")
    defer { database.close() }
    let connection = database.connection
    try connection.execute("PRAGMA foreign_keys = OFF; BEGIN")
    var keys = rows.map { [Int64?](repeating: nil, count: $0.count) }
    for index in entry.insertionOrder where !rows[index].isEmpty {
      let plan = entry.plans[index]
      let statement = try connection.cached(plan.insertion)
      var replaceable = try ReplaceableRows(plan, in: connection)
      for (row, values) in rows[index].enumerated() {
        try replaceable.makeRoom(for: values, in: connection)
        for (place, value) in values.enumerated() {
          try statement.bind(value.cell, at: place + 1)
        }
        do {
          try connection.insert(with: statement)
          keys[index][row] = connection.lastInsertedRowID
        } catch is SQLiteError {
          statement.reset()
        }
      }
    }
    let isEnforced = versions.engine.enforcesForeignKeys
    var isComplete = false
    while !isComplete {
      isComplete = true
      for broken in try connection.foreignKeyViolations()
      where isEnforced || entry.database.table(named: broken[2].plainText) != nil {
        let table = broken[0].plainText
        let index = entry.plans.firstIndex { $0.table.name.isSameName(as: table) }
        guard let index, !rows[index].isEmpty else { continue }
        if entry.plans[index].table.hasRowID {
          let key = broken[1].plainInteger
          guard let position = keys[index].firstIndex(of: key) else { continue }
          rows[index].remove(at: position)
          keys[index].remove(at: position)
          try? connection.execute("DELETE FROM \(table.quotedName) WHERE rowid = \(key)")
        } else {
          // Which one it is, SQLite does not say.
          rows[index] = []
          try? connection.execute("DELETE FROM \(table.quotedName)")
        }
        refusals[index] = "a row of \(table) refers to one that is not there"
        isComplete = false
      }
    }
  }

  /// - Parameter inserted: the rows that the database holds beside those of scripts and triggers.
  /// - Returns: whether a row is gone.
  private func removeDanglingOnce(
    from rows: inout [[[Value]]], inserted: [[[Value]]], _ entry: DatabaseVersions.Entry,
    _ connection: SQLiteConnection, noting refusals: inout [Int: String]
  ) throws -> Bool {
    let count = rows.reduce(0) { $0 + $1.count }
    for index in entry.plans.indices where !rows[index].isEmpty {
      let plan = entry.plans[index]
      for reference in plan.references where reference.isDeclared {
        guard
          let target = entry.plans.firstIndex(where: {
            $0.table.name.lowercasedASCII == reference.target
          })
        else {
          clear(reference, of: plan, in: &rows[index]) { _ in false }
          if rows[index].isEmpty {
            let columns = reference.columns.map { plan.columns[$0].name }.joined(separator: ", ")
            refusals[index] =
              "its foreign key \(columns) refers to a table \(reference.target), which is not there"
          }
          continue
        }
        let columns = reference.targetColumns.compactMap { name in
          entry.plans[target].columns.firstIndex { $0.name.isSameName(as: name) }
        }
        guard columns.count == reference.columns.count else { continue }
        func keys(_ rows: [[Value]]) -> Set<[String]> {
          Set(rows.map { row in columns.map { row[$0].comparableText } })
        }
        let seeded = try seeds(entry.plans[target], columns: columns, connection)
        let known = seeded.subtracting(keys(inserted[target])).union(keys(rows[target]))
        clear(reference, of: plan, in: &rows[index]) { known.contains($0) }
        if rows[index].isEmpty, rows[target].isEmpty {
          let columns = reference.columns.map { plan.columns[$0].name }.joined(separator: ", ")
          refusals[index] =
            "its foreign key \(columns) refers to \(reference.target), of which no row can be had"
        }
      }
    }
    return rows.reduce(0) { $0 + $1.count } < count
  }

  /// All rows that are there now: those that were inserted, and those of scripts and triggers.
  private func seeds(
    _ plan: TablePlan, columns: [Int], _ connection: SQLiteConnection
  ) throws -> Set<[String]> {
    let names = columns.map { plan.columns[$0].name.quotedName }.joined(separator: ", ")
    return Set(
      try connection.rows("SELECT \(names) FROM \(plan.table.name.quotedName)").map { row in
        row.map { Value($0).comparableText }
      })
  }

  /// Makes references NULL that lead nowhere, or removes their rows.
  private func clear(
    _ reference: TablePlan.Reference, of plan: TablePlan, in rows: inout [[Value]],
    isKnown: ([String]) -> Bool
  ) {
    rows = rows.compactMap { row in
      let values = reference.columns.map { row[$0] }
      if values.contains(where: \.isNull) || isKnown(values.map(\.comparableText)) { return row }
      guard let place = reference.columns.first(where: { !plan.columns[$0].isRequired }) else {
        return nil
      }
      var row = row
      row[place] = .null
      return row
    }
  }
}
