import MigCheckHistory
import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckVerifier

  /// `migcheck generate --store-files`: genuine stores of an app's versions.
  struct StoreFileOptions: ParsableArguments {
    @Option(
      name: .customLong("store-files"),
      help: ArgumentHelp(
        "Of a Core Data model or a Realm history: the folder for the stores, which is made if it is "
          + "missing.", valueName: "folder"),
      completion: .directory)
    var folder: String?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How many stores of each version. (default: 1)", valueName: "count"),
      transform: NumberArgument.parse)
    var count: Int?
    @Flag(help: "Stores of every version up to the current one of a model, and not of one.")
    var allVersions = false
    @OptionGroup var format: StoreFormatOptions

    /// - Throws: `UsageError` for options that need `--store-files`.
    func requireNone() throws {
      guard count == nil, !allVersions, format.ofCoreData.isEmpty else {
        throw UsageError(
          "--count, --all-versions, --empty-store, --names-from and --sample need --store-files with a "
            + "folder")
      }
      guard format.realmFormat == nil else {
        throw UsageError("--realm-format needs --store-files with a folder")
      }
    }

    /// - Parameter limit: when it is reached, no more stores are written.
    func write(
      _ input: any LoadedSubject, version: UInt64?, seed: UInt64, _ limit: Interruption
    ) throws {
      guard let folder, !folder.isEmpty else { throw UsageError("--store-files names no folder") }
      let count = count ?? 1
      guard count > 0 else { throw UsageError("--count must be 1 or more; got \(count)") }
      guard (version != nil) != allVersions else {
        throw UsageError("name one version with --version, or take --all-versions")
      }
      let scratch = try Scratch()
      defer { scratch.end() }
      let loaded = try input.storeFormat(format, wanted: version, scratch: scratch.path)
      if let version { _ = try loaded.history.requireVersion(version) }
      let all = loaded.history.versions.filter { version == nil || $0.number == version }
      // What an app never upgrades to was not released, and nothing can be judged of it.
      let versions = all.filter { version != nil || $0.number <= input.currentVersion ?? .max }
      // All of them before anything is written: a version that cannot be predicted is an error.
      for version in versions { try loaded.format.requireWritable(version.number) }
      try Self.makeFolder(folder)
      let writer = StoreFilesWriter(
        history: loaded.history, format: loaded.format, place: input.path, seed: seed, count: count)
      for version in versions {
        guard try writer.write(version, to: folder, limit) else {
          Terminal.complain(
            "the time limit ended the writing of stores; give it more time with --time-limit")
          throw ExitCode(ExitStatus.vacuous)
        }
      }
      if let first = all.first(where: { $0.number > versions.last?.number ?? .max }) {
        Terminal.note(
          "migcheck: versions from \(first.number)\(first.name.map { " (\($0))" } ?? "") on are above the "
            + "current one of \(loaded.history.name) and left out; --version writes stores of one of them"
        )
      }
      if let bundle = loaded.bundle {
        noteUnconfirmed(
          bundle.versions.filter { own in
            // An empty store that the app made has the hashes of the app.
            versions.contains { $0.number == own.number }
              && !loaded.templates.contains { $0.version.number == own.number }
          }, of: versions.count)
      }
    }

    /// Core Data refuses a store whose version hashes are not those that it computes.
    private func noteUnconfirmed(_ versions: [CoreDataVersion], of count: Int) {
      let affected = versions.filter { !$0.model.versionHashes.unconfirmed.isEmpty }
      guard let version = affected.first, let part = version.model.versionHashes.unconfirmed.first
      else { return }
      Terminal.note(
        "migcheck: the version hashes of \(affected.count) of "
          + "\(CountText.text(count, "version")) are not confirmed, such as those of version "
          + "\(version.number) for \(part); if Core Data refuses these stores, fill empty ones of the app "
          + "with --empty-store")
    }

    private static func makeFolder(_ folder: String) throws {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw InputError(
          .io, file: folder, problem: "the folder cannot be made",
          remedy: "check the path and its permissions")
      }
    }
  }
#endif
