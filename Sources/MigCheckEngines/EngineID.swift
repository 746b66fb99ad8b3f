import MigCheckModel

/// The stable name of an upgrade engine, as history files and reports write it.
public struct EngineID: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let realm = EngineID(rawValue: "realm")
  public static let coredata = EngineID(rawValue: "coredata")
}

extension History {
  @available(*, deprecated, renamed: "EngineID")
  public typealias Rules = EngineID
}
