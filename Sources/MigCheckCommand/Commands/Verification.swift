#if CommandLine
  import MigCheck
  import MigCheckModel
  import MigCheckVerifier

  /// A run of the verifier at a terminal: with progress, and Ctrl-C that ends it early.
  enum Verification {
    /// - Returns: the report, and warnings that depend on time.
    static func run(
      _ subject: any Subject, _ options: VerificationOptions
    ) throws -> (report: Report, timeWarnings: [HealthWarning]) {
      var options = options
      let timeWarnings = Locked([HealthWarning]())
      options.timeWarning = { warning in timeWarnings.withLock { $0.append(warning) } }
      let interruption = Interruption()
      let scratch = try Scratch(interruption: interruption)
      let progress = ProgressLine()
      defer {
        progress.clear()
        scratch.end()
      }
      options.interruption = interruption
      options.directory = scratch.path
      if Terminal.showsProgress { options.progress = { progress.show($0) } }
      let report = try Verifier(subject, options: options).run()
      return (report, timeWarnings.withLock { $0 })
    }
  }
#endif
