#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckSQL

  struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract: "Runs case files again: findings, and cases that expect a result.",
      discussion: """
        A folder means all *.case.json and *.jsonl files in it. A case that expects \
        a graph or an error passes when every store agrees with it. A case that holds \
        a finding passes when the check that failed no longer does. A case that names a \
        subject needs the command that is built around it, or the folder of SQL \
        migrations, which is found beside the case or named by --migrations; what was \
        said of the folder in the run, such as --base, has to be said again. So has the \
        command that upgraded store files, with the history or model that they are of.
        """)

    @Argument(
      help: ArgumentHelp(
        "Case files, files with one case a line, or folders.", valueName: "case"))
    var paths: [String]
    @OptionGroup var stores: StoreOptions
    @Option(
      help: ArgumentHelp("The folder of SQL migrations that cases name.", valueName: "folder"),
      completion: .directory)
    var migrations: String?
    @OptionGroup(title: "Options for folders of SQL migrations") var folder: FolderOptions
    @Option(
      help: ArgumentHelp(
        "The history or the model whose store files --upgrade upgrades.", valueName: "history"),
      completion: .file())
    var history: String?
    @OptionGroup(title: "Options for the app's own upgrade") var upgrade: AppUpgradeOptions
    @OptionGroup var reports: ReportOptions

    func run() throws {
      try reporting {
        let files = try reports.files(besides: paths)
        let scratch = upgrade.isGiven ? try ScratchDirectory() : nil
        defer { scratch?.remove() }
        let subject = try upgradedFiles { scratch?.path ?? "" } ?? subject()
        var statistics = ReplayStatistics(
          kinds: upgrade.isGiven ? [.file] : stores.stores, subject: subject)
        try statistics.run(paths)
        guard statistics.passed + statistics.failed > 0 else {
          throw InputError(
            .notFound, file: paths.joined(separator: ", "), problem: "there are no cases here",
            remedy: "name a *.case.json, a *.jsonl or a folder that holds some")
        }
        try files.write(statistics.outcome.content) {
          try Terminal.write("\(statistics.passed) passed, \(statistics.failed) failed\n")
        }
        if statistics.failed > 0 { throw ExitCode(ExitStatus.failed) }
      }
    }

    /// Store files that a command upgrades; `nil`: there is no command.
    private func upgradedFiles(scratch: () throws -> String) throws -> (any Subject)? {
      if let database = try upgrade.database(besides: history) { return database.subject }
      guard upgrade.isGiven else {
        guard history == nil else {
          throw UsageError("--history is about store files; name a command with --upgrade")
        }
        return nil
      }
      guard let history else {
        throw UsageError("name the history or the model of the store files with --history")
      }
      return try upgrade.apply(
        to: SubjectKinds.load(history, SubjectRequest(options: [folder])), end: nil,
        scratch: scratch
      ).subject
    }

    /// What cases run on that name a subject.
    private func subject() throws -> (any Subject)? {
      let request = SubjectRequest(options: [folder], cases: paths)
      let loaded =
        if let migrations {
          try SubjectKinds.load(migrations, request)
        } else {
          try SubjectKinds.embedded(request) ?? SubjectKinds.load(besideCases: request)
        }
      guard let loaded else {
        guard let option = folder.given.first else { return nil }
        throw UsageError("\(option) is about \(FolderOptions.owners); name one with --migrations")
      }
      return loaded.subject
    }
  }

  /// Counts the cases of a replay and tells of each one that fails.
  private struct ReplayStatistics {
    let kinds: [StoreKind]
    /// What a case runs on if it names a subject.
    let subject: (any Subject)?
    var passed: Int { outcome.passed.count }
    var failed = 0
    var outcome = ReplayReport()

    init(kinds: [StoreKind], subject: (any Subject)?) {
      self.kinds = kinds
      self.subject = subject
    }

    mutating func run(_ paths: [String]) throws {
      let scratch = try Scratch()
      defer { scratch.end() }
      let replay = CaseReplay(directory: scratch.path)
      for path in paths {
        for file in try CaseFolder.files(under: path) {
          if Terminal.isClosed { return }
          try run(file, replay)
        }
      }
    }

    private mutating func run(_ file: String, _ replay: CaseReplay) throws {
      guard CaseFolder.holdsLines(file) else {
        return try run(CaseFile.read(path: file, of: subject), replay)
      }
      let lines = try CaseLines(path: file, of: subject)
      while let next = try lines.next(), !Terminal.isClosed { try run(next, replay) }
    }

    private mutating func run(_ file: CaseFile, _ replay: CaseReplay) throws {
      var failures = [String]()
      for kind in kinds {
        if case .failed(let reason) = try replay.run(file, on: kind) {
          failures.append("\(kind.rawValue): \(reason)")
        }
      }
      let findings = try replay.findings(of: file, on: kinds)
      let report = TextReport(colours: Terminal.hasColours)
      failures += findings.map {
        report.text(ofReplayed: $0, history: file.subject.subject.name, margin: 2)
      }
      let place = file.origin.file + (file.origin.line.map { ":\($0)" } ?? "")
      outcome.add(file, at: place, findings, failures.dropLast(findings.count))
      guard !failures.isEmpty else { return }
      failed += 1
      let verdict = findings.isEmpty ? file.name : "still fails"
      let blocks = failures.map { failure in
        failure.split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
      }
      let text =
        findings.isEmpty ? blocks.joined(separator: "\n") : blocks.joined(separator: "\n\n")
      try Terminal.write("✘ \(place): \(verdict)\n\(text)\n\n")
    }
  }
#endif
