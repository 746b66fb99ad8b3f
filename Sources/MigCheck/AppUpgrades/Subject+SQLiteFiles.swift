public import Foundation
public import MigCheckModel
import MigCheckSQL
public import MigCheckStoreFiles

extension Subject where Self == SQLiteFileSubject {
  /// The app's own migrator, run on database files of every version:
  ///
  ///     try await verifyMigrations(
  ///       of: .sqliteFiles(["v1", "v2", "v3"]) { file, version in
  ///         try Database.migrate(file, upTo: version)
  ///       })
  ///
  /// Databases of all versions are made by the migrator itself, from nothing, and filled with rows.
  ///
  /// - Parameters:
  ///   - versions: the names by which the migrator knows them, oldest first. Where all begin with numbers
  ///     that increase, these are the numbers of the versions; else they count from 1.
  ///   - name: of the database, in reports and names of case files.
  ///   - templates: databases that releases shipped, by their versions; they are only read, and their rows
  ///     are kept. Other versions have the schema that today's migrator makes.
  ///   - older: the migrators of older releases, by the last versions that they know. They are given
  ///     databases of later versions, which they must refuse and leave as they are.
  ///   - drops: data that versions drop on purpose: names of tables, or of columns as `player.score`.
  ///   - rewrites: data that versions overwrite on purpose: names of tables, or of columns.
  ///   - ignoring: columns that comparisons leave out, such as moments of a migration.
  ///   - foreignKeys: whether the app enforces foreign keys on its connections.
  ///   - label: what messages call the migrator.
  ///   - migrate: upgrades a file to a version, and closes it again; called once at a time, each time with
  ///     a new path. The file does not exist for the first version. What it throws is a finding.
  /// - Throws: `InputError` for a version that cannot be made even without rows, and for names that no
  ///   version, no table and no column has.
  public static func sqliteFiles(
    _ versions: [String], name: String = "database", templates: [String: URL] = [:],
    older: [String: @Sendable (_ file: URL) async throws -> Void] = [:],
    drops: [String: [String]] = [:], rewrites: [String: [String]] = [:], ignoring: [String] = [],
    foreignKeys: Bool? = nil, label: String = "the app",
    migrate: @escaping @Sendable (_ file: URL, _ version: String) async throws -> Void
  ) throws -> SQLiteFileSubject {
    var settings = FolderSettings()
    settings.drops = entries(drops, "drops")
    settings.rewrites = entries(rewrites, "rewrites")
    settings.ignoring = ignoring.map {
      FolderSettings.Entry(path: PropertyPath($0), version: nil, origin: "ignoring")
    }
    settings.foreignKeys = foreignKeys
    return try SQLiteFileSubject(
      versions, name: name, by: .closure(label: label, migrate),
      older: older.sorted { $0.key.precedes($1.key) }.map { version, open in
        OlderMigrators.Entry(
          version: version, migrator: .closure(label: label) { file, _ in try await open(file) })
      },
      given: templates.mapValues(\.path), settings: settings)
  }

  /// What is declared to be intended, in the order of its names.
  private static func entries(
    _ names: [String: [String]], _ setting: String
  ) -> [FolderSettings.Entry] {
    names.keys.sorted().flatMap { version in
      (names[version] ?? []).map {
        FolderSettings.Entry(
          path: PropertyPath($0), version: version, origin: "\(setting), \(version)")
      }
    }
  }
}
