#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckReports
  import MigCheckVerifier

  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Joins the reports of shards into that of the whole run.",
      discussion: """
        A report is what check --shard 3/16 --format json has written. All shards of \
        one run are needed, in any order. The report and the exit status are those \
        that the run would have had on one machine. Findings are saved now: a shard \
        saves none.
        """)

    @Argument(
      help: ArgumentHelp("The reports of all shards.", valueName: "report"),
      completion: .file(extensions: ["json"]))
    var reports: [String]
    @Option(help: "The form of the report. (default: text)", transform: ReportFormat.parse)
    var format = ReportFormat.text
    @OptionGroup var files: ReportOptions
    @OptionGroup var explain: ExplainOption

    func run() throws {
      try reporting {
        let explained = try explain.names()
        let files = try files.files(besides: reports)
        let merge = try ReportMerge(contentsOf: reports)
        for problem in merge.saveCases() { Terminal.complain(problem.description) }
        let content = ReportContent(of: merge.report)
        try files.write(content, isText: format.isText) {
          try format.write(merge.report, content, explained: explained)
        }
        try ExitStatus.exit(by: merge.report.verdict)
      }
    }
  }
#endif
