#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckRules

  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compares two graphs up to renaming of their objects.",
      usage: "migcheck diff <history> <first> <second>",
      discussion: """
        Each one is a graph file (*.json) or a store file. Type#3 is the fourth \
        object of its type there. Exit status: 0 equal, 1 different, 2 undecided.
        """)

    @Argument(help: "The history whose schemas the graphs have.")
    var history: String
    @Argument(help: "A graph file or a store file.")
    var first: String
    @Argument(help: "Another one.")
    var second: String

    func run() throws {
      try reporting {
        let history = try History(contentsOf: self.history)
        let (versionA, a) = try history.readGraph(at: first)
        let (versionB, b) = try history.readGraph(at: second)
        var lines = [String]()
        if versionA != versionB {
          lines.append("the first is at version \(versionA), the second at version \(versionB)")
        }
        switch GraphComparison.compare(a, b, ignoring: history.ignoring) {
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
          "different: \(first) → \(second)\n" + lines.map { "  \($0)\n" }.joined())
        throw ExitCode(ExitStatus.failed)
      }
    }
  }
#endif
