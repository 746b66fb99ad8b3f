/// All that a later hop can read from a store.
public protocol StoreState: Sendable {
  /// A hash for finding candidates quickly; equal states have equal hashes.
  var fingerprint: UInt64 { get }
  /// Whether no later hop can tell the two apart: exact equality, bit for bit, of all that one can
  /// read. False for a state of another subject.
  func isIdentical(to other: any StoreState) -> Bool
  /// Whether two stores would differ as these do whatever objects they held: false where that is not
  /// known.
  func hasOtherStructure(than other: any StoreState) -> Bool
}

extension StoreState {
  /// `false`: it is not known what depends on the objects.
  public func hasOtherStructure(than other: any StoreState) -> Bool { false }
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
