import MigCheckModel

extension RealmContent {
  /// The objects of the file's classes as a graph, with their keys.
  ///
  /// - Parameter known: the schema that the file is said to have, which adds what files do not hold:
  ///   the order of properties, defaults, linking objects. `nil`: the file's own.
  /// - Returns: the content, and what is not in it as the file holds it.
  /// - Throws: `RealmSchemaMismatch` if the file has another schema; `RealmFileError` for embedded
  ///   objects that contain each other.
  package func snapshot(
    as known: Schema? = nil
  ) throws -> (snapshot: Snapshot, notes: [RealmNote]) {
    if let known {
      let mismatch = RealmSchemaMismatch(file: schema, known: known)
      guard mismatch.changes.isEmpty else { throw mismatch }
    }
    var reader = RealmGraphReader(self, schema: known ?? schema)
    let snapshot = try reader.read()
    return (snapshot, notes + reader.notes)
  }
}
