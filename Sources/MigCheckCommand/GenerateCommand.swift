#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckGeneration
  import MigCheckModel
  import MigCheckRules
  import MigCheckVerifier

  struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "generate",
      abstract: "Writes one random graph, as a graph file or as a store.",
      discussion: """
        A name that ends in .json becomes a graph file; any other a store file, \
        which is a SQLite database. The same seed and trial give the same graph.
        """)

    @OptionGroup var source: HistoryArgument
    @Option(help: "The version whose schema the graph has.")
    var version: UInt64
    @Option(help: "The file to write; it must not exist yet.", completion: .file())
    var out: String
    @Option(
      help: ArgumentHelp(
        "16 hexadecimal digits; decides every random choice.", valueName: "hex"),
      transform: parseSeed)
    var seed = VerificationOptions.defaultSeed
    @Option(help: "Which of the seed's graphs; later ones are larger.")
    var trial = 0

    func run() throws {
      try reporting {
        guard trial >= 0 else { throw UsageError("--trial \(trial) is negative; write 0 or more") }
        let (history, _) = try source.load()
        guard let stage = history.stage(version) else {
          throw UsageError(
            "\(history.name) has no version \(version); it has "
              + history.stages.map { String($0.number) }.joined(separator: ", "))
        }
        guard !FileManager.default.fileExists(atPath: out) else {
          throw InputError(
            .io, file: out, problem: "there is a file of this name already",
            remedy: "remove it, or write to another one")
        }
        let graph = self.graph(of: history, at: stage)
        if out.hasSuffix(".json") {
          let text = graph.json(version: version).prettyText + "\n"
          do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: out), options: .atomic)
          } catch {
            throw InputError(
              .io, file: out, problem: "the file cannot be written",
              remedy: "write to a folder that exists and that you may write to")
          }
        } else {
          try history.createStore(at: out, version: version, holding: graph)
        }
        Terminal.note(
          "migcheck: \(out): \(graph.totalObjectCount) objects, \(graph.linkCount) links")
      }
    }

    private func graph(of history: History, at stage: HistoryVersion) -> ObjectGraph {
      let versions = history.versions
      let later = versions.filter { $0.number > stage.number }
      let hazards = versions.first { $0.number == stage.number }.map { start in
        Hazard.hazards(
          from: start, to: later,
          expressions: later.flatMap { version in
            history.expressions(into: version.number).map { (version.number, $0) }
          })
      }
      var random = RandomSource(seed: seed, name: history.name, trial: trial)
      return GraphGenerator(schema: stage.schema, hazards: hazards ?? [])
        .graph(trial: trial, source: &random)
    }
  }
#endif
