import MigCheck
import SwiftData
import Testing

// Names of SwiftData's, in a file that imports MigCheck too: they must mean SwiftData's.

private enum NotesV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
}

@Suite struct SwiftDataNamesTests {
  @Test("SwiftData's names mean SwiftData's types")
  func swiftDatasNamesMeanSwiftDatasTypes() {
    let names: [(any Any.Type, String)] = [
      (Attribute.self, "Schema.Attribute"), (DataStoreError.self, "DataStoreError"),
      (HistoryChange.self, "HistoryChange"), (Index.self, "Index"),
      (MigrationStage.self, "MigrationStage"), (ModelContext.self, "ModelContext"),
      (Query<Int>.self, "Query"), (Relationship.self, "Schema.Relationship"),
      (Schema.self, "Schema"), (Unique.self, "Unique"),
    ]
    for (type, name) in names {
      let full = String(reflecting: type)
      #expect(full.hasPrefix("SwiftData.\(name)"), "\(full)")
    }
    _ = NotesV1.versionIdentifier
  }
}
