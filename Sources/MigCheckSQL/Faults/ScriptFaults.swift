import MigCheckModel
import MigCheckText

/// All that is wrong with one version whatever rows a user has, and on rows of all sorts.
///
/// It is the same for scripts of a folder and for migrations of code whose statements are known.
struct ScriptFaults {
  let migration: Migration
  let before: DatabaseVersions.Entry
  let after: DatabaseVersions.Entry
  let trace: ScriptTrace
  let databases: DatabaseVersions
  /// What is declared to be meant.
  let settings: FolderSettings

  /// What statements tell by themselves.
  ///
  /// - Parameter database: one after the version, without rows.
  func ofStatements(in database: ScratchDatabase) -> [HopFault] {
    let mapping = databases.mapping
    let structure = StructureFaults(
      migration: migration, before: before.database, after: after.database, trace: trace,
      mapping: mapping, connection: database.connection,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys, broken: before.broken, later: later)
    let overwritten = OverwrittenColumns(
      migration: migration, before: before.database, trace: trace, mapping: mapping)
    let crossed = CrossedColumns(migration: migration, trace: trace, mapping: mapping)
    let nulls = NullComparisons(migration: migration)
    let misread = MisreadConditions(
      migration: migration, before: before.database, mapping: mapping)
    let leftOut = LeftOutColumns(
      migration: migration, before: before.database, after: after.database, trace: trace,
      mapping: mapping)
    let heirs = EmptyHeirs(
      migration: migration, before: before.database, after: after.database, trace: trace,
      mapping: mapping)
    let chained = ChainedUpdates(
      migration: migration, before: before.database, mapping: mapping,
      connection: database.connection)
    let duplicates = RemovedDuplicates(
      migration: migration, before: before.database, after: after.database, mapping: mapping,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys)
    let wildcards = WildcardNames(migration: migration, mapping: mapping)
    let renumbered = RenumberedRows(
      migration: migration, before: before, after: after.database, trace: trace, mapping: mapping)
    let place = databases.entries.firstIndex { $0.migration.number == after.migration.number } ?? 0
    let booleans = BooleanTexts(
      migration: migration, before: before.database, after: after.database, mapping: mapping,
      scripts: databases.entries[...place].flatMap(\.migration.statements).map(\.tokens))
    let calls = QuotedCalls(
      migration: migration, before: before.database, after: after.database, mapping: mapping)
    let mistaken = MistakenColumns(
      migration: migration, before: before.database, after: after.database, trace: trace,
      mapping: mapping)
    let swapped = SwappedUpdates(
      migration: migration, before: before.database, after: after.database, mapping: mapping)
    let limited = LimitedCopies(migration: migration, trace: trace, mapping: mapping)
    let met = MetInsertions(
      migration: migration, before: before.database, trace: trace, mapping: mapping)
    let repeated = RepeatedUpdates(
      migration: migration, before: before.database, mapping: mapping)
    let mistyped = MistypedNames(migration: migration, trace: trace, mapping: mapping)
    let idle = IdleArguments(migration: migration, before: before.database, mapping: mapping)
    let unbound = UnboundParameters(migration: migration)
    let mismatched = MismatchedReferences(
      migration: migration, before: before.database, after: after.database, mapping: mapping,
      enforcesForeignKeys: databases.engine.enforcesForeignKeys)
    let idleCreations = IdleCreations(
      migration: migration, before: before.database, after: after.database, later: later,
      mapping: mapping)
    let stray = StrayIndexes(
      migration: migration, before: before.database, after: after.database, mapping: mapping)
    let foreign = KeysOfAnotherTable(
      migration: migration, before: before.database, after: after.database, mapping: mapping)
    let aside = SetAsideColumns(
      migration: migration, before: before.database, trace: trace, mapping: mapping)
    return notMeant(
      structure.faults + nulls.faults + overwritten.faults + crossed.faults + chained.faults
        + duplicates.faults + wildcards.faults + misread.faults + leftOut.faults
        + booleans.faults + calls.faults + renumbered.faults + limited.faults
        + met.faults
        + mismatched.faults + unbound.faults + aside.faults + foreign.faults + stray.faults + repeated.faults
        + mistyped.faults + idle.faults + idleCreations.faults
        + mistaken.faults + swapped.faults
        + [heirs.fault].compactMap(\.self))
  }

