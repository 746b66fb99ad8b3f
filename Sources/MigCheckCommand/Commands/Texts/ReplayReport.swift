import MigCheckText

#if CommandLine
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// What became of cases, for files in the formats of reports.
  struct ReplayReport {
    /// Where the cases stand that passed.
    private(set) var passed: [String] = []
    private var findings: [ReportDocument.Finding] = []
    private var names: [String] = []
    private var rules: [String] = []
    private var versions: [UInt64] = []

    /// - Parameters:
    ///   - place: the file of the case, and its line.
    ///   - found: what checks found again.
    ///   - failures: in what else the case is not as it says, one text each.
    mutating func add(
      _ file: CaseFile, at place: String, _ found: [Finding], _ failures: ArraySlice<String>
    ) {
      let subject = file.subject.subject
      if !names.contains(where: { $0.isIdentical(to: subject.name) }) { names.append(subject.name) }
      if !rules.contains(where: { $0.isIdentical(to: subject.rules) }) {
        rules.append(subject.rules)
      }
      versions += subject.versions.map(\.number)
      if found.isEmpty, failures.isEmpty { passed.append(place) }
      let report = Report(
        RunScope(
          history: subject.name, rules: subject.rules, from: 0, to: 0, seed: 0, stores: []),
        findings: found)
      findings += ReportDocument(report).findings.map { $0.replayed(from: place) }
      findings += failures.map { text in
        ReportDocument.Finding(
          name: "case", kind: "unexpectedResult", message: "\(file.name): \(text)",
          from: file.path.first ?? 0, to: file.path.last ?? 0, notes: [("case", place)])
      }
    }

    var content: ReportContent {
      var document = ReportDocument(
        Report(
          RunScope(
            history: names.count == 1 ? names[0] : "\(names.count) histories",
            rules: rules.joined(separator: ", "), from: versions.min() ?? 0,
            to: versions.max() ?? 0, seed: 0, stores: [])))
      document.findings = findings
      document.passedCases = passed
      document.verdict = findings.isEmpty ? "passed" : "failed"
      document.explainFaults()
      return ReportContent(document: document, json: json(document)) {
        "\(passed.count) passed, \(findings.count) failed\n"
      }
    }

    private func json(_ document: ReportDocument) -> JSON {
      .object([
        .init("migcheck", .integer(1)), .init("history", .string(document.history)),
        .init("passed", .array(passed.map(JSON.string))),
        .init(
          "failed",
          .array(
            findings.map {
              .object([
                .init("name", .string($0.name)), .init("message", .string($0.message)),
              ])
            })),
      ])
    }
  }
#endif
