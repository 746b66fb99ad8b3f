import MigCheckModel

/// How the schema of a file differs from the one of a version.
package struct RealmSchemaMismatch: Error, Sendable, Equatable {
  /// From the version to the file.
  ///
  /// Indexes and defaults do not count, nor do classes that only the file has: Realm keeps the tables
  /// of classes that a version removed.
  package let changes: [SchemaChange]

  package init(file: Schema, known: Schema) {
    changes = SchemaChange.changes(from: known, to: file).filter { change in
      switch change {
      case .indexAdded, .indexRemoved, .defaultChanged, .typeAdded: false
      default: true
      }
    }
  }

  /// At most three changes: `Person.age: int → string, Dog removed, and 2 more`.
  package var summary: String {
    let rest = changes.count - 3
    return changes.prefix(3).map(\.description).joined(separator: ", ")
      + (rest > 0 ? ", and \(rest) more" : "")
  }
}
