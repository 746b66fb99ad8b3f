import Foundation

/// The runner of a folder of migrations, as what it leaves beside the scripts shows.
struct FolderRunner {
  static let drizzle = "Drizzle"

  /// `nil`: nothing shows it.
  let name: String?
  /// Whether it puts a transaction around each script that does not refuse it.
  let wraps: Bool
  /// Whether it puts a transaction around no script.
  let isBare: Bool

  init(of folder: String) {
    func holds(_ file: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(folder)/\(file)")
    }
    // Source: drizzle-orm, sqlite-core/dialect.ts: `migrate` runs BEGIN, all statements, COMMIT.
    wraps = holds("meta/_journal.json")
    isBare = holds("migration_lock.toml")
    name = wraps ? Self.drizzle : isBare ? "Prisma" : nil
  }
}
