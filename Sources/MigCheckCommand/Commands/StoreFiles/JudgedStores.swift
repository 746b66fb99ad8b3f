#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckStoreFiles

  /// Pairs of stores in two folders: as they were generated, and as the app left them.
  struct JudgedStores {
    struct Pair {
      var name: String
      var recorded: RecordedUpgrades.Pair
    }

    /// In byte order of their names; those of older versions.
    private(set) var pairs = [Pair]()
    /// Stores that were at the newest version before already.
    private(set) var newest = [Pair]()
    /// What cannot be judged, one sentence for each file.
    private(set) var problems = [InputError]()
    /// Stores without files that belong to them.
    private(set) var incomplete = [(path: String, missing: Int)]()

    private let format: any StoreFormat
    private let end: UInt64

    /// - Parameter end: the version that the app upgrades to.
    /// - Throws: `InputError` for a folder that is not there or holds no stores.
    init(
      fixtures: String, upgraded: String, format: any StoreFormat, end: UInt64
    ) throws {
      self.format = format
      self.end = end
      let names = try Self.names(in: fixtures, format)
      _ = try Self.contents(of: upgraded)
      guard !names.isEmpty else {
        throw InputError(
          .notFound, file: fixtures,
          problem: "there are no stores (*.\(format.fileExtension)) in this folder",
          remedy: "make some with migcheck generate --store-files")
      }
      for name in names {
        do {
          let pair = try pair(
            name, Self.path(name, in: fixtures), Self.path(name, in: upgraded))
          for (folder, content) in [
            (fixtures, pair.recorded.before), (upgraded, pair.recorded.after),
          ] where content.missingFiles > 0 {
            incomplete.append((Self.path(name, in: folder), content.missingFiles))
          }
          if pair.recorded.before.isAt(end) { newest.append(pair) } else { pairs.append(pair) }
        } catch let error as InputError {
          problems.append(error)
        }
      }
    }

    private static func path(_ name: String, in folder: String) -> String {
      folder + (folder.hasSuffix("/") ? "" : "/") + name
    }

    private static func contents(of folder: String) throws -> [String] {
      try FolderNames.all(in: folder, remedy: "name a folder with stores")
    }

    private static func names(in folder: String, _ format: any StoreFormat) throws -> [String] {
      try contents(of: folder).filter {
        $0.hasSuffix(".\(format.fileExtension)") && !$0.hasPrefix(".")
      }
    }

    private func pair(_ name: String, _ before: String, _ after: String) throws -> Pair {
      try requireClosed(before)
      let old = try format.read(URL(fileURLWithPath: before))
      guard old.snapshot.version <= end || old.isAt(end) else {
        throw InputError(
          file: before,
          problem: "the store is at version \(old.snapshot.version), above version \(end)",
          remedy: "name the app's version with --to")
      }
      guard FileManager.default.fileExists(atPath: after) else {
        throw InputError(
          .notFound, file: after, problem: "the upgraded store is missing",
          remedy: "let the app open a copy of \(before) there")
      }
      try requireClosed(after)
      if !old.isAt(end), try Self.isUnchanged(before, after) {
        throw InputError(
          file: after, problem: "the store is unchanged: the app did not upgrade it",
          remedy: "let the app open this copy, and copy it back")
      }
      let new = try format.read(URL(fileURLWithPath: after))
      if let own = old.store, let other = new.store, !own.isIdentical(to: other) {
        throw InputError(
          file: after,
          problem: "this is another store: its UUID is \(other), and that of \(before) \(own)",
          remedy: "give each upgraded store the name that it had before")
      }
      guard new.isAt(end) else {
        throw InputError(
          file: after,
          problem: "the store is at version \(new.snapshot.version), not at version \(end)",
          remedy: "upgrade it with the newest app, or name the app's version with --to")
      }
      return Pair(name: name, recorded: RecordedUpgrades.Pair(before: old, after: new))
    }

    private func requireClosed(_ store: String) throws {
      guard format.isOpen(URL(fileURLWithPath: store)) else { return }
      throw InputError(
        file: store, problem: "a process has this store open", remedy: "close the app first")
    }

    /// Whether a file and its write-ahead log, if any, are the same bytes.
    private static func isUnchanged(_ before: String, _ after: String) throws -> Bool {
      [before, before + "-wal"].allSatisfy { path in
        let other = after + path.dropFirst(before.count)
        let files = [path, other].filter { FileManager.default.fileExists(atPath: $0) }
        guard files.count == 2 else { return files.isEmpty }
        return FileManager.default.contentsEqual(atPath: path, andPath: other)
      }
    }
  }
#endif
