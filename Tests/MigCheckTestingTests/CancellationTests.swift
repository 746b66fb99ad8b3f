import MigCheck
import MigCheckTesting
import Testing

@Suite struct CancellationTests {
  private static let notes = History("Notes") {
    Version(1) { ObjectType("Note", ["stars": .int]) }
    Version(2) { ObjectType("Note", ["stars": .int, "title": .string]) }
  }

  /// Runs what would take days, and cancels it once trials run.
  private func cancelled(
    configure: @escaping @Sendable (inout VerificationOptions) -> Void = { _ in }
  ) async throws -> Report {
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await verifyMigrations(of: Self.notes, trials: 50_000_000) { options in
        configure(&options)
        options.progress = { _ in start.yield() }
      }
    }
    for await _ in started { break }
    task.cancel()
    return try await task.value
  }

  @Test("a cancelled test ends its run and says that not all trials ran")
  func aCancelledTestEndsItsRun() async throws {
    var report: Report?
    try await withKnownIssue {
      report = try await cancelled()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.hasPrefix("The run was interrupted: not all trials ran.\n")
        || text.hasPrefix("not exercised: ")
    }
    let ended = try #require(report)
    #expect(ended.isInterrupted)
    #expect(ended.trials.run < ended.trials.planned)
  }

  @Test("the author's own interruption counts as before")
  func theAuthorsOwnInterruption() async throws {
    let interruption = Interruption()
    interruption.request()
    var report: Report?
    try await withKnownIssue {
      report = try await verifyMigrations(of: Self.notes, trials: 5) {
        $0.interruption = interruption
      }
    } matching: { _ in
      true
    }
    #expect(try #require(report).isInterrupted)
  }
}
