#if CommandLine
  import ArgumentParser
  import MigCheckModel
  import MigCheckHistory
  import MigCheckSQL
  import MigCheckVerifier

  /// Options that say how a run is done.
  protocol RunOptions: ParsableArguments {
    /// Writes what the user said over what holds otherwise.
    ///
    /// - Throws: `UsageError` for a value that cannot be.
    func apply(to options: inout VerificationOptions) throws
  }

  /// `--from` and `--to`.
  struct SpanOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The first version that stores are made at. (default: the first)", valueName: "version"),
      transform: NumberArgument.parseVersion)
    var from: UInt64?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The version that every path ends at. (default: the last)", valueName: "version"),
      transform: NumberArgument.parseVersion)
    var to: UInt64?

    /// - Throws: `UsageError` for a version that the subject does not have, or no way between both.
    func resolve(in input: any LoadedSubject) throws -> (UInt64, UInt64) {
      let subject = input.subject
      for version in [from, to] { _ = try version.map(subject.requireVersion) }
      let numbers = subject.versions.map(\.number)
      guard let first = numbers.first, let last = numbers.last, first != last else {
        let place = input.path.isEmpty ? "" : "\(input.path): "
        throw UsageError(
          "\(place)\(subject.name) has "
            + (numbers.first.map { "only one version, \($0)" } ?? "no version")
            + ", so there is nothing to upgrade; add the next version")
      }
      let (from, to) = (from ?? first, to ?? input.currentVersion ?? last)
      guard from < to else {
        throw UsageError(
          "--from \(from) is not below --to \(to); a path leads from a lower version to a higher "
            + "one")
      }
      return (from, to)
    }
  }

  /// `--trials`.
  struct TrialsOption: RunOptions {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "How many random graphs to try. (default: 200; 20 for each mistake of mutate, and with --upgrade)",
        valueName: "count"),
      transform: NumberArgument.parse)
    var trials: Int?

    func apply(to options: inout VerificationOptions) throws {
      guard let trials else { return }
      guard trials >= 0 else {
        throw UsageError("--trials \(trials) is negative; write 0 or more")
      }
      guard trials <= VerificationOptions.mostTrials else {
        throw UsageError(
          "--trials \(trials) is too many; write at most \(VerificationOptions.mostTrials)")
      }
      options.trials = trials
    }
  }

  /// `--jobs`.
  struct JobsOption: RunOptions {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How many threads. (default: one for each core)", valueName: "count"),
      transform: NumberArgument.parse)
    var jobs: Int?

    func apply(to options: inout VerificationOptions) throws {
      guard let jobs else { return }
      guard jobs >= 1 else { throw UsageError("--jobs \(jobs) is too few; write 1 or more") }
      guard jobs <= VerificationOptions.mostJobs else {
        throw UsageError(
          "--jobs \(jobs) is too many; write at most \(VerificationOptions.mostJobs)")
      }
      options.jobs = jobs
    }
  }

  /// What counts as a failure, and what the report holds.
  struct ReportingOptions: RunOptions {
    @Flag(
      help: """
        Count dependence on other objects or on their order as an error even where the \
        migration numbers objects, and report values of which only the form is lost.
        """)
    var strict = false
    @Flag(help: "Put times into the report, which then differs from run to run.")
    var timings = false
    @Option(
      help: ArgumentHelp(
        "Leave out a warning, by the name that the report gives it. (repeatable)",
        valueName: "name"),
      transform: { HealthWarning.Kind($0) })
    var silence: [HealthWarning.Kind] = []

    func apply(to options: inout VerificationOptions) {
      options.strict = strict
      options.timings = timings
      options.silenced = silence
    }
  }

  /// `--unmerged` and `--unbatched`.
  struct ExplorationOption: RunOptions {
    @Flag(
      help: "Run each path on its own, without merging equal states: the same verdict, but slower.")
    var unmerged = false

    @Flag(
      help: """
        Run each start graph in stores of its own: the same report, but slower; of scripts and Swift \
        code it may show more.
        """)
    var unbatched = false

    func apply(to options: inout VerificationOptions) {
      if unmerged { options.exploration = .separate }
      options.isBatched = !unbatched
    }
  }

  /// `--time-limit`.
  struct TimeLimitOption: RunOptions {
    @Option(
      name: .customLong("time-limit"), parsing: .unconditional,
      help: ArgumentHelp("End with what there is after this time.", valueName: "seconds"),
      transform: NumberArgument.parseSeconds)
    var seconds: Double?

    /// - Throws: `UsageError` for a text that is not a time.
    func require() throws {
      if let seconds, !(seconds > 0) {
        throw UsageError("--time-limit \(seconds) is not a time; write seconds, such as 60")
      }
    }

    func apply(to options: inout VerificationOptions) throws {
      try require()
      options.timeLimit = seconds
    }

    /// Loads what the time limit holds for, which takes at most as long.
    ///
    /// - Throws: `Cancelled` if something was cut short since the time is up; what `body` throws.
    func whileLoading<Result>(_ body: () throws -> Result) throws -> Result {
      guard let seconds else { return try body() }
      EndlessStatements.setDeadline(after: seconds)
      let limit = start()
      let isCut = Locked(false)
      let isOver: @Sendable () -> Bool = {
        if limit.isRequested { isCut.withLock { $0 = true } }
        return limit.isRequested
      }
      let result = try Cancellation.observing(isOver, body)
      // What was cancelled on the way may look like something that cannot be known.
      guard !isCut.withLock({ $0 }) else { throw Cancelled() }
      EndlessStatements.setDeadline(after: seconds)
      return result
    }

    /// The time begins to run.
    ///
    /// - Returns: is requested once the time is up.
    func start() -> Interruption {
      Interruption(beside: nil, after: seconds, clock: .monotonic)
    }
  }

  /// `--seed`.
  struct SeedOption: RunOptions {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Decides every random choice: up to 16 hexadecimal digits. (default: 9e3779b97f4a7c15)",
        valueName: "hex"),
      transform: { text in
        // Not by `UInt64(_:radix:)` alone, which takes a sign too.
        guard text.utf8.count <= 16, text.allSatisfy(\.isHexDigit),
          let seed = UInt64(text, radix: 16)
        else { throw ValidationError("write up to 16 hexadecimal digits, such as 1f") }
        return seed
      })
    var seed = VerificationOptions.defaultSeed

    func apply(to options: inout VerificationOptions) { options.seed = seed }
  }

  /// `--stores`.
  struct StoreOptions: RunOptions {
    @Option(
      name: .customLong("stores"),
      help: ArgumentHelp(
        "memory, file, or both. (default: memory,file)", valueName: "list"),
      transform: { text in
        let kinds = text.split(separator: ",", omittingEmptySubsequences: false)
          .map { StoreKind(rawValue: String($0)) }
        guard kinds.allSatisfy({ $0 != nil }) else {
          throw ValidationError("write memory, file or memory,file")
        }
        return StoreKind.allCases.filter(kinds.contains)
      })
    var stores: [StoreKind] = StoreKind.allCases

    func apply(to options: inout VerificationOptions) { options.stores = stores }
  }

  extension VerificationOptions {
    /// - Parameters:
    ///   - trials: how many random graphs are tried unless a group says otherwise.
    ///   - groups: what the user said.
    /// - Throws: `UsageError` for a value that cannot be.
    init(trials: Int = 200, _ groups: [any RunOptions]) throws {
      self.init(trials: trials)
      for group in groups { try group.apply(to: &self) }
    }
  }

  /// Numbers as arguments, with what would be right where they are wrong.
  enum NumberArgument {
    @Sendable static func parse(_ text: String) throws -> Int {
      guard let number = Int(text) else {
        throw ValidationError("write a whole number, such as 8")
      }
      return number
    }

    @Sendable static func parseVersion(_ text: String) throws -> UInt64 {
      guard let number = UInt64(text) else {
        throw ValidationError("write the number of a version, such as 3")
      }
      return number
    }

    @Sendable static func parseSeconds(_ text: String) throws -> Double {
      // 60 and 60s mean the same.
      guard let number = Double(text.hasSuffix("s") ? String(text.dropLast()) : text) else {
        throw ValidationError("write seconds, such as 60")
      }
      return number
    }
  }

  extension Subject {
    /// - Throws: `UsageError` that lists the versions.
    func requireVersion(_ number: UInt64) throws -> SubjectVersion {
      guard let version = versions.first(where: { $0.number == number }) else {
        let known = versions.map { String($0.number) }.joined(separator: ", ")
        throw UsageError("\(name) has no version \(number); it has \(known)")
      }
      return version
    }
  }
#endif
