import Foundation
import MigCheckModel
import MigCheckText

/// The folder of the scripts for SQLite, where a project keeps those of each database in a folder of
/// their own: `sqlite/1_users.sql` beside `postgres/1_users.sql`; or the only folder with scripts that
/// have numbers, as in `db/migrations/1_users.sql` beside `db/schema.sql`.
struct DialectFolder {
  /// The folder that holds the scripts.
  let path: String
  /// What was chosen, in a line for people; `nil`: there was nothing to choose.
  let explanation: String?

  /// - Throws: `InputError` for a folder that has scripts for other databases only, or several folders
  ///   for SQLite.
  init(_ path: String) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let visible = names.filter { !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let holders = visible.filter { Self.holdsScripts("\(path)/\($0)") }
    let own = holders.filter { ScriptDialect.ofFolder($0) == .sqlite }
    let foreign = holders.filter { name in
      if case .other? = ScriptDialect.ofFolder(name) { true } else { false }
    }
    guard own.count + foreign.count == holders.count, !holders.isEmpty,
      !visible.contains(where: MigrationName.isScript)
    else {
      let only = Self.only(of: holders, among: visible, in: path)
      self.path = only.map { "\(path)/\($0)" } ?? path
      explanation = only.map { "taken: the scripts in \($0)" }
      return
    }
    guard own.count < 2 else {
      throw InputError(
        file: path,
        problem: "there are several folders with scripts for SQLite: \(Self.list(own))",
        remedy: "name one of them")
    }
    guard let chosen = own.first else {
      throw InputError(
        .notFound, file: path,
        problem: "the scripts in \(Self.list(foreign)) are for other databases than SQLite",
        remedy: "name the folder that holds those for SQLite")
    }
    self.path = "\(path)/\(chosen)"
    explanation =
      "taken: the scripts in \(chosen)"
      + (foreign.isEmpty
        ? "" : "; left out: those in \(Self.list(foreign)), for other databases than SQLite")
  }

  /// The only folder whose scripts have numbers, where nothing beside it has one.
  ///
  /// - Parameters:
  ///   - holders: the folders with scripts.
  ///   - visible: all that is in the folder.
  private static func only(
    of holders: [String], among visible: [String], in path: String
  ) -> String? {
    let ups = holders.filter { MigrationName($0).direction == .up }
    let scripts = visible.filter(MigrationName.isScript)
    guard ups.count == 1, (scripts + ups).allSatisfy({ MigrationName($0).number.isEmpty }),
      MigrationName.numbers(of: scripts).allSatisfy(\.isEmpty)
    else { return nil }
    let inside = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(ups[0])")) ?? []
    let numbers = MigrationName.numbers(of: inside.filter { !$0.hasPrefix(".") })
    return numbers.count(where: { !$0.isEmpty }) > 1 ? ups[0] : nil
  }

  /// Whether scripts stand right in a folder.
  private static func holdsScripts(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { return false }
    return names.contains { name in
      MigrationName.isScript(name)
        || FileManager.default.fileExists(atPath: "\(path)/\(name)/up.sql")
        || FileManager.default.fileExists(atPath: "\(path)/\(name)/migration.sql")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.count < 2
      ? names.joined()
      : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
