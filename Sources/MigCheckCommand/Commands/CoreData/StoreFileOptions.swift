import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheckEngines
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckVerifier

  /// `migcheck generate --store-files`: genuine stores of a Core Data model.
  struct StoreFileOptions: ParsableArguments {
    @Option(
      name: .customLong("store-files"),
      help: ArgumentHelp(
        "Of a Core Data model: the folder for the stores, which is made if it is missing.",
        valueName: "folder"),
      completion: .directory)
    var folder: String?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How many stores of each version. (default: 1)", valueName: "count"),
      transform: NumberArgument.parse)
    var count: Int?
    @Flag(help: "Stores of every version, and not of one.")
    var allVersions = false
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "An empty store that the app made, for a version whose tables cannot be predicted; it is "
          + "only read. May be given several times.", valueName: "file"),
      completion: .file())
    var emptyStore: [String] = []
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "The bytes of one stored value of a transformable attribute; may be given several times.",
        valueName: "Entity.attribute=file"))
    var sample: [String] = []

    /// - Throws: `UsageError` for options that need `--store-files`.
    func requireNone() throws {
      guard count == nil, !allVersions, emptyStore.isEmpty, sample.isEmpty else {
        throw UsageError(
          "--count, --all-versions, --empty-store and --sample need --store-files with a folder")
      }
    }

    /// - Parameter limit: when it is reached, no more stores are written.
    func write(
      _ input: CommandSubject, version: UInt64?, seed: UInt64, _ limit: Interruption
    ) throws {
      guard case .model(let bundle, let history) = input else {
        throw UsageError("--store-files is about Core Data models (*.xcdatamodeld)")
      }
      guard let folder, !folder.isEmpty else { throw UsageError("--store-files names no folder") }
      let count = count ?? 1
      guard count > 0 else { throw UsageError("--count must be 1 or more; got \(count)") }
      guard (version != nil) != allVersions else {
        throw UsageError("name one version with --version, or take --all-versions")
      }
      if let version { _ = try history.requireVersion(version) }
      let writer = StoreFilesWriter(
        bundle: bundle, history: history, seed: seed, count: count, samples: try readSamples(bundle)
      )
      let scratch = try Scratch()
      defer { scratch.end() }
      let versions = bundle.versions.filter { version == nil || $0.number == version }
      // All of them before anything is written: a version that cannot be predicted is an error.
      let templates = try self.templates(versions, of: bundle, wanted: version, in: scratch.path)
      try Self.makeFolder(folder)
      for template in templates {
        guard try writer.write(template, to: folder, limit) else {
          Terminal.complain(
            "the time limit ended the writing of stores; give it more time with --time-limit")
          throw ExitCode(ExitStatus.vacuous)
        }
      }
      noteUnconfirmed(templates.map(\.version))
    }

    /// Core Data refuses a store whose version hashes are not those that it computes.
    private func noteUnconfirmed(_ versions: [CoreDataVersion]) {
      let affected = versions.filter { !$0.model.versionHashes.unconfirmed.isEmpty }
      guard let version = affected.first, let part = version.model.versionHashes.unconfirmed.first
      else { return }
      Terminal.note(
        "migcheck: the version hashes of \(affected.count) of "
          + "\(CountText.text(versions.count, "version")) are not confirmed, such as those of version "
          + "\(version.number) for \(part); if Core Data refuses these stores, fill empty ones of the app "
          + "with --empty-store")
    }

    private func templates(
      _ versions: [CoreDataVersion], of bundle: CoreDataBundle, wanted: UInt64?, in scratch: String
    ) throws -> [StoreTemplate] {
      let given = try emptyStore.map { file in
        try StoreTemplate.copy(file, of: bundle, wanted: wanted, in: scratch)
      }
      for (file, template) in zip(emptyStore, given) where template.tracksHistory {
        Terminal.note(
          "migcheck: \(file): the store keeps a history of changes, in which the objects written will be "
            + "missing")
      }
      return try versions.map { version in
        try given.first { $0.version.number == version.number }
          ?? StoreTemplate.create(version, of: bundle, in: scratch)
      }
    }

    private func readSamples(_ bundle: CoreDataBundle) throws -> [PropertyPath: [UInt8]] {
      var samples = [PropertyPath: [UInt8]]()
      for text in sample {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
          throw UsageError("--sample \(text) names no file; write Entity.attribute=FILE")
        }
        let path = PropertyPath(String(text[..<equals]))
        let isKnown = bundle.versions.contains { version in
          version.model.attributes(of: path.type).contains {
            $0.name == path.property && $0.type == .transformable
          }
        }
        guard isKnown else {
          throw UsageError("\(bundle.name) has no transformable attribute \(path) in any version")
        }
        let file = String(text[text.index(after: equals)...])
        samples[path] = try FileReader.read(path: file, remedy: "name a smaller sample")
      }
      return samples
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
