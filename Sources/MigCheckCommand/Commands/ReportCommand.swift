import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports

  struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Writes a saved report in other formats.",
      usage: """
        migcheck report <report> --report <format=file> ...
        migcheck report <report> --format <format>
        """,
      discussion: """
        A report is what --format json or --report json=FILE has written. What a run hid \
        of a user's store is not in it, and stays hidden. The exit status is 0 whatever \
        the verdict of the report is.
        """)

    @Argument(
      help: ArgumentHelp("The saved report.", valueName: "report"),
      completion: .file(extensions: ["json"]))
    var path: String
    @Option(
      help: "Write the report to standard output in this form.", transform: ReportFormat.parse)
    var format: ReportFormat?
    @OptionGroup var reports: ReportOptions

    func run() throws {
      try reporting {
        guard format != nil || !reports.report.isEmpty else {
          throw UsageError("name a format and a file, such as --report html=migcheck.html")
        }
        if format?.isText ?? false || reports.report.contains(where: { $0.hasPrefix("text=") }) {
          throw UsageError(
            "a saved report does not hold its text; choose another format, such as markdown")
        }
        let files = try reports.files(besides: [path])
        let json = try FileReader.json(path: path)
        var document: ReportDocument
        do throws(ReportDocumentError) {
          document = try ReportDocument(json)
        } catch {
          throw InputError(
            file: path, path: error.path, problem: error.problem, remedy: error.remedy)
        }
        document.explainFaults()
        let content = ReportContent(document: document, json: json)
        try files.write(content, isText: format == nil) { try format?.write(content) }
      }
    }
  }
#endif
