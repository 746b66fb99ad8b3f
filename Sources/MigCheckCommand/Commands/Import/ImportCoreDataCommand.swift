import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel

  struct ImportCoreDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "coredata",
      abstract: "Writes a history file from the versions of a Core Data model.",
      discussion: """
        The history has the same versions, under the same numbers, and gives the same \
        verdicts: steps and invariants can be added to it.

        With --git it also has the versions that releases had and the model has no longer, \
        since they were deleted or edited. The tags of the repository are releases; a folder \
        of that name is looked for in each. From git, objects are read and nothing is checked out.
        """)

    @Argument(
      help: ArgumentHelp("The model (*.xcdatamodeld or *.xcdatamodel).", valueName: "model"),
      completion: .directory)
    var path: String
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var output: HistoryOutput
    @OptionGroup var model: ModelOptions

    func run() throws {
      try reporting {
        _ = try output.historyName()
        if let git = repository.git { return try importReleases(git) }
        guard repository.tags == nil, repository.path.isEmpty else {
          throw UsageError("--tags and --path are for --git")
        }
        guard CoreDataModelKind.recognises(path) else { throw absent }
        let bundle = try CoreDataModelKind.onlyBundle(at: path, model)
        let history = try CoreDataModelKind.history(of: bundle, model)
        try output.write(try HistoryFile.json(history))
        Terminal.note(
          "migcheck: \(output.out): \(CountText.text(history.stages.count, "version")) of \(bundle.name)"
        )
      }
    }

    var absent: InputError {
      InputError(
        .notFound, file: path, problem: "there is no Core Data model here",
        remedy: "name a *.xcdatamodeld")
    }
  }
#endif
