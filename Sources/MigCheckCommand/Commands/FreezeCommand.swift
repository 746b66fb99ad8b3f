#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckModel
  import MigCheckReports

  /// `--schemas`.
  struct SchemaFolderOption: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Where frozen versions are kept. (default: Schemas next to what is checked)",
        valueName: "folder"),
      completion: .directory)
    var schemas: String?

    func folder(of input: any LoadedSubject) throws -> String {
      if let schemas {
        guard !schemas.isEmpty else { throw UsageError("--schemas names no folder") }
        return schemas
      }
      return input.folderBeside + "Schemas"
    }
  }

  struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "freeze",
      abstract: "Writes down the versions as they are released, for the gate.",
      discussion: """
        For every version that is not frozen yet, a file in the folder Schemas takes \
        the schema, and the results of upgrading one generated graph of each older \
        version. Keep the folder under version control; migcheck gate fails when a \
        frozen version is no longer what it was.
        """)

    @OptionGroup var source: HistoryArgument
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The last version to freeze, that of the release. (default: the last)",
        valueName: "version"),
      transform: NumberArgument.parseVersion)
    var to: UInt64?
    @OptionGroup var schemas: SchemaFolderOption

    func run() throws {
      try reporting {
        let input = try source.load().withoutFrozenSchemas
        let last = try to.map(input.subject.requireVersion)?.number ?? .max
        let scratch = try Scratch()
        defer { scratch.end() }
        let freezer = Freezer(
          input.subject, folder: try schemas.folder(of: input), scratch: scratch.path,
          holdsOldNames: input.hadOtherNames)
        var lines = [String]()
        for version in input.subject.versions where version.number <= last {
          guard !freezer.isFrozen(version.number) else { continue }
          let frozen = try freezer.freeze(version)
          try freezer.write(frozen, replacing: false)
          let count = CountText.text(frozen.results.count, "upgrade")
          lines.append(
            "\(ShellText.file(freezer.path(of: version.number))): version \(version.number), \(count)"
          )
        }
        if lines.isEmpty { lines = ["nothing to freeze: all versions are frozen already"] }
        try Terminal.write(lines.map { $0 + "\n" }.joined())
      }
    }
  }
#endif
