#if CommandLine
  import MigCheck
  import MigCheckSourceImport
  import MigCheckVerifier

  extension RepositoryOptions {
    /// Reads a repository with its progress on the terminal. Ctrl-C and SIGTERM end it with what was
    /// read so far.
    func walking<Versions>(
      _ phase: RunProgress.Phase, _ read: (ImportProgress) throws -> Versions
    ) throws -> Versions {
      let interruption = Interruption()
      let scratch = try Scratch(interruption: interruption, includesTermination: true)
      let line = ProgressLine()
      defer {
        line.clear()
        scratch.end()
      }
      let showsProgress = Terminal.showsProgress
      return try read(
        ImportProgress(
          show: { done, total in
            if showsProgress { line.show(RunProgress(phase: phase, done: done, total: total)) }
          }, isInterrupted: { interruption.isRequested }))
    }
  }
#endif
