/// All that a later hop can read from a store.
public protocol StoreState: Sendable {
  /// A hash for finding candidates quickly; equal states have equal hashes.
  var fingerprint: UInt64 { get }
  /// Whether no later hop can tell the two apart: exact equality, bit for bit, of all that one can
  /// read. False for a state of another subject.
  func isIdentical(to other: any StoreState) -> Bool
}
