import MigCheckModel

extension RealmContent {
  /// The version that a file is at, of those of a history.
  ///
  /// - Parameter versions: the numbers and schemas, in any order.
  /// - Throws: `RealmVersionError` for a file of no version of them.
  package func version(
    among versions: [(number: UInt64, schema: Schema)]
  ) throws(RealmVersionError) -> UInt64 {
    guard let schemaVersion else { throw .none }
    let file = schema
    let differences = versions.map { version in
      (number: version.number, mismatch: RealmSchemaMismatch(file: file, known: version.schema))
    }
    let own = differences.first { $0.number == schemaVersion }
    if let own, own.mismatch.changes.isEmpty { return schemaVersion }
    // Of several, the one whose number is nearest, and of those the newer one.
    let nearest = differences.min { left, right in
      let (a, b) = (left.mismatch.changes.count, right.mismatch.changes.count)
      let (c, d) = (distance(to: left.number), distance(to: right.number))
      return (a, c, right.number) < (b, d, left.number)
    }
    guard let nearest else { throw .unknown(schemaVersion, nearest: nil) }
    guard let own else {
      throw .unknown(schemaVersion, nearest: (nearest.number, nearest.mismatch))
    }
    throw .otherSchema(
      schemaVersion, own.mismatch,
      nearest: nearest.number == schemaVersion ? nil : (nearest.number, nearest.mismatch))
  }

  private func distance(to number: UInt64) -> UInt64 {
    let own = schemaVersion ?? 0
    return number > own ? number - own : own - number
  }
}
