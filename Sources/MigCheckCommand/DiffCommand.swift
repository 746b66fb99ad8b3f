#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckRules

  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compares two graphs up to renaming of their objects.",
      discussion: """
        Each one is a graph file (*.json) or a store file. Exit status 0: equal, \
        1: different, 2: could not be decided.
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
        if versionA != versionB {
          Terminal.write("\(first) is at version \(versionA), \(second) at \(versionB)\n")
        }
        switch GraphComparison.compare(a, b, ignoring: history.ignoring) {
        case .equal:
          guard versionA == versionB else { throw ExitCode(ExitStatus.failed) }
          Terminal.write("equal: \(a.totalObjectCount) objects, \(a.linkCount) links\n")
        case .undecided:
          Terminal.write("undecided: the graphs are too symmetrical to tell in time\n")
          throw ExitCode(ExitStatus.vacuous)
        case .different(let differences):
          for difference in differences { Terminal.write("\(difference)\n") }
          throw ExitCode(ExitStatus.failed)
        }
      }
    }
  }
#endif
