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
    let place = databases.entries.firstIndex { $0.migration.number == after.migration.number } ?? 0
    let all: [[HopFault]] = [
      StructureFaults(
        migration: migration, before: before.database, after: after.database, trace: trace,
        mapping: mapping, connection: database.connection,
        enforcesForeignKeys: databases.engine.enforcesForeignKeys, broken: before.broken,
        later: later
      ).faults,
      NullComparisons(migration: migration).faults,
      OverwrittenColumns(
        migration: migration, before: before.database, trace: trace, mapping: mapping
      ).faults,
      CrossedColumns(migration: migration, trace: trace, mapping: mapping).faults,
      ChainedUpdates(
        migration: migration, before: before.database, mapping: mapping,
        connection: database.connection
      ).faults,
      RemovedDuplicates(
        migration: migration, before: before.database, after: after.database, mapping: mapping,
        enforcesForeignKeys: databases.engine.enforcesForeignKeys
      ).faults,
      WildcardNames(migration: migration, mapping: mapping).faults,
      MisreadConditions(
        migration: migration, before: before.database, mapping: mapping
      ).faults,
      LeftOutColumns(
        migration: migration, before: before.database, after: after.database, trace: trace,
        mapping: mapping
      ).faults,
      BooleanTexts(
        migration: migration, before: before.database, after: after.database, mapping: mapping,
        scripts: databases.entries[...place].flatMap(\.migration.statements).map(\.tokens)
      ).faults,
      QuotedCalls(
        migration: migration, before: before.database, after: after.database, mapping: mapping
      ).faults,
      RenumberedRows(
        migration: migration, before: before, after: after.database, trace: trace, mapping: mapping
      ).faults,
      LimitedCopies(migration: migration, trace: trace, mapping: mapping).faults,
      MetInsertions(
        migration: migration, before: before.database, trace: trace, mapping: mapping
      ).faults,
      MismatchedReferences(
        migration: migration, before: before.database, after: after.database, mapping: mapping,
        enforcesForeignKeys: databases.engine.enforcesForeignKeys
      ).faults,
      UnboundParameters(migration: migration).faults,
      SetAsideColumns(
        migration: migration, before: before.database, trace: trace, mapping: mapping
      ).faults,
      KeysOfAnotherTable(
        migration: migration, before: before.database, after: after.database, mapping: mapping
      ).faults,
      StrayIndexes(
        migration: migration, before: before.database, after: after.database, mapping: mapping
      ).faults,
      RepeatedUpdates(
        migration: migration, before: before.database, mapping: mapping
      ).faults,
      MistypedNames(migration: migration, trace: trace, mapping: mapping).faults,
      IdleArguments(migration: migration, before: before.database, mapping: mapping).faults,
      IdleCreations(
        migration: migration, before: before.database, after: after.database, following: following,
        mapping: mapping
      ).faults,
      MistakenColumns(
        migration: migration, before: before.database, after: after.database, trace: trace,
        mapping: mapping
      ).faults,
      SwappedUpdates(
        migration: migration, before: before.database, after: after.database, mapping: mapping
      ).faults,
      [
        EmptyHeirs(
          migration: migration, before: before.database, after: after.database, trace: trace,
          mapping: mapping
        ).fault
      ].compactMap(\.self),
    ]
    return notMeant(Array(all.joined()))
  }

  private var following: [DatabaseVersions.Entry] {
    Array(
      databases.entries.drop { $0.migration.number != after.migration.number }.dropFirst())
  }

  private var later: [DatabaseSchema] { following.map(\.database) }

  /// What statements do to rows that a schema admits.
  var ofRows: [HopFault] {
    let mapping = databases.mapping
    let rehearsal = Rehearsal(
      migration: migration, before: before, rows: StartRows(versions: databases))
    let place = databases.entries.firstIndex { $0.migration.number == before.migration.number } ?? 0
    let isUnsettled = settings.foreignKeys == nil && !databases.engine.enforcesForeignKeys
    let all: [[HopFault]] = [
      WideDeletions(rehearsal: rehearsal, mapping: mapping).faults,
      CopiedRows(
        rehearsal: rehearsal, earlier: place > 0 ? databases.entries[place - 1].database : nil,
        after: after.database, trace: trace, mapping: mapping
      ).faults,
      UnreadableJSON(
        rehearsal: rehearsal, mapping: mapping,
        scripts: databases.entries[...min(place + 1, databases.entries.count - 1)]
          .flatMap(\.migration.statements).map(\.tokens)
      ).faults,
      UnfilledIndexes(
        rehearsal: rehearsal, after: after.database, mapping: mapping
      ).faults,
      OutdatedIndexes(
        rehearsal: rehearsal, after: after.database, mapping: mapping
      ).faults,
      DoubledSequences(rehearsal: rehearsal, mapping: mapping).faults,
      SelfReadingUpdates(rehearsal: rehearsal, mapping: mapping).faults,
      VanishedGroups(rehearsal: rehearsal, after: after.database, mapping: mapping).faults,
      SplitTables(rehearsal: rehearsal, mapping: mapping).faults,
      RenamedCopies(
        rehearsal: rehearsal, after: after, trace: trace, mapping: mapping
      ).faults,
      MistakenUnits(
        rehearsal: rehearsal, after: after, trace: trace, mapping: mapping
      ).faults,
      PartlyMoved(rehearsal: rehearsal, after: after.database, mapping: mapping).faults,
      isUnsettled
        ? NewReferences(rehearsal: rehearsal, after: after.database, mapping: mapping).faults : [],
    ]
    return notMeant(Array(all.joined()))
  }

  /// What triggers of the app do as statements run.
  var ofTriggers: [HopFault] {
    FiredTriggers(
      migration: migration, before: before.database, trace: trace, mapping: databases.mapping
    ).faults
  }

  /// The codes of faults that say what a statement does to values, which may be intended.
  static let rewriting =
    [
      "columnsCrossed", KeysOfAnotherTable.code, CopiedRows.severalCode, CopiedRows.multipliedCode,
      ChainedUpdates.code, ChainedUpdates.idleCode, GarbledJSON.quotedCode, OverwrittenValues.code,
      PassedOverRows.code, TextsInNumbers.code, ReplacedRows.code, UnitedRows.code,
      MistakenZones.code, MistakenUnits.code, SelfReadingUpdates.code, BooleanTexts.code,
      QuotedCalls.code,
      QuotedCalls.writtenCode,
      JoinedUpdates.everyCode, RenumberedRows.code, OverwrittenColumns.nullCode,
      OverwrittenColumns.constantCode, CapturedNames.code,
      RepeatedUpdates.code, OverwrittenValues.unmatchedCode,
      RenumberedRows.keptCode, MistakenColumns.code, SwappedUpdates.code,
      GarbledValues.refusedCode,
    ] + CopiedRows.garblingCodes
  private static let dropping = [
    "deletesEverything", StructureFaults.rowsGivenUp, RemovedDuplicates.nullCode,
    RemovedDuplicates.cascadeCode, WildcardNames.code, UnreferringRows.code, VanishedGroups.code,
    LeftOutColumns.code, EmptyHeirs.code, SplitTables.code, LimitedCopies.code,
    SetAsideColumns.code, KeysOfAnotherTable.code, RenamedCopies.code,
    RenamedCopies.joinCode, PartlyMoved.code,
  ]

  private func notMeant(_ faults: [HopFault]) -> [HopFault] {
    func isNamed(_ fault: HopFault, in entries: [FolderSettings.Entry]) -> Bool {
      entries.contains { $0.covers(fault) && $0.concerns(migration) }
    }
    return faults.filter { fault in
      !(Self.rewriting.contains(fault.code) && isNamed(fault, in: settings.rewrites))
        && !(Self.dropping.contains(fault.code) && isNamed(fault, in: settings.drops))
    }
  }
}
