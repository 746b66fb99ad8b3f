import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckRealmEngine
  import MigCheckFormats
  import MigCheckStoreFiles
  import MigCheckModel

  struct UpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "upgrade",
      abstract: "Writes what one upgrade of a store gives, as a graph file or a store file.",
      discussion: """
        The store is a graph file (*.json), a store file of a history, or a store \
        that Core Data wrote; it is only read, with its -wal. The upgrade is one \
        from the store's version to the last one, or to the current one of a Core \
        Data model; --stepwise takes each version between them. --out names a graph \
        file, or a file of the store's own engine (*.realm, *.sqlite of Core Data). Objects of a Core \
        Data store are named by entity and Z_PK.
        """)

    @OptionGroup var source: HistoryArgument
    @Option(
      help: ArgumentHelp("The store, or a graph file (*.json).", valueName: "file"),
      completion: .file())
    var store: String
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The version that the store is at. (default: as it says)", valueName: "version"),
      transform: NumberArgument.parseVersion)
    var from: UInt64?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The version to upgrade to. (default: the last, or the current)", valueName: "version"),
      transform: NumberArgument.parseVersion)
    var to: UInt64?
    @Flag(help: "Take each version on the way, and not one upgrade straight to the end.")
    var stepwise = false
    @Option(
      help: ArgumentHelp("The file to write; it must not exist yet.", valueName: "file"),
      completion: .file())
    var out: String
    @OptionGroup(title: "Options for store files") var format: StoreFormatOptions

    func run() throws {
      try reporting {
        let scratch = try Scratch()
        defer { scratch.end() }
        guard out.hasSuffix(".json") else {
          return try upgradeFile(try source.load(), scratch: scratch.path)
        }
        if let option = (format.ofCoreData + format.ofRealm).first {
          throw UsageError("\(option) is about store files; \(out) is a graph file")
        }
        let upgraded = try source.load().upgradedGraph(self, scratch: scratch.path)
        try WholeFile.write(upgraded.json.prettyText + "\n", to: out, collision: .refuse)
        note(upgraded.graph, upgraded.start, upgraded.end)
      }
    }

    // MARK: Store files

    /// Writes what an upgrade of a store file gives as a file of the same engine: objects keep the keys
    /// that they have in the file.
    private func upgradeFile(_ input: any LoadedSubject, scratch: String) throws {
      var options = format
      // The store itself tells names that no model tells.
      if input.history?.engine == .coredata { options.namesFrom.append(store) }
      let loaded = try input.storeFormat(options, wanted: nil, scratch: scratch)
      let (history, format) = (loaded.history, loaded.format)
      guard out.hasSuffix(".\(format.fileExtension)") else {
        throw UsageError(
          "--out writes a graph file (*.json) or a store file (*.\(format.fileExtension))")
      }
      guard !FileManager.default.fileExists(atPath: out) else { throw WholeFile.exists(out) }
      let before = try format.read(URL(fileURLWithPath: store))
      let start = before.snapshot.version
      guard from == nil || from == start else {
        throw UsageError("\(store) is at version \(start)")
      }
      let last = to ?? input.currentVersion ?? history.stages.last?.number ?? start
      let end = try history.requireVersion(last).number
      let numbers = try way(from: start, to: end, of: history)
      let after = try StoredUpgrade.run(
        before.snapshot, through: numbers, of: history, in: scratch
      ).after
      try StoredUpgrade.write(
        after, of: before, by: format, to: URL(fileURLWithPath: out))
      note(after.graph, start, end)
    }

    private func note(_ graph: ObjectGraph, _ start: UInt64, _ end: UInt64) {
      Terminal.note(
        "migcheck: \(out): \(start) → \(end), \(CountText.text(graph.totalObjectCount, "object")), "
          + CountText.text(graph.linkCount, "link"))
    }

    /// The versions after one that an upgrade comes to: where the app stops on its way, or each that
    /// `--stepwise` asks for.
    ///
    /// - Throws: `UsageError` for an upgrade whose code only the app can run.
    func way(from start: UInt64, to end: UInt64, of subject: any Subject) throws -> [UInt64] {
      guard start <= end else {
        throw UsageError("\(store) is at version \(start), which is above --to \(end)")
      }
      guard start < end else { return [] }
      let between = subject.versions.map(\.number).filter { $0 > start && $0 <= end }
      let stops = (subject as? History)?.stops(from: start, to: end) ?? [end]
      let numbers = stepwise ? between : stops
      guard let mappings = subject.evidence.mappings else { return numbers }
      for (from, to) in zip([start] + numbers, numbers)
      where mappings.mapping(from: from, to: to)?.isJudged == false {
        let (reason, remedy) = mappings.whyUnjudged
        throw UsageError("the upgrade \(from) → \(to) is \(reason); \(remedy)")
      }
      return numbers
    }
  }

  /// What upgrades of a store give.
  struct UpgradedGraph {
    let start: UInt64
    let end: UInt64
    let graph: ObjectGraph
    /// The graph as a file.
    let json: JSON
  }

  extension UpgradedGraph {
    /// The upgrade by the subject itself, in memory.
    ///
    /// - Throws: `UsageError` for a store at another version than `--from`; what the upgrade throws.
    init(_ command: UpgradeCommand, _ input: any LoadedSubject, scratch: String) throws {
      let found = try input.readGraph(at: command.store) { scratch }
      let start = found.version
      guard command.from == nil || command.from == start else {
        throw UsageError("\(command.store) is at version \(start)")
      }
      let subject = input.subject
      let end = try subject.requireVersion(command.to ?? subject.versions.last?.number ?? start)
        .number
      let numbers = try command.way(from: start, to: end, of: subject)
      let store = try subject.makeStore(.memory, at: start, holding: found.graph, in: scratch)
      defer { store.discard() }
      for number in numbers { _ = try store.upgrade(to: number) }
      let graph = try store.snapshot().graph
      self.init(start: start, end: end, graph: graph, json: graph.json(version: end))
    }
  }
#endif
