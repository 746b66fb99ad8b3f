#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckText

  /// How the versions of a Core Data model are read.
  struct ModelOptions: KindOptions {
    static let owners = "Core Data models (*.xcdatamodeld)"

    @Option(
      help: ArgumentHelp(
        "The versions of a Core Data model, oldest first, between commas. (default: by name)",
        valueName: "names"))
    var order: String?
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "An upgrade that has a mapping model of its own, as 9:10; may be given several times.",
        valueName: "from:to"),
      transform: ModelOptions.parseHop)
    var custom: [InferenceMatrix.Hop] = []
    @Option(
      help: ArgumentHelp(
        "How the app opens a store of an older Core Data model: inferred, mapping-models, manual, "
          + "stepwise or none. (default: inferred)",
        valueName: "way"),
      transform: { text in
        guard let opening = CoreDataOpening(rawValue: text) else {
          throw ValidationError("write inferred, mapping-models, manual, stepwise or none")
        }
        return opening
      })
    var opening: CoreDataOpening?

    var given: [String] {
      [
        order.map { _ in "--order" }, custom.isEmpty ? nil : "--custom",
        opening.map { _ in "--opening" },
      ].compactMap(\.self)
    }

    var names: [String]? {
      order.map { text in
        text.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
    }

    /// - Throws: `UsageError` for an upgrade that the bundle does not have.
    func requireCustom(in bundle: CoreDataBundle) throws -> Set<InferenceMatrix.Hop> {
      for number in custom.flatMap({ [$0.from, $0.to] }) where bundle.version(number) == nil {
        throw UsageError(
          "--custom names version \(number); \(bundle.name) has the versions 1 to "
            + "\(bundle.versions.count)")
      }
      return Set(custom)
    }

    /// The upgrades of a bundle with a mapping model, or with one of another kind that the options and the
    /// settings name.
    ///
    /// - Returns: all of them, and those that run as their mapping model says.
    /// - Throws: `UsageError`, or `InputError` for a file that is not what it should be.
    func customHops(
      of bundle: CoreDataBundle
    ) throws -> (all: Set<InferenceMatrix.Hop>, run: Set<InferenceMatrix.Hop>) {
      let mappings = try ModelMappings(of: bundle)
      let unknown = try named(in: bundle).union(mappings.custom)
      let run = Set(mappings.plans.keys).subtracting(unknown)
      return (unknown.union(run), run)
    }

    /// The versions of a bundle whose app does not upgrade each of them straight to each later one;
    /// `nil`: it does.
    func stoppingHistory(of bundle: CoreDataBundle) throws -> History? {
      let settings = try ModelSettings(beside: bundle)
      let opening = try self.opening ?? settings.opening()
      guard try opening == .stepwise || settings.stages() != nil else { return nil }
      return try CoreDataModelKind.history(of: bundle, self)
    }

    /// Those that the options and the settings name.
    fileprivate func named(in bundle: CoreDataBundle) throws -> Set<InferenceMatrix.Hop> {
      let settings = try ModelSettings(beside: bundle)
      return try requireCustom(in: bundle).union(try settings.custom())
        .union(try settings.stages()?.compactMap(\.customHop) ?? [])
    }

    @Sendable static func parseHop(_ text: String) throws -> InferenceMatrix.Hop {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
      guard parts.count == 2, let from = parts[0], let to = parts[1], from < to else {
        throw ValidationError("write two versions, the lower one first, such as 9:10")
      }
      return InferenceMatrix.Hop(from: from, to: to)
    }
  }

  /// Core Data models, or folders that hold some.
  enum CoreDataModelKind: SubjectKind {
    static let noun = "a Core Data model"

    static func recognises(_ path: String) -> Bool {
      !path.isEmpty && CoreDataBundleReader.kind(of: path) != nil
    }

    static func load(
      _ path: String, _ options: ModelOptions, _ request: SubjectRequest
    ) throws -> any LoadedSubject {
      let bundle = try onlyBundle(at: path, options)
      return LoadedModel(bundle, try history(of: bundle, options))
    }

    /// The versions of a bundle as a history, with what its settings say of them.
    static func history(of bundle: CoreDataBundle, _ options: ModelOptions) throws -> History {
      let settings = try ModelSettings(beside: bundle)
      let mappings = try ModelMappings(of: bundle)
      var history = bundle.history(
        custom: try options.named(in: bundle).union(mappings.custom),
        opening: try options.opening ?? settings.opening() ?? .inferred)
      history.mappingPlans = mappings.plans
      if let stages = try settings.stages() {
        guard history.coreDataOpening == .inferred else {
          throw UsageError(
            "the stages in \(settings.file) need inferred mappings; leave out the opening "
              + history.coreDataOpening.rawValue)
        }
        history.planStages = stages
      }
      if let name = settings.name { history.name = name }
      try settings.addDrops(to: &history)
      try history.validate(file: bundle.path)
      return history
    }

    /// - Throws: `UsageError` if a folder holds several bundles.
    static func onlyBundle(at path: String, _ options: ModelOptions) throws -> CoreDataBundle {
      let bundles = try CoreDataBundleReader.read(path: path, order: options.names)
      guard bundles.count == 1 else {
        throw UsageError(
          (["there are several models in \(path); name one of them:"]
            + bundles.map { "  \($0.path)" }).joined(separator: "\n"))
      }
      noteSkipped(bundles)
      return bundles[0]
    }

    private static func noteSkipped(_ bundles: [CoreDataBundle]) {
      for bundle in bundles where !bundle.skipped.isEmpty {
        Terminal.note(
          "migcheck: warning: \(bundle.path): left out \(quotedList(bundle.skipped)), binary as Xcode "
            + "before 4.3 saved models; a newer Xcode saves them as XML.")
      }
    }

    static func showPaths(
      _ path: String, _ command: PathsCommand, _ request: SubjectRequest
    ) throws -> Bool {
      try request.refuseForeign(to: Self.self, path)
      let options = try options(in: request)
      let bundles = try CoreDataBundleReader.read(path: path, order: options.names)
      noteSkipped(bundles)
      try command.showModels(bundles, options)
      return true
    }
  }

  /// A Core Data model, whose versions are a history.
  struct LoadedModel: LoadedSubject {
    let bundle: CoreDataBundle
    private let versions: History

    init(_ bundle: CoreDataBundle, _ history: History) {
      self.bundle = bundle
      versions = history
    }

    var subject: any Subject { versions }
    var history: History? { versions }
    var noun: String { CoreDataModelKind.noun }
    var path: String { bundle.path }
    var currentVersion: UInt64? { bundle.current }

    /// Whether the model's files alone give the history.
    private var isAsItStands: Bool {
      guard versions.customHops.isEmpty, versions.coreDataOpening == .inferred, !versions.isPlan,
        versions.mappingPlans.isEmpty
      else { return false }
      let plain = try? CoreDataBundleReader.read(path: bundle.path).first
      return plain?.versions.map(\.name) == bundle.versions.map(\.name)
    }

    func corpus(in folder: String) -> CorpusFolder {
      // What only options say is nowhere in the model: then cases hold the history.
      CorpusFolder(folder, history: versions, historyPath: isAsItStands ? bundle.path : nil)
    }

    func readGraph(at path: String, scratch: () throws -> String) throws -> StoredGraph {
      try StoredGraph(at: path, of: versions, scratch: scratch)
    }

    mutating func readStart(
      _ store: String, _ options: StoreStart, at version: UInt64?, scratch: () throws -> String
    ) throws -> StoreStart.Start? {
      let found = try ModelStore.read(store, in: bundle, at: version, scratch: scratch)
      Terminal.note("migcheck: \(found.summary)")
      let (graph, count) = found.content.graph.fillingRequired
      if count > 0 {
        Terminal.note(
          "migcheck: \(store): \(CountText.text(count, "null")) in required attributes; defaults "
            + "stand for them in the run")
      }
      return try options.start(
        graph, at: found.version.number, from: store, faults: graph.validate())
    }

    func storeFormat(
      _ options: StoreFormatOptions, wanted: UInt64?, scratch: String
    ) throws -> StoreFormatOptions.Loaded {
      try OptionOwners("Realm histories").refuse(options.ofRealm, for: path, noun)
      let samples = try options.readSamples(bundle)
      let templates = try options.emptyStores(of: bundle, wanted: wanted, in: scratch)
      return StoreFormatOptions.Loaded(
        history: versions,
        format: try CoreDataFileFormat(
          bundle, samples: samples, given: templates, namesFrom: options.namesFrom),
        bundle: bundle, templates: templates, samples: samples)
    }

    /// The upgrade by inferred mappings and mapping models, in which objects keep their `Z_PK`.
    func upgradedGraph(_ command: UpgradeCommand, scratch: String) throws -> UpgradedGraph {
      guard let end = command.to ?? bundle.current else {
        throw UsageError(
          "\(bundle.path) names no current version (.xccurrentversion); name one with --to")
      }
      guard bundle.version(end) != nil else {
        throw UsageError(
          "\(bundle.name) has no version \(end); it has the versions 1 to \(bundle.versions.count)")
      }
      let store = try ModelStore.read(command.store, in: bundle, at: command.from) { scratch }
      let start = store.version.number
      let numbers = try command.way(from: start, to: end, of: versions)
      let result = try upgraded(store, through: numbers, scratch: scratch)
      return UpgradedGraph(
        start: start, end: end, graph: result.graph,
        json: result.graph.json(version: end) { result.name(of: $0) })
    }

    private func upgraded(
      _ store: ModelStore, through numbers: [UInt64], scratch: String
    ) throws -> StoreGraph {
      let content = store.content
      let before = Snapshot(
        version: store.version.number, graph: content.graph, keys: content.keys)
      let after = try StoredUpgrade.run(before, through: numbers, of: versions, in: scratch).after
      return StoreGraph(graph: after.graph, keys: after.keys)
    }

    func compareStores(_ command: DiffCommand, _ first: String, _ second: String) throws {
      let scratch = try Scratch()
      defer { scratch.end() }
      let options = command.comparison
      try options.requireKnown(in: bundle)
      let first = try ModelStore.read(first, in: bundle, at: command.span.from) { scratch.path }
      let second = try ModelStore.read(second, in: bundle, at: command.span.to) { scratch.path }
      try ModelDiff(first: first, second: second, options: options).run {
        let stops = versions.stops(from: first.version.number, to: second.version.number)
        return try upgraded(first, through: stops, scratch: scratch.path)
      }
    }
  }

  extension ObjectGraph {
    /// The same objects, where no required attribute is null, as apps cannot save them, and how many
    /// were.
    ///
    /// - Complexity: O(*n*) in the size of the graph.
    fileprivate var fillingRequired: (graph: ObjectGraph, count: Int) {
      var (result, count) = (self, 0)
      for (index, type) in schema.types.enumerated() {
        for (column, property) in type.storedProperties.enumerated()
        where !property.isLink && property.collection == nil && !property.isOptional {
          for (row, value) in tables[index].columns[column].enumerated() where value.isNull {
            result.tables[index].columns[column][row] = property.initialValue
            count += 1
          }
        }
      }
      return (result, count)
    }
  }
#endif
