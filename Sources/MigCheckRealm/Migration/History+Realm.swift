import MigCheckEngines
import MigCheckModel

extension History {
  /// A history with the one migration block of an app, as it ships: for stores of every older version.
  ///
  /// It runs on upgrades into the newest version, from every older one. Upgrades into other versions
  /// run only where `Version(2, migrationBlock: …)` gives the block that shipped with that release.
  ///
  /// - Parameters:
  ///   - name: the name of the store, as reports show it; random graphs depend on it.
  ///   - ignoring: properties that comparisons leave out, `"Person.updatedAt"`.
  ///   - migrationBlock: the app's own.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - versions: in increasing order of their numbers.
  public init(
    _ name: String, ignoring: [PropertyPath] = [], migrationBlock: @escaping MigrationBlock,
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<HistoryVersion> versions: () -> [HistoryVersion]
  ) {
    self.init(
      name, ignoring: ignoring,
      migrationBlock: { base, version in migrationBlock(Migration(base), version) },
      fileID: fileID, line: line, versions: versions)
  }

  /// The history with the one migration block of an app: for a history that was read from a file.
  public func migrating(
    fileID: String = #fileID, line: Int = #line, by migrationBlock: @escaping MigrationBlock
  ) -> History {
    migrating(fileID: fileID, line: line) { base, version in
      migrationBlock(Migration(base), version)
    }
  }
}

extension HistoryVersion {
  /// A version with the migration block that its release shipped, for stores of every older version.
  ///
  /// - Parameters:
  ///   - drops: data that this version drops on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - migrationBlock: the release's own.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - schema: the object types of this version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    migrationBlock: @escaping MigrationBlock, fileID: String = #fileID, line: Int = #line,
    @History.Builder<ObjectType> schema: () -> [ObjectType]
  ) {
    self.init(
      number, drops: drops, invariants: invariants,
      migrationBlock: { base, version in migrationBlock(Migration(base), version) },
      fileID: fileID, line: line, schema: schema)
  }
}
