#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckEngines

  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compares two graphs up to renaming of their objects.",
      usage: "migcheck diff [<history>] <first> <second>",
      discussion: """
        The history is the one whose schemas the graphs have; it may be left out \
        where every command may do without. Each of the others is a graph file \
        (*.json) or a store file. Type#3 is the fourth object of its type there. \
        Exit status: 0 equal, 1 different, 2 undecided.
        """)

    @Argument(
      help: ArgumentHelp(
        "The history, if it is not the only one; then two graph files or store files.",
        valueName: "file"),
      completion: .file())
    var files: [String]

    func run() throws {
      try reporting {
        guard files.count == 2 || files.count == 3 else {
          throw UsageError(
            "diff takes two graphs, after the history if it is not the only one; "
              + "\(files.count == 1 ? "one file was" : "\(files.count) files were") named")
        }
        let (first, second) = (files[files.count - 2], files[files.count - 1])
        let input = try HistoryArgument.load(files.count == 3 ? files[0] : nil)
        var scratch: Scratch?
        defer { scratch?.end() }
        func folder() throws -> String {
          let made = try scratch ?? Scratch()
          scratch = made
          return made.path
        }
        let (versionA, a) = try input.readGraph(at: first, scratch: folder)
        let (versionB, b) = try input.readGraph(at: second, scratch: folder)
        var lines = [String]()
        if versionA != versionB {
          lines.append("the first is at version \(versionA), the second at version \(versionB)")
        }
        switch GraphComparison.compare(a, b, ignoring: input.subject.ignoring) {
        case .equal: break
        case .undecided:
          try Terminal.write(
            "undecided: \(first) and \(second) are too symmetrical to tell in time\n")
          throw ExitCode(ExitStatus.vacuous)
        case .different(let differences):
          let text = DifferenceText(first: a, second: b)
          lines += differences.map(text.line)
        }
        guard !lines.isEmpty else {
          return try Terminal.write(
            "equal: \(CountText.text(a.totalObjectCount, "object")), "
              + "\(CountText.text(a.linkCount, "link"))\n")
        }
        try Terminal.write(
          "different: \(first) → \(second)\n"
            + ColumnText.fitted(lines.map { "  \($0)" }).map { $0 + "\n" }.joined())
        throw ExitCode(ExitStatus.failed)
      }
    }
  }
#endif
