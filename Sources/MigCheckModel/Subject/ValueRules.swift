/// What an engine does with values of any kind, whatever a migration says.
public struct ValueRules: Sendable {
  /// Whether the engine keeps a zero as it was given, with its sign and a decimal's digits. Where it
  /// may not, comparisons of values take all zeros for one.
  public var keepsSignOfZero: Bool

  public init(keepsSignOfZero: Bool = true) {
    self.keepsSignOfZero = keepsSignOfZero
  }
}
