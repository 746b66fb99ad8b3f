import Foundation
import MigCheckModel

/// A file or a folder of a folder of migrations that holds one migration.
struct FolderEntry: Sendable {
  /// As it is called in the folder.
  let name: String
  let number: [UInt64]
  /// Paths below the folder of the migrations, in the order in which they run.
  let files: [String]

  /// What a folder holds.
  struct Listing {
    /// With a number, in no particular order.
    var entries: [FolderEntry] = []
    /// SQL files and folders of such that have no number.
    var unnumbered: [FolderEntry] = []
    /// Scripts that lead down, or run whenever they change.
    var skipped: [String] = []

    /// - Throws: `InputError`.
    init(of folder: String, named shown: String) throws {
      for name in try Self.names(in: folder, named: shown) {
        let path = "\(folder)/\(name)"
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
        if isFolder.boolValue {
          try addFolder(name, at: path, shown: shown)
        } else if name.lowercased().hasSuffix(".sql") {
          addFile(name)
        }
      }
    }

    /// Visible names in byte order.
    private static func names(in folder: String, named shown: String) throws -> [String] {
      do {
        return try FileManager.default.contentsOfDirectory(atPath: folder)
          .filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      } catch {
        throw InputError(
          .io, file: shown, problem: "the folder cannot be read", remedy: "check its permissions")
      }
    }

    private mutating func addFile(_ file: String) {
      let name = MigrationName(file)
      guard name.direction == .up, !name.isRepeatable else {
        skipped.append(file)
        return
      }
      let entry = FolderEntry(name: file, number: name.number, files: [file])
      if name.number.isEmpty { unnumbered.append(entry) } else { entries.append(entry) }
    }

    private mutating func addFolder(_ folder: String, at path: String, shown: String) throws {
      let files = try Self.names(in: path, named: "\(shown)/\(folder)").filter {
        $0.lowercased().hasSuffix(".sql")
      }
      guard !files.isEmpty else { return }
      let name = MigrationName(folder)
      let chosen = try scripts(of: files, in: "\(shown)/\(folder)")
      skipped += files.filter { !chosen.contains($0) }.map { "\(folder)/\($0)" }
      let entry = FolderEntry(
        name: folder, number: name.number, files: chosen.map { "\(folder)/\($0)" })
      if name.number.isEmpty { unnumbered.append(entry) } else { entries.append(entry) }
    }

    /// The scripts of one folder that lead up, in order.
    private func scripts(of files: [String], in folder: String) throws -> [String] {
      for single in ["up.sql", "migration.sql"] {
        if let file = files.first(where: { $0.lowercased() == single }) { return [file] }
      }
      let ups = files.map { (file: $0, name: MigrationName($0)) }
        .filter { $0.name.direction == .up && !$0.name.isRepeatable }
        .sorted { MigrationName.precedes($0.name.number, $1.name.number) }
      for (file, next) in zip(ups, ups.dropFirst()) where file.name.number == next.name.number {
        throw FolderOrder.ambiguous([file.file, next.file], in: folder)
      }
      return ups.map(\.file)
    }
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
    if let listed { return try entries(of: listing, in: listed, settings: settings) }
    if listing.entries.isEmpty {
      // Without numbers a single script needs no order.
      guard listing.unnumbered.count > 1 else { return listing.unnumbered }
      throw ambiguous(listing.unnumbered.prefix(4).map(\.name), in: folder)
    }
    let sorted = listing.entries.sorted { MigrationName.precedes($0.number, $1.number) }
    for (entry, next) in zip(sorted, sorted.dropFirst()) where entry.number == next.number {
      let alike = sorted.filter { $0.number == entry.number }
      throw ambiguous(alike.map(\.name), in: folder)
    }
    return sorted
  }

  private static func entries(
    of listing: FolderEntry.Listing, in listed: [String], settings: String
  ) throws -> [FolderEntry] {
    let all = listing.entries + listing.unnumbered
    var result = [FolderEntry]()
    for (place, name) in listed.enumerated() {
      guard let entry = all.first(where: { $0.name == name }) else {
        throw InputError(
          file: settings, path: "order[\(place)]", problem: "there is no migration \"\(name)\"",
          remedy: "write the names of files as they are in the folder")
      }
      guard !result.contains(where: { $0.name == name }) else {
        throw InputError(
          file: settings, path: "order[\(place)]", problem: "\"\(name)\" stands here twice",
          remedy: "name every migration once")
      }
      result.append(entry)
    }
    if let missing = listing.entries.first(where: { entry in
      !result.contains { $0.name == entry.name }
    }) {
      throw InputError(
        file: settings, path: "order", problem: "\"\(missing.name)\" is not listed",
        remedy: "name every migration once")
    }
    return result
  }
}
