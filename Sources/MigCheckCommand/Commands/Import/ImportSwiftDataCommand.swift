import MigCheckText

#if CommandLine
  import ArgumentParser

  struct ImportSwiftDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "swiftdata",
      abstract: "Writes a history file from the models and the migration plan of an app.",
      discussion: """
        The source code is read and not compiled. The versions are those of its SchemaMigrationPlan; \
        without one its VersionedSchemas, by their identifiers; without these, all classes with @Model \
        are one version. What could not be understood is listed with file and line, is left out of the \
        history, and makes the exit status 2. Tests are passed over.

        From git, the tags are releases. Where the newest has a plan with stages, that plan is the \
        history, and releases with a model that none of its versions has are listed. Otherwise each \
        model that was released is a version.

        The code of custom stages is not run: upgrades by such a stage are not judged.
        """)

    @Argument(
      help: ArgumentHelp("Folders with the models and the plan.", valueName: "folder"),
      completion: .file())
    var folders: [String] = []
    @OptionGroup var source: SourceOptions
    @Option(
      help: ArgumentHelp(
        "The plan that the store is opened with, if the app has several.", valueName: "name"))
    var plan: String?
    @Option(
      help: ArgumentHelp(
        "The models that the store has, with commas, where no version lists them.",
        valueName: "names"))
    var types: String?
    @Option(
      help: ArgumentHelp(
        "The name of the store. (default: the name of the file)", valueName: "name"))
    var name: String?
    @OptionGroup var output: HistoryOutput

    func run() throws {
      try reporting {
        #if RealmImport
          try importVersions()
        #else
          throw UsageError(
            "this migcheck was built without swift-syntax, which reads Swift: run "
              + "scripts/migcheck import swiftdata, or build with "
              + "swift build --traits CommandLine,RealmImport")
        #endif
      }
    }
  }
#endif
