#if CommandLine
  import ArgumentParser

  /// Where the source code of an app stands, and which branches of it are compiled.
  struct SourceOptions: ParsableArguments {
    @OptionGroup var repository: RepositoryOptions
    @Option(
      name: .customShort("D"),
      help: ArgumentHelp("A condition of #if that holds.", valueName: "condition"))
    var defined: [String] = []
    @Option(
      name: .customShort("U"),
      help: ArgumentHelp("A condition of #if that does not hold.", valueName: "condition"))
    var undefined: [String] = []
    @Option(
      help: ArgumentHelp("The system in #if os(…).", valueName: "name"))
    var system: String = "iOS"

    var git: String? { repository.git }
    var tags: String? { repository.tags }
    var path: [String] { repository.path }
  }

  /// Which releases of an app are read, and what of them.
  struct RepositoryOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("A git repository.", valueName: "repository"), completion: .directory)
    var git: String?
    @Option(help: ArgumentHelp("Which tags are versions, such as 'v*'.", valueName: "pattern"))
    var tags: String?
    @Option(
      help: ArgumentHelp(
        "A folder of the repository; only files in there count. May be given several times.",
        valueName: "folder"))
    var path: [String] = []
  }
#endif
