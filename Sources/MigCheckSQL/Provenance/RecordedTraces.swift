import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What upgrades by code do, told by the statements that ran.
///
/// Which statements run may depend on the rows. What is wrong with a version is told by all statements
/// that ran on rows of all sorts, once for all upgrades; what the rows of one upgrade make it run
/// beside them is looked at as well.
final class RecordedTraces: UpgradeTraces {
  private let databases: DatabaseVersions
  private let settings: FolderSettings
  /// What is wrong with the last version whatever its code does.
  private let ofLast: [HopFault]
  private let known = Locked([[String]: Script]())
  private let ordinary = Locked([[HopFault]]?.none)

  private struct Script: Sendable {
    var trace: ScriptTrace
    var faults: [HopFault]
  }

  /// Upgrades differ in few ways; whoever finds that they do not keeps no more of them than this.
  private static let limit = 1000

  /// - Parameters:
  ///   - settings: what is declared to be meant.
  ///   - ofLast: what is wrong with the last version whatever its code does.
  init(_ databases: DatabaseVersions, settings: FolderSettings, ofLast: [HopFault] = []) {
    self.databases = databases
    self.settings = settings
    self.ofLast = ofLast
  }

  func trace(from: UInt64, to: UInt64, running statements: [[SQLStatement]]) -> ColumnTrace? {
    var entries = databases.entries
    guard let old = entries.firstIndex(where: { $0.migration.number == from }),
      let new = entries.firstIndex(where: { $0.migration.number == to }),
      statements.count == new - old
    else { return nil }
    let ordinary = ordinaryFaults
    var traces = entries.map { _ in ScriptTrace() }
    var faults = [HopFault]()
    for (place, statements) in zip((old + 1)...new, statements) {
      guard let script = script(statements, into: place) else { return nil }
      traces[place] = script.trace
      // What ran with these rows, to which the trace refers.
      entries[place].migration = entries[place].migration.running(statements)
      faults += ordinary.worthTelling[place]
      faults += script.faults.filter { fault in
        !ordinary.all[place].contains { $0.isSame(as: fault) }
      }
    }
    if new == entries.count - 1 { faults += ofLast }
    let tracer = HopTracer(
      entries: entries, traces: traces, mapping: databases.mapping,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys,
      renumbered: RenumberedRows.Place(ordinary.all))
    var trace = tracer.trace(from: old, to: new)
    trace.faults = faults.compactMap {
      $0.remainder(in: entries[new], mapping: databases.mapping)
    }
    for rewrite in settings.rewrites
    where entries[(old + 1)...new].contains(where: { rewrite.concerns($0.migration) }) {
      guard let type = entries[new].schema.type(named: rewrite.path.type) else { continue }
      let names = rewrite.path.property.map { [$0] } ?? type.properties.map(\.name)
      trace.noteRewrites(of: names.map { PropertyPath(type: type.name, property: $0) })
    }
    return trace
  }

  // MARK: Rows of all sorts

  /// Parallel to the entries.
  private var ordinaryFaults: (all: [[HopFault]], worthTelling: [[HopFault]]) {
    let all = ordinary.withLock { known in
      if let known { return known }
      let made = databases.entries.indices.map { $0 == 0 ? [] : makeOrdinaryFaults(into: $0) }
      known = made
      return made
    }
    return (all, FaultSelection(databases.entries, databases.mapping).worthTelling(all))
  }

  private func makeOrdinaryFaults(into place: Int) -> [HopFault] {
    let (before, entry) = (databases.entries[place - 1], databases.entries[place])
    let statements = rehearsedStatements(into: place)
    guard let script = script(statements, into: place) else { return [] }
    let migration = entry.migration.running(statements)
    let faults = ScriptFaults(
      migration: migration, before: before, after: entry, trace: script.trace,
      databases: databases, settings: settings)
    return ExampleRows(
      rehearsal: Rehearsal(
        migration: migration, before: before, rows: StartRows(versions: databases))
    ).adding(to: script.faults + faults.ofRows)
  }

  /// All statements that ran, with rows and without, in the order in which they first ran; of those
  /// with arguments some have those of a row.
  private func rehearsedStatements(into place: Int) -> [SQLStatement] {
    let migration = databases.entries[place].migration
    guard migration.statements.contains(where: \.isQuery) else { return migration.statements }
    var longest = migration.statements
    for round in 0..<2 {
      var log = StatementLog()
      Rehearsal(
        migration: migration, before: databases.entries[place - 1],
        rows: StartRows(versions: databases)
      ).run(round: round) { statement, _ in
        if let statement { log.append(statement) }
      }
      // An upgrade that fails with these rows ends early.
      if log.statements.count > longest.count { longest = log.statements }
    }
    return longest
  }

  // MARK: Statements

  func stepSources(_ position: Int) -> [StepSource] {
    guard position > 0 else { return [] }
    let migration = databases.entries[position].migration
    guard let script = script(migration.statements, into: position) else { return [] }
    return StepSources(
      migration: migration.running(migration.statements),
      before: databases.entries[position - 1].database, trace: script.trace,
      mapping: databases.mapping, enforcesForeignKeys: databases.engine.enforcesForeignKeys
    ).all
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
    let migration = entry.migration.running(statements)
    let database = try before.template.copy(to: ":memory:")
    defer { database.close() }
    // Statements lead to rows of an app that are not there.
    try database.connection.execute("PRAGMA foreign_keys = OFF")
    let trace = try ScriptTracer.trace(
      migration, before: before.database, on: database, toleratesConstraints: true)
    let faults = ScriptFaults(
      migration: migration, before: before, after: entry, trace: trace, databases: databases,
      settings: settings)
    return Script(
      trace: trace,
      faults: faults.ofStatements(in: database) + faults.ofTriggers)
  }
}

extension HopFault {
  fileprivate func isSame(as other: HopFault) -> Bool {
    code == other.code && type == other.type && property == other.property
      && subject == other.subject
  }
}
