import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckEngines
  import MigCheckFormats
  import MigCheckModel

  struct ImportCoreDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "coredata",
      abstract: "Writes a history file from the versions of a Core Data model.",
      discussion: """
        The history has the same versions, under the same numbers, and gives the same \
        verdicts: steps and invariants can be added to it.
        """)

    @Argument(
      help: ArgumentHelp("The model (*.xcdatamodeld or *.xcdatamodel).", valueName: "model"),
      completion: .directory)
    var path: String
    @OptionGroup var output: HistoryOutput
    @OptionGroup var model: ModelOptions

    func run() throws {
      try reporting {
        _ = try output.historyName()
        guard CoreDataModelKind.recognises(path) else {
          throw InputError(
            .notFound, file: path, problem: "there is no Core Data model here",
            remedy: "name a *.xcdatamodeld")
        }
        let bundle = try CoreDataModelKind.onlyBundle(at: path, model)
        let history = try CoreDataModelKind.history(of: bundle, model)
        try output.write(try HistoryFile.json(history))
        Terminal.note(
          "migcheck: \(output.out): \(CountText.text(history.stages.count, "version")) of \(bundle.name)"
        )
      }
    }
  }
#endif
