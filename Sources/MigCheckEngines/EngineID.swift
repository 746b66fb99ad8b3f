import MigCheckModel

/// The stable name of an upgrade engine, as history files and reports write it.
public struct EngineID: RawRepresentable, Hashable, Sendable {
  /// As history files write it under `rules`.
  public let rawValue: String

  /// The name of an engine, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Realm Core as Realm Swift drives it.
  public static let realm = EngineID(rawValue: "realm")
  /// Core Data's inferred mappings.
  public static let coredata = EngineID(rawValue: "coredata")
}

extension History {
  /// The former name of `EngineID`.
  @available(*, deprecated, renamed: "EngineID")
  public typealias Rules = EngineID
}
