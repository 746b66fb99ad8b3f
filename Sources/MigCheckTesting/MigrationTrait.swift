#if canImport(Testing)
  import MigCheckVerifier
  import Testing

  /// How thoroughly the tests of a suite verify migrations, or one test does:
  ///
  ///     @Suite(.migrations(trials: 1000, timeLimit: 60)) struct MigrationTests { … }
  ///
  /// What a call of `verifyMigrations` says itself goes before its test's trait, that before the
  /// suite's, and the environment variables `MIGCHECK_SEED`, `MIGCHECK_TRIALS` and
  /// `MIGCHECK_TIME_LIMIT` before all of them.
  public struct MigrationTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate(set) var settings = RunSettings()

    /// Runs a test with the settings of the trait; an inner trait overrides an outer one.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await RunSettings.$ofTest.withValue(settings.completed(by: RunSettings.ofTest)) {
        try await function()
      }
    }
  }

  extension Trait where Self == MigrationTrait {
    /// - Parameters:
    ///   - seed: the same seed gives the same graphs.
    ///   - trials: how many random graphs are tried, beside those made for each hazard.
    ///   - timeLimit: after how many seconds a run ends with what it has; a run that lacks graphs that
    ///     are made on purpose fails then, as it proves too little.
    public static func migrations(
      seed: UInt64? = nil, trials: Int? = nil, timeLimit: Double? = nil
    ) -> MigrationTrait {
      var trait = MigrationTrait()
      trait.settings = RunSettings(seed: seed, trials: trials, timeLimit: timeLimit)
      return trait
    }
  }
#endif
