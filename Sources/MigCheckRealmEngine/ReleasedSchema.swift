import MigCheckModel

/// The schema that a version had when it was released.
package struct ReleasedSchema: Sendable, Equatable {
  package var version: UInt64
  package var schema: Schema
  /// The file that keeps it.
  package var file: String

  package init(version: UInt64, schema: Schema, file: String) {
    self.version = version
    self.schema = schema
    self.file = file
  }
}
