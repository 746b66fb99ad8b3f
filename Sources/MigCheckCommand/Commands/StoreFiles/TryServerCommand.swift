#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckText

  struct TryServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "try-server",
      abstract: "Tries a program for --upgrade-server, and reports what it does wrong.",
      discussion: """
        It is asked for its versions, and for upgrades of a database without rows: from \
        nothing to each version in turn, from nothing to the last one at once, once more \
        to the version that the database is at, and to one that does not exist. What it \
        answers must be what "File formats" describes.
        """)

    @Argument(
      help: ArgumentHelp(
        "The program with its arguments, such as 'python3 serve_sqlite3.py migrations.py'.",
        valueName: "command"))
    var command: String
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "How long the program may take to answer a request. (default: 60)", valueName: "seconds"),
      transform: NumberArgument.parseSeconds)
    var upgradeTimeLimit: Double?

    func run() throws {
      try reporting {
        if let seconds = upgradeTimeLimit, !(seconds > 0) {
          throw UsageError(
            "--upgrade-time-limit must be a positive number of seconds; got \(seconds)")
        }
        #if os(macOS) || os(Linux)
          let trial = try ServerTrial(
            command, timeLimit: upgradeTimeLimit ?? AppUpgrade.commandTimeLimit)
          var hasFailed = false
          try trial.run { step in
            hasFailed = hasFailed || step.problem != nil
            let line =
              step.problem.map { "✘ \(step.name)\n  \($0)" }
              ?? "✔ \(step.name)\(step.note.map { ": \($0)" } ?? "")"
            try Terminal.write(line.printable(keepingLines: true) + "\n")
          }
          if hasFailed { throw ExitCode(ExitStatus.failed) }
        #else
          throw UsageError("try-server runs programs, which this system does not")
        #endif
      }
    }
  }
#endif
