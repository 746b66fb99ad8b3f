#if CommandLine
  import ArgumentParser
  import MigCheckModel
  import MigCheckEngines
  import MigCheckSQL
  import MigCheckVerifier

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
    func resolve(in input: CommandSubject) throws -> (UInt64, UInt64) {
      let subject = input.subject
      for version in [from, to] { _ = try version.map(subject.requireVersion) }
      let numbers = subject.versions.map(\.number)
      guard let first = numbers.first, let last = numbers.last, first != last else {
        let place = input.path.isEmpty ? "" : "\(input.path): "
        let kind =
          input.history == nil ? "it" : input.currentVersion == nil ? "the history" : "the model"
        throw UsageError(
          "\(place)\(subject.name) has "
            + (numbers.first.map { "only one version, \($0)" } ?? "no version")
            + ", so there is nothing to upgrade; add the next version to \(kind)")
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

  /// `--time-limit`.
  struct TimeLimitOption: ParsableArguments {
    @Option(
      name: .customLong("time-limit"), parsing: .unconditional,
      help: ArgumentHelp("End with what there is after this time.", valueName: "seconds"),
      transform: NumberArgument.parseSeconds)
    var seconds: Double?

    /// - Throws: `UsageError` for what is no time.
    func require() throws {
      if let seconds, !(seconds > 0) {
        throw UsageError("--time-limit \(seconds) is no time; write seconds, such as 60")
      }
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
  struct SeedOption: ParsableArguments {
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
  }

  /// `--stores`.
  struct StoreOptions: ParsableArguments {
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
