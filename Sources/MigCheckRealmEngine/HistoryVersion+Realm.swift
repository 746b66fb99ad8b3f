import MigCheckHistory
import MigCheckModel

extension HistoryVersion {
  /// A version with its migration block.
  ///
  /// - Parameters:
  ///   - drops: data that this version drops on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - onlyFrom: the block runs only for stores that were at one of these versions; `nil`:
  ///     for all.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - schema: the object types of this version.
  ///   - migration: runs for every store that comes from a lower version. As in the linear style
  ///     `if oldSchemaVersion < 2 { … }`, a store that skips versions runs the blocks of all of
  ///     them, one after the other, with `old` as it was at its own version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    onlyFrom: [UInt64]? = nil, fileID: String = #fileID, line: Int = #line,
    @History.Builder<ObjectType> schema: () -> [ObjectType],
    migration: @escaping @Sendable (RealmMigration) throws -> Void
  ) {
    self.init(
      number: number, schema: Schema(schema()),
      steps: [MigrationStep(.block(migration), onlyFrom: onlyFrom)], drops: drops,
      invariants: invariants)
    source = SourcePlace(file: fileID, line: line)
    steps[0].source = source
  }
}
