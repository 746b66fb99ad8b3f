import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What every script of a folder does, and what all the hops between its versions do.
final class ScriptTraces: Sendable {
  private let tracer: HopTracer
  /// Parallel to the entries: what each script breaks beside data.
  private let faults: [[HopFault]]
  private let rewrites: [FolderSettings.Entry]
  private let known = Locked([Hop: Known]())

  /// What is known of a hop.
  private struct Known: Sendable {
    var trace: ColumnTrace
    var deletions: [FollowedDeletion]
  }

  private struct Hop: Hashable {
    var from: UInt64
    var to: UInt64
  }

  /// - Parameters:
  ///   - allowances: what comments in the scripts say to be intended.
  ///   - progress: gets after each script how many were tried, and how many there are.
  /// - Throws: `InputError` if a script cannot be run again.
  init(
    _ databases: DatabaseVersions, settings: FolderSettings, allowances: [Allowance] = [],
    progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws {
    let entries = databases.entries
    rewrites = settings.rewrites
    var traces = [ScriptTrace()]
    var faults = [[HopFault]()]
    progress?(1, entries.count)
    for (entry, next) in zip(entries, entries.dropFirst()) {
      defer { progress?(traces.count, entries.count) }
      let database = try entry.template.copy(to: ":memory:")
      defer { database.close() }
      do {
        let trace = try ScriptTracer.trace(
          next.migration, before: entry.database, on: database)
        traces.append(trace)
        let own = ScriptFaults(
          migration: next.migration, before: entry, after: next, trace: trace,
          databases: databases, settings: settings)
        var found =
          own.ofStatements(in: database) + own.ofRows + own.ofTriggers
        // Whoever renames a table away has been told what that does to references.
        if settings.foreignKeys != false, !found.contains(where: { $0.code == "foreignKeyBroken" })
        {
          found +=
            PossibleCascades(
              migration: next.migration, before: entry, rows: StartRows(versions: databases),
              areEnforced: databases.engine.enforcesForeignKeys
            ).faults
        }
        if let open = OpenTransactions(migration: next.migration).fault { found.append(open) }
        faults.append(found)
      } catch let failure as MigrationRunner.Failure {
        throw InputError(
          file: failure.statement?.file ?? next.migration.name, line: failure.statement?.line,
          problem: failure.error.message)
      }
    }
    let renumbered = RenumberedRows.Place(faults)
    faults = FaultSelection(entries, databases.mapping).worthTelling(faults, allowances)
    for (place, entry) in entries.enumerated().dropFirst() where faults.indices.contains(place) {
      faults[place] = ExampleRows(
        rehearsal: Rehearsal(
          migration: entry.migration, before: entries[place - 1],
          rows: StartRows(versions: databases))
      ).adding(to: faults[place])
    }
    if let fresh = settings.fresh, !entries.isEmpty {
      faults[faults.count - 1] += try Self.freshFaults(fresh, databases, settings)
    }
    tracer = HopTracer(
      entries: entries, traces: traces, mapping: databases.mapping,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys, renumbered: renumbered)
    self.faults = faults
  }

  /// What the last version lacks, or has too much, beside a database that was never upgraded.
  private static func freshFaults(
    _ path: String, _ databases: DatabaseVersions,
    _ settings: FolderSettings
  ) throws -> [HopFault] {
    let statements = try MigrationFolder.statements(
      ofFile: path, definitions: settings.definitions)
    let name = statements.first?.file ?? path
    let database = try ScratchDatabase(engine: databases.engine)
    defer { database.close() }
    do {
      try MigrationRunner(database: database).run(
        Migration(number: 0, name: name, statements: statements))
    } catch let failure as MigrationRunner.Failure {
      throw InputError(
        file: failure.statement?.file ?? name, line: failure.statement?.line,
        problem: failure.error.message)
    }
    // What a runner keeps for itself is in no script, but in what it writes down of a store.
    let fresh = FreshDatabase(
      schema: try DatabaseSchema(
        of: database.connection, without: databases.engine.ownTables,
        texts: databases.engine.textTables),
      template: DatabaseTemplate(try database.copy(to: ":memory:")))
    return FreshComparison.faults(databases, fresh, file: name)
  }

  /// What the scripts of a hop do.
  func trace(from: UInt64, to: UInt64) -> ColumnTrace? { known(from: from, to: to)?.trace }

  /// The deletions of a hop whose rows are to be noted as it runs.
  func followedDeletions(from: UInt64, to: UInt64) -> [FollowedDeletion] {
    known(from: from, to: to)?.deletions ?? []
  }

  private func known(from: UInt64, to: UInt64) -> Known? {
    let hop = Hop(from: from, to: to)
    if let found = known.withLock({ $0[hop] }) { return found }
    let entries = tracer.entries
    guard let old = entries.firstIndex(where: { $0.migration.number == from }),
      let new = entries.firstIndex(where: { $0.migration.number == to })
    else { return nil }
    var trace = tracer.trace(from: old, to: new)
    trace.faults = faults[(old + 1)...new].flatMap(\.self).compactMap {
      $0.remainder(in: entries[new], mapping: tracer.mapping)
    }
    addRewrites(to: &trace, old, new)
    let deletions = tracer.followedDeletions(in: trace, from: old, to: new)
    for deletion in deletions {
      if !trace.deleted.contains(deletion.type) { trace.deleted.append(deletion.type) }
      guard deletion.condition != nil, !deletion.leavesOutTwins,
        let copy = tracer.statement(of: deletion)
      else { continue }
      for place in trace.removals.indices
      where trace.removals[place].type == deletion.type
        && trace.removals[place].place == copy.source
      {
        trace.removals[place].reason =
          "the copy at \(copy.place) leaves out rows that the new table could hold"
      }
    }
    let found = Known(trace: trace, deletions: deletions)
    known.withLock { $0[hop] = found }
    return found
  }

  /// What the settings say that a version writes on purpose.
  private func addRewrites(to trace: inout ColumnTrace, _ old: Int, _ new: Int) {
    for rewrite in rewrites {
      let concerns = tracer.entries[(old + 1)...new].contains { rewrite.concerns($0.migration) }
      guard concerns, let type = tracer.entries[new].schema.type(named: rewrite.path.type) else {
        continue
      }
      let names = rewrite.path.property.map { [$0] } ?? type.properties.map(\.name)
      trace.noteRewrites(of: names.map { PropertyPath(type: type.name, property: $0) })
    }
  }

  /// Where the statements of a version stand that touch tables and columns.
  func stepSources(_ position: Int) -> [StepSource] {
    StepSources(
      migration: tracer.entries[position].migration,
      before: position > 0 ? tracer.entries[position - 1].database : nil,
      trace: tracer.traces[position], mapping: tracer.mapping,
      enforcesForeignKeys: tracer.enforcesForeignKeys
    ).all
  }
}

extension SQLStatement {
  /// The place with the statement itself.
  var source: SourcePlace {
    SourcePlace(
      file: file, path: summary, line: line, text: text, copiesByPosition: copiesByPosition)
  }

  /// Whether it is `INSERT INTO a SELECT …`: what goes where is told by the order alone.
  private var copiesByPosition: Bool {
    guard line != nil, let first = tokens.first, first.isWord("insert") || first.isWord("replace"),
      let into = tokens.firstIndex(where: { $0.isWord("into") })
    else { return false }
    let isQualified = into + 2 < tokens.count && tokens[into + 2].isSymbol(".")
    let next = into + (isQualified ? 4 : 2)
    return next < tokens.count && tokens[next].isWord("select")
  }
}
