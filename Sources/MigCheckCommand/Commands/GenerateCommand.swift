import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckGeneration
  import MigCheckModel
  import MigCheckEngines
  import MigCheckVerifier

  struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "generate",
      abstract: "Writes one random graph, as a graph file or as a store.",
      usage: """
        migcheck generate [<history>] --version <version> --out <file>
            [--seed <hex>] [--trial <number>] [--time-limit <seconds>]
        """,
      discussion: """
        A name that ends in .json becomes a graph file; any other a store file, \
        which is a SQLite database. The same seed and trial give the same bytes; \
        without --trial it is the first trial that has objects.
        """)

    @OptionGroup var source: HistoryArgument
    @Option(
      parsing: .unconditional, help: "The version whose schema the graph has.",
      transform: NumberArgument.parseVersion)
    var version: UInt64
    @Option(
      help: ArgumentHelp("The file to write; it must not exist yet.", valueName: "file"),
      completion: .file())
    var out: String
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
        guard !out.isEmpty else { throw UsageError("--out names no file") }
        try timeLimit.require()
        let limit = timeLimit.start()
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
        try requireFreePlace()
        if out.hasSuffix(".json") {
          let graph = try stored(graph, subject)
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
    private func stored(_ graph: ObjectGraph, _ subject: any Subject) throws -> ObjectGraph {
      do {
        let store = try subject.makeStore(.memory, at: version, holding: graph, in: "")
        defer { store.discard() }
        return try store.snapshot().graph
      } catch is UpgradeError {
        return graph
      }
    }

    private func requireFreePlace() throws {
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
      let later = subject.versions.filter { $0.number > start.number }
      let hazards = Hazard.hazards(
        from: start, to: later,
        expressions: later.flatMap { version in
          subject.evidence.expressions(into: version.number).map { (version.number, $0) }
        }, known: subject.evidence.hazards)
      let generator = GraphGenerator(
        schema: start.schema, hazards: hazards, rules: subject.evidence.values)
      func graph(_ trial: Int) -> ObjectGraph {
        var random = RandomSource(seed: seed.seed, name: subject.name, trial: trial)
        let graph = generator.graph(trial: trial, source: &random)
        return subject.evidence.starts?.accepted(graph, at: start.number) ?? graph
      }
      if let trial { return limit.isRequested ? nil : (graph(trial), trial) }
      for trial in 0..<Self.attempts {
        if limit.isRequested { return nil }
        let graph = graph(trial)
        if graph.objectCount > 0 { return (graph, trial) }
      }
      return (graph(0), 0)
    }
  }

  enum CountText {
    /// `1 object`, `2 objects`.
    static func text(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
  }
#endif
