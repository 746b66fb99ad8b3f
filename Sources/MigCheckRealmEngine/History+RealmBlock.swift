import MigCheckHistory
import MigCheckModel

extension History {
  // Where MigCheckRealm is imported too, code means its types.
  /// A history with the one migration block of an app, as it ships: for stores of every older version.
  ///
  ///     let contacts = History("Contacts", migrationBlock: migrationBlock) {
  ///       Version(1) { ObjectType("Person", ["name": .string]) }
  ///       Version(2) { ObjectType("Person", ["fullName": .string]) }
  ///     }
  ///
  /// It is the block of the newest release, and runs on upgrades into the newest version, from every
  /// older one. Upgrades into other versions run only where `Version(2, migrationBlock: …)` gives the
  /// block that shipped with that release.
  ///
  /// - Parameters:
  ///   - name: the name of the store, as reports show it; random graphs depend on it.
  ///   - ignoring: properties that comparisons leave out, `"Person.updatedAt"`.
  ///   - migrationBlock: is given the migration and the version of the store that it upgrades.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - versions: in increasing order of their numbers.
  @_disfavoredOverload
  public init(
    _ name: String, ignoring: [PropertyPath] = [],
    migrationBlock: @escaping @Sendable (RealmMigration, _ oldSchemaVersion: UInt64) throws -> Void,
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<HistoryVersion> versions: () -> [HistoryVersion]
  ) {
    self = History(name: name, engine: .realm, stages: versions(), ignoring: ignoring)
      .attaching(
        MigrationBlock(realm: migrationBlock), source: SourcePlace(file: fileID, line: line))
  }

  /// The history with the one migration block of an app, as `init(_:ignoring:migrationBlock:versions:)`
  /// takes it: for a history that was read from a file.
  ///
  /// - Parameters:
  ///   - version: the version whose release shipped the block, which must be one of the history's;
  ///     `nil`: the newest.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - migrationBlock: is given the migration and the version of the store that it upgrades.
  @_disfavoredOverload
  public func migrating(
    into version: UInt64? = nil, fileID: String = #fileID, line: Int = #line,
    by migrationBlock:
      @escaping @Sendable (RealmMigration, _ oldSchemaVersion: UInt64) throws ->
      Void
  ) -> History {
    attaching(
      MigrationBlock(realm: migrationBlock), to: version,
      source: SourcePlace(file: fileID, line: line))
  }
}

extension HistoryVersion {
  /// A version with the migration block that its release shipped, for stores of every older version.
  ///
  /// Upgrades then lead into those versions only that have such a block.
  ///
  /// - Parameters:
  ///   - drops: data that this version drops on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - migrationBlock: is given the migration and the version of the store that it upgrades.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - schema: the object types of this version.
  @_disfavoredOverload
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    migrationBlock: @escaping @Sendable (RealmMigration, _ oldSchemaVersion: UInt64) throws -> Void,
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<ObjectType> schema: () -> [ObjectType]
  ) {
    let source = SourcePlace(file: fileID, line: line)
    self.init(
      number: number, schema: Schema(schema()),
      steps: [.release(MigrationBlock(realm: migrationBlock), of: number, source: source)],
      drops: drops, invariants: invariants)
    self.source = source
  }

  /// The same, where the block stands at the end: code of two parameters, such as an app's own block, is
  /// the block of a release. Code of one parameter is a step, which upgrades run that pass the version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<ObjectType> schema: () -> [ObjectType],
    migration: @escaping @Sendable (RealmMigration, _ oldSchemaVersion: UInt64) throws -> Void
  ) {
    self.init(
      number, drops: drops, invariants: invariants, migrationBlock: migration, fileID: fileID,
      line: line, schema: schema)
  }
}

extension MigrationBlock {
  /// An app's block, which is told the version of the store.
  package init(realm body: @escaping @Sendable (RealmMigration, UInt64) throws -> Void) {
    self.init(realm: { migration in try body(migration, migration.oldSchemaVersion) })
  }
}
