/// One upgrade from a version straight to a later one.
public struct Hop: Sendable, Hashable, Codable {
  /// The version that the store is at before.
  public var from: UInt64
  /// The version that it is at afterwards.
  public var to: UInt64

  package init(from: UInt64, to: UInt64) {
    self.from = from
    self.to = to
  }

  /// Whether the other hop lies within this one.
  package func contains(_ other: Hop) -> Bool { from <= other.from && to >= other.to }
}

extension Hop: CustomStringConvertible {
  /// `1 → 3`.
  public var description: String { "\(from) → \(to)" }
}

extension Hop: Comparable {
  /// By the first version, then by the last.
  public static func < (left: Hop, right: Hop) -> Bool {
    (left.from, left.to) < (right.from, right.to)
  }
}
