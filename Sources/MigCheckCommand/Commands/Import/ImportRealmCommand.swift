#if CommandLine
  import ArgumentParser

  struct ImportRealmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "realm",
      abstract: "Writes a history file from an app with Realm Swift: its classes or store files.",
      discussion: """
        The source code is read and not compiled. What could not be understood is listed with file \
        and line, is left out of the history, and makes the exit status 2. Tests are passed over, \
        and so are Pods, Carthage and DerivedData.

        From git, objects are read and nothing is checked out. Without --tags each schema version is \
        read at the last commit that has it.

        A store file (*.realm) shows the schema and the version that the app gave it; several files \
        give several versions. It is only read. Defaults and linking objects are in no file, and \
        classes that the app has removed may still be there.

        From classes the history has the schemas and no migration: give it to your app's own block with \
        History(contentsOf: "app.history.json", migrationBlock: …).
        """)

    @Argument(
      help: ArgumentHelp(
        "Folders with the classes of one version, or store files.", valueName: "folder"),
      completion: .file())
    var folders: [String] = []
    @Option(
      name: .customLong("version"), parsing: .upToNextOption,
      help: ArgumentHelp(
        "A version, and the folders with its classes; may be given several times.",
        valueName: "n folder"))
    var version: [String] = []
    @OptionGroup var source: SourceOptions
    @Option(
      help: ArgumentHelp(
        "The branch whose commits are read. (default: the one that is checked out)",
        valueName: "branch"))
    var branch: String?
    @Option(
      help: ArgumentHelp(
        """
        Where the store's configuration stands, if the app has several stores: a file, a property or \
        function, or both as Store.swift:cacheConfiguration. May be given several times, since code moves.
        """,
        valueName: "place"))
    var configuration: [String] = []
    @Option(
      help: ArgumentHelp("The classes that the store has, with commas.", valueName: "names"))
    var types: String?
    @Option(
      help: ArgumentHelp(
        "The version of Swift; in 3, dynamic variables without @objc are stored.",
        valueName: "version"))
    var swift: Int = 5
    @Option(
      help: ArgumentHelp(
        "The name of the store. (default: the name of the file)", valueName: "name"))
    var name: String?
    @OptionGroup var output: HistoryOutput

    func run() throws {
      try reporting {
        if namesStores { return try importStores() }
        #if RealmImport
          try importSchemas()
        #else
          throw UsageError(
            "this migcheck was built without swift-syntax, which reads Swift: run "
              + "scripts/migcheck import realm, or build with "
              + "swift build --traits CommandLine,RealmImport")
        #endif
      }
    }
  }
#endif
