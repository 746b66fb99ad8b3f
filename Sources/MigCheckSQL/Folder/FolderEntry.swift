import Foundation
import MigCheckModel

/// A file or a folder of a folder of migrations that holds one migration.
struct FolderEntry: Sendable {
  /// As it is called in the folder.
  let name: String
  private(set) var number: [UInt64]
  /// The numbers behind it that tell entries of one number apart.
  private(set) var counter: [UInt64] = []
  /// Paths below the folder of the migrations, in the order in which they run.
  private(set) var files: [String]
  /// Scripts of one folder that their numbers do not tell apart; empty: there are none.
  private(set) var alike: [String] = []

  /// What a folder holds.
  struct Listing {
    /// With a number, in no particular order.
    var entries: [FolderEntry] = []
    /// SQL files and folders of such that have no number.
    var unnumbered: [FolderEntry] = []
    /// Scripts that lead down, or run whenever they change.
    var skipped: [String] = []
    /// Scripts for other databases than SQLite.
    var foreign: [String] = []
    /// Scripts that make a store of the last version at once.
    var shortcuts: [String] = []

    /// Migrations in other languages than SQL, which are not run.
    var code: [String] = []

    /// - Throws: `InputError`, also for what looks like a migration and has no script.
    init(of folder: String, named shown: String) throws {
      let names = try FolderNames.all(in: folder, named: shown)
      foreign = ScriptDialect.divide(names.filter(MigrationName.isScript)).foreign
      let scripts = names.filter(MigrationName.isScript).map(MigrationName.init)
      for name in names where !foreign.contains(name) {
        let path = "\(folder)/\(name)"
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
        if isFolder.boolValue {
          try addFolder(name, at: path, shown: shown)
        } else if MigrationCode.isCode(name) {
          code.append(name)
        } else if MigrationName.isScript(name) {
          if SQLScript.isShortcut(path) {
            shortcuts.append(name)
          } else if MigrationName(name).undoes(scripts) {
            skipped.append(name)
          } else {
            addFile(name)
          }
        }
      }
      if entries.isEmpty { numberAlike() }
    }

    /// Gives entries the numbers that stand inside their names.
    private mutating func numberAlike() {
      let numbers = MigrationName.numbers(of: unnumbered.map(\.name))
      let all = zip(unnumbered, numbers).map { entry, number in
        var entry = entry
        entry.number = number
        return entry
      }
      entries = all.filter { !$0.number.isEmpty }
      unnumbered = all.filter(\.number.isEmpty)
    }

    private mutating func addFile(_ file: String) {
      let name = MigrationName(file)
      guard name.direction == .up, !name.isRepeatable else {
        skipped.append(file)
        return
      }
      let entry = FolderEntry(
        name: file, number: name.number, counter: name.counter, files: [file])
      if name.number.isEmpty { unnumbered.append(entry) } else { entries.append(entry) }
    }

    private mutating func addFolder(_ folder: String, at path: String, shown: String) throws {
      let (files, others) = ScriptDialect.divide(
        try FolderNames.all(in: path, named: "\(shown)/\(folder)").filter(MigrationName.isScript))
      foreign += others.map { "\(folder)/\($0)" }
      let name = MigrationName(folder)
      let (chosen, alike) = scripts(of: files)
      guard !chosen.isEmpty else {
        // What leads down, or runs on another database, may be all that it holds.
        skipped += files.map { "\(folder)/\($0)" }
        guard name.direction == .down || name.number.isEmpty || !others.isEmpty else {
          throw InputError(
            .notFound, file: "\(shown)/\(folder)",
            problem: "this folder has a number, but no script that leads up",
            remedy: "add its script, or move the folder elsewhere")
        }
        return
      }
      skipped += files.filter { !chosen.contains($0) }.map { "\(folder)/\($0)" }
      var entry = FolderEntry(
        name: folder, number: name.number, counter: name.counter,
        files: chosen.map { "\(folder)/\($0)" })
      entry.alike = alike.map { "\(folder)/\($0)" }
      if entry.number.isEmpty { unnumbered.append(entry) } else { entries.append(entry) }
    }

    /// The scripts of one folder that lead up, in order, and those whose order is not clear.
    private func scripts(of files: [String]) -> (ordered: [String], alike: [String]) {
      for single in ["up.sql", "migration.sql"] {
        if let file = files.first(where: { $0.lowercased() == single }) { return ([file], []) }
      }
      let names = files.filter {
        let name = MigrationName($0)
        return name.direction == .up && !name.isRepeatable
      }
      let ups = zip(names, MigrationName.numbers(of: names))
        .sorted { MigrationName.precedes($0.1, $1.1) }
      let alike = zip(ups, ups.dropFirst()).first { $0.1 == $1.1 }
      return (ups.map(\.0), alike.map { pair in ups.filter { $0.1 == pair.0.1 }.map(\.0) } ?? [])
    }
  }

  /// The same migration with its scripts in another order.
  func ordered(_ files: [String]) -> FolderEntry {
    var result = self
    result.files = files
    result.alike = []
    return result
  }
}

/// Puts the migrations of a folder into their order.
enum FolderOrder {
  static func ambiguous(_ names: [String], in folder: String) -> InputError {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return InputError(
      file: folder,
      problem: "the order of \(list) is not clear, since their numbers do not tell them apart",
      remedy: "rename one of them, or list all files in order as \"order\" in migcheck.json")
  }

  /// - Parameters:
  ///   - listed: the order that the settings give; `nil`: that of the numbers.
  /// - Throws: `InputError` for an order that is not clear.
  static func entries(
    of listing: FolderEntry.Listing, listed: [String]?, in folder: String, settings: String
  ) throws -> [FolderEntry] {
    if let listed {
      return try ListedOrder(listing: listing, folder: folder, settings: settings).entries(listed)
    }
    if listing.entries.isEmpty {
      // Without numbers a single script needs no order.
      guard listing.unnumbered.count > 1 else {
        return try listing.unnumbered.map { try $0.requireOrder(in: folder) }
      }
      throw ambiguous(listing.unnumbered.prefix(4).map(\.name), in: folder)
    }
    let sorted = listing.entries.sorted {
      $0.number == $1.number
        ? MigrationName.precedes($0.counter, $1.counter)
        : MigrationName.precedes($0.number, $1.number)
    }
    for (entry, next) in zip(sorted, sorted.dropFirst())
    where entry.number == next.number && !MigrationName.areApart(entry.counter, next.counter) {
      let alike = sorted.filter { $0.number == entry.number }
      throw ambiguous(alike.map(\.name), in: folder)
    }
    return try sorted.map { try $0.requireOrder(in: folder) }
  }
}

extension FolderEntry {
  /// - Throws: `InputError` where the order of its own scripts is not clear.
  func requireOrder(in folder: String) throws -> FolderEntry {
    guard alike.isEmpty else { throw FolderOrder.ambiguous(alike, in: folder) }
    return self
  }
}
