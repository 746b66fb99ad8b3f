/// All that a later hop can read from a store.
public protocol StoreState: Sendable {
  /// A hash for finding candidates quickly; equal states have equal hashes.
  var fingerprint: UInt64 { get }
  /// Whether no later hop can tell the two apart: exact equality, bit for bit, of all that one can
  /// read. False for a state of another subject.
  func isIdentical(to other: any StoreState) -> Bool
  /// In what this state differs from another one of the same version.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  func difference(from other: any StoreState) -> StateDifference
}

extension StoreState {
  /// `.unknown`: it is not known what depends on the objects.
  public func difference(from other: any StoreState) -> StateDifference { .unknown }
}

/// In what two states of a store differ.
public enum StateDifference: Sendable {
  /// Two stores would differ as these do whatever objects they held.
  case structure
  /// In these objects alone, each by its type and its key: those that only one of the two has, and
  /// those whose content differs. Empty: no later hop can tell the two apart.
  case objects([(type: Name, key: Int64)])
  /// It is not known.
  case unknown
}

/// The state of a store whose whole content is one value.
public struct ValueState<Content: Hashable & Sendable>: StoreState {
  /// All that a later hop can read.
  public let content: Content

  /// - Parameter content: all that a later hop can read; equal values must be alike in every bit.
  public init(_ content: Content) { self.content = content }

  /// The hash value of the content.
  public var fingerprint: UInt64 { UInt64(bitPattern: Int64(content.hashValue)) }

  /// Whether the contents are equal.
  public func isIdentical(to other: any StoreState) -> Bool {
    content == (other as? ValueState)?.content
  }
}
