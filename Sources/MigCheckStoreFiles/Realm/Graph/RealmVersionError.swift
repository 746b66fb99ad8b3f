import MigCheckModel

/// Why a file is of no version of a history.
package enum RealmVersionError: Error, Sendable {
  /// It was never given a schema version.
  case none
  /// The history does not have its schema version; and the version with the most similar schema.
  case unknown(UInt64, nearest: (number: UInt64, mismatch: RealmSchemaMismatch)?)
  /// Its schema is not the one of its version; and a version with a more similar one.
  case otherSchema(
    UInt64, RealmSchemaMismatch, nearest: (number: UInt64, mismatch: RealmSchemaMismatch)?)

  /// The sentence about a file.
  package func inputError(file: String) -> InputError {
    InputError(file: file, problem: problem, remedy: remedy)
  }

  private var problem: String {
    switch self {
    case .none: "the file \(RealmNote.noSchemaVersion)"
    case .unknown(let number, _):
      "its schema version is \(number), which the history does not have"
    case .otherSchema(let number, let mismatch, _):
      "its schema is not the one of version \(number): \(mismatch.summary)"
    }
  }

  private var remedy: String {
    switch self {
    case .none: "name a file that the app has opened with a schema version"
    case .unknown(_, nil): "add the versions that the app shipped"
    case .unknown(_, let (number, mismatch)?), .otherSchema(_, _, let (number, mismatch)?):
      mismatch.changes.isEmpty
        ? "its schema is the one of version \(number)"
        : "the nearest is version \(number), from which it differs in \(mismatch.changes.count) "
          + "\(mismatch.changes.count == 1 ? "place" : "places"): \(mismatch.summary)"
    case .otherSchema(let number, _, nil):
      "correct version \(number) of the history, or import it from the file"
    }
  }
}
