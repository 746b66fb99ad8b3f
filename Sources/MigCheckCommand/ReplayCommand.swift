#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel

  struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract: "Runs case files and compares what comes out with what they expect.",
      discussion: """
        A folder stands for all *.case.json and *.jsonl below it. A case passes when \
        every store agrees with it. A case that holds a finding passes when the \
        check no longer fails.
        """)

    @Argument(help: "Case files, files with one case a line, or folders.")
    var paths: [String]
    @OptionGroup var stores: StoreOptions

    func run() throws {
      try reporting {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        var tally = ReplayTally(kinds: stores.stores, directory: scratch.path)
        for path in paths {
          for file in try CaseFolder.files(under: path) { try tally.run(file) }
        }
        guard tally.passed + tally.failed > 0 else {
          throw InputError(
            .notFound, file: paths.joined(separator: ", "), problem: "there are no cases here",
            remedy: "name a *.case.json, a *.jsonl or a folder that holds some")
        }
        Terminal.write("\(tally.passed) passed, \(tally.failed) failed\n")
        if tally.failed > 0 { throw ExitCode(ExitStatus.failed) }
      }
    }
  }

  /// `--stores`.
  struct StoreOptions: ParsableArguments {
    @Option(
      name: .customLong("stores"),
      help: ArgumentHelp("memory, file, or both: memory,file.", valueName: "list"),
      transform: { text in
        let kinds = try text.split(separator: ",").map { name in
          guard let kind = StoreKind(rawValue: String(name)) else {
            throw ValidationError(
              "'\(name)' is no store; write memory, file or memory,file.")
          }
          return kind
        }
        guard !kinds.isEmpty else {
          throw ValidationError("--stores needs memory, file or memory,file.")
        }
        return StoreKind.allCases.filter(kinds.contains)
      })
    var stores: [StoreKind] = StoreKind.allCases
  }

  /// Counts the cases of a replay and tells of each one that fails.
  private struct ReplayTally {
    let kinds: [StoreKind]
    let directory: String
    var passed = 0
    var failed = 0

    mutating func run(_ file: String) throws {
      guard CaseFolder.holdsLines(file) else { return try run(CaseFile.read(path: file)) }
      let lines = try CaseLines(path: file)
      while let next = try lines.next() { try run(next) }
    }

    private mutating func run(_ file: CaseFile) throws {
      var failures = [String]()
      for kind in kinds {
        if case .failed(let reason) = try CaseReplay(directory: directory).run(file, on: kind) {
          failures.append("  \(kind.rawValue): \(reason)")
        }
      }
      guard !failures.isEmpty else {
        passed += 1
        return
      }
      failed += 1
      let place = file.origin.file + (file.origin.line.map { ":\($0)" } ?? "")
      Terminal.write(
        (["✘ \(place): \(file.name)"] + failures).joined(separator: "\n") + "\n")
    }
  }
#endif
