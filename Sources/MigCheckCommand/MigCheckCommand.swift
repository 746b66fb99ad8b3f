#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckHistory
  import MigCheckStores
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// The command `migcheck`, which a package can build around a history of its own, or around any
  /// other subject:
  ///
  ///     MigCheckCommand.run(contacts)
  public struct MigCheckCommand: ParsableCommand {
    /// The command's name, help and subcommands; without a subcommand, `check` runs.
    public static let configuration = CommandConfiguration(
      commandName: "migcheck",
      abstract: "Checks that every upgrade of an app's store keeps the users' data.",
      discussion: """
        migcheck makes random object graphs for every schema version of a history, \
        upgrades them along every path, in memory and in a file, compares what comes \
        out, and shrinks what differs to a few objects that a person can read.

        Without a subcommand, check runs: migcheck --from 1 --to 5.

        Exit status: 0 passed, 1 failed, 2 vacuous (something was not exercised) or undecided, \
        64 wrong usage, 65 bad input data, 66 input not found, 70 internal error, \
        74 input/output error.
        """,
      version: "migcheck \(MigCheckVersion.current) (SQLite \(StoreLibrary.version))",
      subcommands: [
        CheckCommand.self, ReplayCommand.self, PathsCommand.self, GenerateCommand.self,
        DiffCommand.self, UpgradeCommand.self, JudgeCommand.self, TryServerCommand.self,
        ImportCommand.self,
        MutateCommand.self,
        MergeCommand.self, ReportCommand.self, BaselineCommand.self, FreezeCommand.self,
        GateCommand.self,
        FormatCommand.self, InitCommand.self,
      ],
      defaultSubcommand: CheckCommand.self)

    /// A command without arguments, as `ParsableCommand` requires.
    public init() {}

    /// Parses the arguments of the process, runs the command and exits with its status. It reads a
    /// history file.
    public static func run() -> Never { run(embedding: nil) }

    /// Parses the arguments of the process, runs the command and exits with its status.
    ///
    /// - Parameter history: what the command checks, unless its arguments name a file.
    public static func run(_ history: History) -> Never {
      run(embedding: LoadedHistory(history, path: ""))
    }

    /// Parses the arguments of the process, runs the command and exits with its status.
    ///
    /// What only histories can do, such as writing a store file, is refused with a sentence.
    ///
    /// - Parameter subject: what the command checks, unless its arguments name a file.
    public static func run(_ subject: any Subject) -> Never {
      run(embedding: SubjectInSwift(subject: subject))
    }

    private static func run(embedding subject: (any LoadedSubject)?) -> Never {
      embedded = subject
      let hasMemory = ProcessTuning.apply()
      Terminal.reserveStreams()
      guard hasMemory else {
        Terminal.complain(
          "there is not enough memory for this process; raise the limit with ulimit -v")
        Foundation.exit(ExitStatus.io)
      }
      Signals.start()
      EndlessCalls.watch()
      // A reader that goes away ends no run: see `Terminal.write`.
      signal(SIGPIPE, SIG_IGN)
      arguments = Array(CommandLine.arguments.dropFirst())
      let arguments = arguments
      let status = Locked<Int32>(0)
      SystemThread.run(on: 1) { status.withLock { $0 = execute(arguments) } }
      Foundation.exit(status.withLock { $0 })
    }

    /// Parses arguments and runs the command that they name, in this process.
    ///
    /// - Parameter arguments: without the name of the program.
    /// - Returns: the exit status.
    package static func execute(_ arguments: [String]) -> Int32 {
      let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
      if let complaint = MistypedCommand.complaint(about: arguments, commands: names) {
        Terminal.complain("\(complaint) (see migcheck --help)")
        return ExitStatus.usage
      }
      do {
        var command = try parse(asTyped: arguments)
        try command.run()
        return 0
      } catch let error as ExitCode {
        return error.rawValue
      } catch {
        let status = exitCode(for: error)
        if status == .validationFailure {
          // One sentence, as all other errors are, instead of the usage as a whole.
          Terminal.complain("\(message(for: error)) (see migcheck --help)")
          return ExitStatus.usage
        }
        let text =
          status.isSuccess && asksForGenerate(arguments)
          ? GenerateCommand.helpMessage().replacing(
            "USAGE: generate", with: "USAGE: migcheck generate")
          : fullMessage(for: error)
        if !status.isSuccess {
          Terminal.note(text, keepsLines: true)
        } else if !text.isEmpty {
          try? Terminal.write(foldingUsage(of: text) + "\n")
        }
        return status.rawValue
      }
    }

    /// Breaks the line with the usage, which the parser leaves as long as it is.
    private static func foldingUsage(of help: String) -> String {
      help.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
        line.hasPrefix("USAGE: ") ? ColumnText.fitted([String(line)]) : [String(line)]
      }.joined(separator: "\n")
    }

    /// Where something is wrong with the arguments of `generate`, the parser takes the `--version`
    /// among them for the question about the program's; then it is asked again without the program.
    private static func parse(asTyped arguments: [String]) throws -> any ParsableCommand {
      do {
        return try parseAsRoot(arguments)
      } catch {
        guard arguments.first == GenerateCommand._commandName, exitCode(for: error).isSuccess,
          arguments.dropFirst().contains(where: { $0 == "--version" || $0.hasPrefix("--version=") }
          ),
          !arguments.contains(where: { ["-h", "-help", "--help"].contains($0) })
        else { throw error }
        return try GenerateCommand.parse(Array(arguments.dropFirst()))
      }
    }

    /// Whether the help of `generate` is wanted, which shows its own `--version` and not the program's.
    private static func asksForGenerate(_ arguments: [String]) -> Bool {
      let flags: Set = ["-h", "-help", "--help"]
      let name = GenerateCommand._commandName
      return arguments == ["help", name]
        || arguments.first == name && arguments.contains(where: flags.contains)
    }

    /// Those of the process, without its name, if it is the command. Set once, before any thread starts.
    nonisolated(unsafe) static var arguments: [String] = []

    /// Set once, before any argument is parsed, by `run(_:)`.
    nonisolated(unsafe) static var embedded: (any LoadedSubject)?
  }
#endif
