/// A rule by which an engine deletes objects, or puts copies in their place.
public struct EngineRemoval: Sendable, Hashable, Codable {
  /// A stable name, as findings show it: `silentOrphan`.
  public var code: String
  /// What happens to the objects, as it follows their names in a sentence: `are deleted, since …`.
  public var event: String
  /// Whether the author asked for it: then the loss is on purpose.
  public var isDeclared: Bool
  /// Whether copies take their place. Nothing is lost with them, but the objects that shared one no
  /// longer do.
  public var leavesCopies: Bool

  /// A rule of an engine; with `isDeclared` the author asked for the deletion.
  public init(code: String, event: String, isDeclared: Bool, leavesCopies: Bool = false) {
    self.code = code
    self.event = event
    self.isDeclared = isDeclared
    self.leavesCopies = leavesCopies
  }
}

extension UpgradeRecord.Cause {
  /// A stable name, as findings show it.
  package var code: String {
    switch self {
    case .migration: "migration"
    case .overwritten: "overwritten"
    case .engine(let removal): removal.code
    }
  }
}
