import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckGeneration
  import MigCheckModel
  import MigCheckRealmEngine
  import MigCheckVerifier

  struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "generate",
      abstract: "Writes random graphs, as a graph file or as stores.",
      discussion: """
        A name that ends in .json becomes a graph file; any other a store file, \
        which is a SQLite database. The same seed and trial give the same bytes; \
        without --trial it is the first trial that has objects.

        --store-files writes stores as the engine itself leaves them at that version: \
        of a Core Data model with its tables, metadata and version hashes, of a Realm \
        history *.realm files. Let the app open copies of them, and judge what it made \
        of them with migcheck judge.
        """)

    @OptionGroup var source: HistoryArgument
    @Option(
      parsing: .unconditional, help: "The version whose schema the graph has.",
      transform: NumberArgument.parseVersion)
    var version: UInt64?
    @Option(
      help: ArgumentHelp("The file to write; it must not exist yet.", valueName: "file"),
      completion: .file())
    var out: String?
    @OptionGroup var storeFiles: StoreFileOptions
    @OptionGroup var seed: SeedOption
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Which of the seed's graphs; later ones are larger. (default: the first with objects)",
        valueName: "number"),
      transform: NumberArgument.parse)
    var trial: Int?
    @OptionGroup var timeLimit: TimeLimitOption

    func run() throws {
      try reporting {
        if let trial, trial < 0 {
          throw UsageError("--trial \(trial) is negative; write 0 or more")
        }
        try timeLimit.require()
        let limit = timeLimit.start()
        if storeFiles.folder != nil {
          guard out == nil, trial == nil else {
            throw UsageError(
              "--out and --trial are about one graph; leave out --store-files, or them")
          }
          return try storeFiles.write(
            try source.loadWithoutBlock(), version: version, seed: seed.seed, limit)
        }
        try storeFiles.requireNone()
        guard let version else { throw UsageError("name a version with --version") }
        guard let out else { throw UsageError("name the file to write with --out") }
        guard !out.isEmpty else { throw UsageError("--out names no file") }
        let input = try source.loadWithoutBlock()
        let subject = input.subject
        guard
          let (graph, trial) = graph(of: subject, at: try subject.requireVersion(version), limit)
        else {
          Terminal.complain(
            "the time limit ended the search for a graph, and \(out) was not written; give it more "
              + "time with --time-limit")
          throw ExitCode(ExitStatus.vacuous)
        }
        try Self.requireFreePlace(out)
        if out.hasSuffix(".json") {
          let graph = try stored(graph, subject, version)
          try WholeFile.write(
            graph.json(version: version).prettyText + "\n", to: out, collision: .refuse)
        } else {
          let history = try input.requireHistory(
            "can be written as a store file; name a file that ends in .json")
          let scratch = try Scratch()
          defer { scratch.end() }
          try history.createStore(
            at: out, version: version, holding: graph, scratch: scratch.path)
        }
        Terminal.note(
          "migcheck: \(out): \(CountText.text(graph.totalObjectCount, "object")), "
            + CountText.text(graph.linkCount, "link")
            + (self.trial == nil ? ", trial \(trial)" : ""))
      }
    }

    /// The graph as a store of the engine holds it: some take a decimal −0 for 0.
    private func stored(
      _ graph: ObjectGraph, _ subject: any Subject, _ version: UInt64
    ) throws -> ObjectGraph {
      do {
        let store = try subject.makeStore(.memory, at: version, holding: graph, in: "")
        defer { store.discard() }
        return try store.snapshot().graph
      } catch is UpgradeError {
        return graph
      }
    }

    private static func requireFreePlace(_ out: String) throws {
      guard !FileManager.default.fileExists(atPath: out) else {
        throw WholeFile.exists(out)
      }
      let folder = URL(fileURLWithPath: out).deletingLastPathComponent().path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
        isFolder.boolValue
      else {
        throw InputError(
          .io, file: out, problem: "its folder does not exist",
          remedy: "make the folder, or write to another one")
      }
    }

    /// How many graphs are looked at for one with objects.
    private static let attempts = 100

    /// - Returns: the graph of the trial that was asked for, or else the first that is not empty;
    ///   `nil` if the time is up before there is one.
    private func graph(
      of subject: any Subject, at start: SubjectVersion, _ limit: Interruption
    ) -> (graph: ObjectGraph, trial: Int)? {
      let maker = GraphMaker(subject, at: start, seed: seed.seed)
      if let trial { return limit.isRequested ? nil : (maker.graph(trial), trial) }
      for trial in 0..<Self.attempts {
        if limit.isRequested { return nil }
        let graph = maker.graph(trial)
        if graph.objectCount > 0 { return (graph, trial) }
      }
      return (maker.graph(0), 0)
    }
  }

  /// The random graphs of one version of a subject.
  struct GraphMaker {
    private let subject: any Subject
    private let version: UInt64
    private let seed: UInt64
    private let generator: GraphGenerator

    init(_ subject: any Subject, at start: SubjectVersion, seed: UInt64) {
      self.subject = subject
      self.seed = seed
      version = start.number
      let later = subject.versions.filter { $0.number > start.number }
      let hazards = Hazard.hazards(
        from: start, to: later,
        expressions: later.flatMap { version in
          subject.evidence.expressions(into: version.number).map { (version.number, $0) }
        }, known: subject.evidence.hazards)
      generator = GraphGenerator(
        schema: start.schema, hazards: hazards, rules: subject.evidence.values)
    }

    /// The graph of a trial, as an app could have saved it.
    func graph(_ trial: Int) -> ObjectGraph {
      var random = RandomSource(seed: seed, name: subject.name, trial: trial)
      return accepted(generator.graph(trial: trial, source: &random))
    }

    /// A graph changed into one that an app could have saved.
    func accepted(_ graph: ObjectGraph) -> ObjectGraph {
      subject.evidence.starts?.accepted(graph, at: version) ?? graph
    }
  }

  enum CountText {
    /// `1 object`, `2 objects`.
    static func text(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
  }
#endif
