import MigCheckModel

/// The stable name of an upgrade engine, as history files and reports write it.
///
/// Each engine adds its own in an extension; two are equal if they have the same name.
public struct EngineID: RawRepresentable, Hashable, Sendable {
  /// As history files write it under `rules`.
  public let rawValue: String
  /// The engine itself; `nil`: only the name is known.
  package let implementation: (any UpgradeEngine)?

  /// A name alone. A history is refused with it: the engines are values of this type, such as `.realm`.
  public init(rawValue: String) {
    self.rawValue = rawValue
    implementation = nil
  }

  /// The name of an engine, with the engine.
  package init(_ rawValue: String, _ implementation: any UpgradeEngine) {
    self.rawValue = rawValue
    self.implementation = implementation
  }

  /// Whether both have the same name, byte for byte.
  public static func == (left: EngineID, right: EngineID) -> Bool {
    left.rawValue.isIdentical(to: right.rawValue)
  }

  /// Adds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension History {
  /// The former name of `EngineID`.
  @available(*, deprecated, renamed: "EngineID")
  public typealias Rules = EngineID
}
