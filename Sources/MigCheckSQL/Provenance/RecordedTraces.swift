import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What upgrades by code do, told by the statements that ran.
final class RecordedTraces: UpgradeTraces {
  private let databases: DatabaseVersions
  private let known = Locked([[String]: Script]())

  private struct Script: Sendable {
    var trace: ScriptTrace
    var faults: [HopFault]
  }

  /// Upgrades differ in few ways; whoever finds that they do not keeps no more of them than this.
  private static let limit = 1000

  init(_ databases: DatabaseVersions) {
    self.databases = databases
  }

  func trace(from: UInt64, to: UInt64, running statements: [[SQLStatement]]) -> ColumnTrace? {
    var entries = databases.entries
    guard let old = entries.firstIndex(where: { $0.migration.number == from }),
      let new = entries.firstIndex(where: { $0.migration.number == to }),
      statements.count == new - old
    else { return nil }
    var traces = entries.map { _ in ScriptTrace() }
    var faults = [HopFault]()
    for (place, statements) in zip((old + 1)...new, statements) {
      guard let script = script(statements, into: place) else { return nil }
      traces[place] = script.trace
      // What ran with these rows, to which the trace refers.
      entries[place].migration.statements = statements
      faults += script.faults
    }
    let tracer = HopTracer(
      entries: entries, traces: traces, mapping: databases.mapping,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys)
    var trace = tracer.trace(from: old, to: new)
    trace.faults = faults.compactMap {
      $0.remainder(in: entries[new].database, mapping: databases.mapping)
    }
    return trace
  }

  private func script(_ statements: [SQLStatement], into place: Int) -> Script? {
    let key = ["\(place)"] + statements.map(\.text)
    if let script = known.withLock({ $0[key] }) { return script }
    guard let script = try? makeScript(statements, into: place) else { return nil }
    known.withLock {
      if $0.count >= Self.limit { $0 = [:] }
      $0[key] = script
    }
    return script
  }

  private func makeScript(_ statements: [SQLStatement], into place: Int) throws -> Script {
    let (before, entry) = (databases.entries[place - 1], databases.entries[place])
    var migration = entry.migration
    migration.statements = statements
    let database = try before.template.copy(to: ":memory:")
    defer { database.close() }
    let broken = StructureFaults.broken(in: before.database, database.connection)
    // Statements lead to rows of an app that are not there.
    try database.connection.execute("PRAGMA foreign_keys = OFF")
    let trace = try ScriptTracer.trace(
      migration, before: before.database, on: database, toleratesConstraints: true)
    let structure = StructureFaults(
      migration: migration, before: before.database, after: entry.database, trace: trace,
      mapping: databases.mapping, connection: database.connection,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys, broken: broken)
    let overwritten = OverwrittenColumns(
      migration: migration, before: before.database, trace: trace, mapping: databases.mapping)
    let crossed = CrossedColumns(
      migration: migration, trace: trace, mapping: databases.mapping)
    return Script(
      trace: trace,
      faults: structure.faults + NullComparisons(migration: migration).faults
        + overwritten.faults + crossed.faults)
  }
}
