#if GRDB
  import GRDB
  import MigCheck
  import MigCheckModel
  import MigCheckSQL
  import MigCheckTesting
  import MigCheckVerifier

  /// Verifies the upgrades of a `DatabaseMigrator` inside a test, and records each finding at the
  /// caller's line. See `verifyMigrations(of:from:to:trials:seed:configure:)` of MigCheckTesting.
  ///
  /// - Parameters:
  ///   - subject: `.grdb(migrator)`.
  ///   - from: the name of the oldest migration that users' stores may be at; `nil`: the first, or
  ///     that of the database that the subject is seeded by.
  ///   - to: the name of the migration that is to be released; `nil`: the last.
  /// - Returns: the report; of merged migrations there are more, which are recorded likewise.
  /// - Throws: `InputError` for names that no migration has, and for migrations that fail even without
  ///   rows.
  @discardableResult
  public func verifyMigrations(
    of subject: GRDBSubject, from: String? = nil, to: String? = nil, trials: Int = 200,
    seed: UInt64 = VerificationOptions.defaultSeed,
    configure: (inout VerificationOptions) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, function: String = #function
  ) async throws -> Report {
    func number(_ name: String?, in subject: GRDBSubject) throws -> UInt64? {
      try name.map { name in
        guard let number = subject.number(ofVersion: name) else {
          throw InputError(
            .notFound, file: subject.name, problem: "there is no migration \"\(name)\"",
            remedy: "name one as it is registered")
        }
        return number
      }
    }
    let report = try await MigCheckTesting.verifyMigrations(
      of: subject, from: number(from, in: subject) ?? subject.seed?.version,
      to: number(to, in: subject), trials: trials, seed: seed,
      configure: { options in
        configure(&options)
        guard let database = subject.seed else { return }
        options.savedFindings = CorpusWithStart(
          base: options.corpus,
          start: CorpusCase(
            name: "the seed database", version: database.version, graph: database.graph))
      }, fileID: fileID, filePath: filePath, line: line,
      column: column, function: function)
    for variant in subject.variants where !Task.isCancelled {
      guard let state = variant.formerVersion else { continue }
      let target = try number(to, in: variant)
      if let target, target <= state { continue }
      try await MigCheckTesting.verifyMigrations(
        of: variant, from: state, to: target, trials: max(trials / 8, 8), seed: seed,
        configure: configure, fileID: fileID, filePath: filePath, line: line, column: column,
        function: function)
    }
    return report
  }
#endif
