import Foundation
import MigCheckModel
import MigCheckText

/// The folder of the scripts for SQLite, where a project keeps those of each database in a folder of
/// their own: `sqlite/1_users.sql` beside `postgres/1_users.sql`.
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
      self.path = path
      explanation = nil
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
