import MigCheckModel

/// What is known of upgrades by code whose statements are not: what tables have lost beside rows.
///
/// A table of the same name counts as rebuilt, and columns of the same names as copied. What an author
/// may have dropped by a statement of its own is a warning, as no statement shows it.
final class SchemaTraces: UpgradeTraces {
  private let databases: DatabaseVersions
  private let settings: FolderSettings
  private let ofLast: [HopFault]
  private let known = Locked([[HopFault]]?.none)

  /// - Parameters:
  ///   - settings: what is declared to be intended.
  ///   - ofLast: faults of the last version that do not depend on its code.
  init(_ databases: DatabaseVersions, settings: FolderSettings, ofLast: [HopFault] = []) {
    self.databases = databases
    self.settings = settings
    self.ofLast = ofLast
  }

  func trace(from: UInt64, to: UInt64, running statements: [[SQLStatement]]) -> ColumnTrace? {
    let entries = databases.entries
    guard let old = entries.firstIndex(where: { $0.migration.number == from }),
      let new = entries.firstIndex(where: { $0.migration.number == to }), old < new
    else { return nil }
    var trace = ColumnTrace()
    trace.saysFaultsAlone = true
    trace.faults =
      (faults[(old + 1)...new].flatMap(\.self) + (new == entries.count - 1 ? ofLast : []))
      .compactMap { $0.remainder(in: entries[new], mapping: databases.mapping) }
    for rewrite in settings.rewrites
    where entries[(old + 1)...new].contains(where: { rewrite.concerns($0.migration) }) {
      guard let type = entries[new].schema.type(named: rewrite.path.type) else { continue }
      let names = rewrite.path.property.map { [$0] } ?? type.properties.map(\.name)
      trace.noteRewrites(of: names.map { PropertyPath(type: type.name, property: $0) })
    }
    return trace
  }

  func stepSources(_ position: Int) -> [StepSource] { [] }

  /// Parallel to the entries.
  private var faults: [[HopFault]] {
    known.withLock { known in
      if let known { return known }
      let all = databases.entries.indices.map { $0 == 0 ? [] : (try? makeFaults(into: $0)) ?? [] }
      let made = FaultSelection(databases.entries, databases.mapping).worthTelling(all)
      known = made
      return made
    }
  }

  private func makeFaults(into place: Int) throws -> [HopFault] {
    let (before, entry) = (databases.entries[place - 1], databases.entries[place])
    let database = try entry.template.copy(to: ":memory:")
    defer { database.close() }
    var structure = StructureFaults(
      migration: entry.migration, before: before.database, after: entry.database,
      trace: ScriptTrace(rebuilding: before.database, as: entry.database),
      mapping: databases.mapping, connection: database.connection,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys, broken: before.broken,
      later: databases.entries[(place + 1)...].map(\.database))
    structure.seesStatements = false
    return structure.faults
  }
}

extension ScriptTrace {
  /// What a script would do that rebuilds every table and copies all columns that it had.
  fileprivate init(rebuilding before: DatabaseSchema, as after: DatabaseSchema) {
    for (number, table) in after.tables.enumerated() {
      guard let old = before.table(named: table.name) else { continue }
      let name = table.name.lowercasedASCII
      tables[name] = TableHistory(
        number: number, origin: nil,
        columns: table.columns.map { column in
          let own = column.name.lowercasedASCII
          return (
            own, old.column(named: column.name) == nil ? .added : .copied(table: name, column: own)
          )
        })
    }
  }
}
