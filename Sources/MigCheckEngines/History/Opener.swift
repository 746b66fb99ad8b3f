import MigCheckModel

/// A part of an app that opens the store beside the app itself: a widget, an extension, an intent, or a
/// view with a configuration of its own.
///
///     history.opened(by: Opener("widget", schemaVersion: 3, migrates: false))
///
/// The app itself opens the newest version, with its migration block and all types.
public struct Opener: Sendable, Equatable {
  /// What reports call it.
  public var name: Name
  /// `schemaVersion` of its configuration; `nil`: the newest version, as the app has it.
  public var schemaVersion: UInt64?
  /// The types that its configuration lists; `nil`: all of its version.
  public var types: [Name]?
  /// Whether its configuration has the app's migration block.
  public var migrates: Bool
  /// `deleteRealmIfMigrationNeeded` of its configuration.
  public var deleteIfMigrationNeeded: Bool
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?

  public init(
    _ name: String, schemaVersion: UInt64? = nil, types: [String]? = nil, migrates: Bool = true,
    deleteIfMigrationNeeded: Bool = false
  ) {
    self.name = Name(name)
    self.schemaVersion = schemaVersion
    self.types = types?.map { Name($0) }
    self.migrates = migrates
    self.deleteIfMigrationNeeded = deleteIfMigrationNeeded
  }
}

extension History {
  /// The history, with parts of the app that open the store beside the app itself.
  public func opened(by openers: Opener...) -> History {
    var copy = self
    copy.openers += openers
    return copy
  }
}
