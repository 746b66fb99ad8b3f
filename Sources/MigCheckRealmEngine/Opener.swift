import MigCheckHistory
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
  /// The object types as the part declares them, where it does not share the app's classes; `nil`:
  /// those of its version.
  public var schema: Schema?
  /// Whether its configuration has the app's migration block.
  public var migrates: Bool
  /// `deleteRealmIfMigrationNeeded` of its configuration.
  public var deleteIfMigrationNeeded: Bool
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?

  /// A part that shares the app's classes.
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

  /// A part with classes of its own.
  ///
  ///     Opener("widget") { ObjectType("Person", ["name": .string]) }
  ///
  /// - Parameter schema: the object types as the part declares them.
  public init(
    _ name: String, schemaVersion: UInt64? = nil, migrates: Bool = true,
    deleteIfMigrationNeeded: Bool = false, @History.Builder<ObjectType> schema: () -> [ObjectType]
  ) {
    self.init(
      name, schemaVersion: schemaVersion, migrates: migrates,
      deleteIfMigrationNeeded: deleteIfMigrationNeeded)
    self.schema = Schema(schema())
  }

  /// The types that it knows; `nil`: all of its version.
  var listed: [Name]? { schema?.types.map(\.name) ?? types }
}

extension History {
  /// The history, with parts of the app that open the store beside the app itself.
  public func opened(by openers: Opener...) -> History {
    var copy = self
    copy.openers += openers
    return copy
  }
}
