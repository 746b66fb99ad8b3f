import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier

extension History {
  /// Reads a history file, and refuses what cannot be meant: a schema that the engine does not open,
  /// an SQL expression that does not parse, a step that names what no version has.
  ///
  /// - Throws: `InputError` with file, JSON path and remedy.
  public init(contentsOf path: String) throws {
    self = try HistoryFile.read(path: path)
    try validate(file: path)
  }

}

extension Subject {
  /// How many paths lead from every version of a span but the last to the last one.
  ///
  /// - Returns: `nil` if the number does not fit into 64 bits.
  /// - Throws: `VerificationError` where no upgrade leads to the last version.
  package func pathCount(from: UInt64, to: UInt64) throws -> UInt64? {
    let versions = versions.filter { $0.number >= from && $0.number <= to }.count
    guard versions > 1 else { return 0 }
    let span = try VersionSpan(self, from: from, to: to)
    if !span.hasAllHops {
      let counts = span.starts.indices.map(span.pathCount)
      return counts.reduce(0) { $0 &+ min($1, .max - $0) }
    }
    // From the k-th version before the last there are 2^(k−1) paths; together 2^(n−1) − 1.
    return versions > 65 ? nil : versions == 65 ? .max : UInt64(1) << UInt64(versions - 1) - 1
  }
}
