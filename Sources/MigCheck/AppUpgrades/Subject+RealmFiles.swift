public import Foundation
public import MigCheckHistory
public import MigCheckModel
import MigCheckRealmEngine
public import MigCheckStoreFiles

extension Subject where Self == StoreFileSubject {
  /// The app's own Realm, run on store files of every released version:
  ///
  ///     try await verifyMigrations(
  ///       of: .realmFiles(contacts) { file in
  ///         var configuration = AppDatabase.configuration
  ///         configuration.fileURL = file
  ///         configuration.encryptionKey = nil
  ///         _ = try Realm(configuration: configuration)
  ///       })
  ///
  /// Files are plain, so the configuration must have no encryption key; nor may it delete the file if a
  /// migration is needed, copy a seed file, or sync.
  ///
  /// - Parameters:
  ///   - history: its schemas are those of the releases, of which the last is the app's. Where it has
  ///     migrations too, the app's results are compared with what they predict.
  ///   - format: the file format: 24, or 23 for Realm Swift 10.35 to 10.48, which refuses 24.
  ///   - predicting: whether the migrations of the history are those of the app; `nil`: if it has any.
  ///   - label: what reports and cases call the app.
  ///   - open: opens a file as the app does, and closes it again; called once at a time, each time with a
  ///     new path. What it throws is a finding.
  /// - Throws: `InputError` for a history that is not of Realm, or a format that is not written.
  public static func realmFiles(
    _ history: History, format: Int = 24, predicting: Bool? = nil, label: String = "the app",
    open: @escaping @Sendable (URL) async throws -> Void
  ) throws -> StoreFileSubject {
    try realmFiles(
      history, format: format, predicting: predicting, upgrade: .closure(label: label, open))
  }

  /// Store files of Realm, upgraded by a closure or a command.
  ///
  /// - Parameters: as above.
  /// - Throws: `InputError` for a history that is not of Realm, or a format that is not written.
  public static func realmFiles(
    _ history: History, format: Int = 24, predicting: Bool? = nil, upgrade: AppUpgrade
  ) throws -> StoreFileSubject {
    try StoreFileSubject.realm(
      history, format: format, predicting: predicting, upgrade: upgrade, end: nil)
  }
}

extension StoreFileSubject {
  /// - Parameter end: the version that the app upgrades to; `nil`: the last.
  package static func realm(
    _ history: History, format: Int = 24, predicting: Bool? = nil, upgrade: AppUpgrade, end: UInt64?
  ) throws -> StoreFileSubject {
    guard history.engine == .realm else {
      throw InputError(
        file: "", problem: "\(history.name) has other rules than Realm's",
        remedy: "only histories of Realm can be written as Realm files")
    }
    let hasMigrations = history.stages.contains { !$0.steps.isEmpty }
    return StoreFileSubject(
      history, format: try RealmFileFormat(history.versions, fileFormat: format), upgrade: upgrade,
      end: end, predicts: predicting ?? hasMigrations, keepsKeys: true, isUnknown: { _, _ in false }
    ).markingCalls()
  }
}