  private var later: [DatabaseSchema] {
    databases.entries.drop { $0.migration.number != after.migration.number }.dropFirst()
      .map(\.database)
  }

  /// What statements do to rows that a schema admits.
  var ofRows: [HopFault] {
    let mapping = databases.mapping
    let rehearsal = Rehearsal(
      migration: migration, before: before, rows: StartRows(versions: databases))
    let wide = WideDeletions(rehearsal: rehearsal, mapping: mapping)
    let place = databases.entries.firstIndex { $0.migration.number == before.migration.number } ?? 0
    let copied = CopiedRows(
      rehearsal: rehearsal, earlier: place > 0 ? databases.entries[place - 1].database : nil,
      after: after.database, trace: trace, mapping: mapping)
    let unreadable = UnreadableJSON(
      rehearsal: rehearsal, mapping: mapping,
      scripts: databases.entries[...min(place + 1, databases.entries.count - 1)]
        .flatMap(\.migration.statements).map(\.tokens))
    let unfilled = UnfilledIndexes(
      rehearsal: rehearsal, after: after.database, mapping: mapping)
    let outdated = OutdatedIndexes(
      rehearsal: rehearsal, after: after.database, mapping: mapping)
    let doubled = DoubledSequences(rehearsal: rehearsal, mapping: mapping)
    let selfReading = SelfReadingUpdates(rehearsal: rehearsal, mapping: mapping)
    let vanished = VanishedGroups(rehearsal: rehearsal, after: after.database, mapping: mapping)
    let split = SplitTables(rehearsal: rehearsal, mapping: mapping)
    let renamed = RenamedCopies(
      rehearsal: rehearsal, after: after, trace: trace, mapping: mapping)
    let isUnsettled = settings.foreignKeys == nil && !databases.engine.enforcesForeignKeys
    let references =
      isUnsettled
      ? NewReferences(rehearsal: rehearsal, after: after.database, mapping: mapping).faults : []
    let partly = PartlyMoved(rehearsal: rehearsal, after: after.database, mapping: mapping)
    return notMeant(
      wide.faults + copied.faults + unreadable.faults + unfilled.faults + outdated.faults
        + doubled.faults
        + selfReading.faults + vanished.faults + split.faults + renamed.faults
        + partly.faults + references)
  }

  /// What triggers of the app do as statements run.
  var ofTriggers: [HopFault] {
    FiredTriggers(
      migration: migration, before: before.database, trace: trace, mapping: databases.mapping
    ).faults
  }

  private static let rewriting = [
    "columnsCrossed", CopiedRows.severalCode, CopiedRows.multipliedCode, CopiedRows.garbledCode,
    ChainedUpdates.code, ChainedUpdates.idleCode, GarbledJSON.quotedCode, OverwrittenValues.code,
    PassedOverRows.code, TextsInNumbers.code, ReplacedRows.code, UnitedRows.code,
    MistakenZones.code, SelfReadingUpdates.code, BooleanTexts.code, QuotedCalls.code, QuotedCalls.writtenCode,
    JoinedUpdates.everyCode, RenumberedRows.code, OverwrittenColumns.nullCode,
    OverwrittenColumns.constantCode, CapturedNames.code,
    RepeatedUpdates.code, OverwrittenValues.unmatchedCode,
    RenumberedRows.keptCode, MistakenColumns.code, SwappedUpdates.code,
    GarbledValues.refusedCode,
  ]
  private static let dropping = [
    "deletesEverything", StructureFaults.rowsGivenUp, RemovedDuplicates.nullCode,
    RemovedDuplicates.cascadeCode, WildcardNames.code, UnreferringRows.code, VanishedGroups.code,
    LeftOutColumns.code, EmptyHeirs.code, SplitTables.code, LimitedCopies.code,
    SetAsideColumns.code, KeysOfAnotherTable.code, NewReferences.code, RenamedCopies.code, RenamedCopies.joinCode, PartlyMoved.code,
  ]

  private func notMeant(_ faults: [HopFault]) -> [HopFault] {
    func isNamed(_ fault: HopFault, in entries: [FolderSettings.Entry]) -> Bool {
      entries.contains { $0.path.type == fault.type && $0.concerns(migration) }
    }
    return faults.filter { fault in
      !(Self.rewriting.contains(fault.code) && isNamed(fault, in: settings.rewrites))
        && !(Self.dropping.contains(fault.code) && isNamed(fault, in: settings.drops))
    }
  }
}
