import MigCheck
import MigCheckVerifier
import Testing

@testable import MigCheckTesting

@Suite struct RunSettingsTests {
  private static let notes = History("Notes") {
    Version(1) { ObjectType("Note", ["title": .string]) }
    Version(2) { ObjectType("Note", ["title": .string, "stars": .int]) }
  }

  @Test("the environment is read, and an empty variable says nothing")
  func environment() throws {
    let settings = try RunSettings([
      "MIGCHECK_SEED": "1F", "MIGCHECK_TRIALS": "7", "MIGCHECK_TIME_LIMIT": "2.5",
    ])
    #expect(settings == RunSettings(seed: 0x1F, trials: 7, timeLimit: 2.5))
    #expect(try RunSettings(["MIGCHECK_SEED": "", "HOME": "/"]) == RunSettings())
  }

  @Test(
    "a variable that cannot be read is an error that names it",
    arguments: [
      ("MIGCHECK_SEED", "0x1f"), ("MIGCHECK_SEED", "11112222333344445"), ("MIGCHECK_SEED", "-1"),
      ("MIGCHECK_TRIALS", "many"), ("MIGCHECK_TRIALS", "-1"), ("MIGCHECK_TIME_LIMIT", "0"),
      ("MIGCHECK_TIME_LIMIT", "inf"),
    ])
  func wrong(name: String, text: String) {
    let error = #expect(throws: VerificationError.self) { try RunSettings([name: text]) }
    #expect(error?.message.hasPrefix("The environment variable \(name) is \"\(text)\"; ") ?? false)
  }

  @Suite("traits", .migrations(seed: 5, trials: 3)) struct Traits {
    @Test("of a suite decide what a call leaves open")
    func suite() async throws {
      let report = try await verifyMigrations(of: notes)
      #expect(report.trials.planned == 3)
      #expect(report.seed == 5)
    }

    @Test("of a test go before those of its suite, and a call before both", .migrations(trials: 4))
    func test() async throws {
      let report = try await verifyMigrations(of: notes)
      #expect(report.trials.planned == 4)
      #expect(report.seed == 5)
      let own = try await verifyMigrations(of: notes, trials: 2, seed: 9)
      #expect(own.trials.planned == 2)
      #expect(own.seed == 9)
    }
  }

  @Test("a failure says how to run it again")
  func again() async throws {
    let broken = History("Notes") {
      Version(1) { ObjectType("Note", ["stars": .int.optional]) }
      Version(2) { ObjectType("Note", ["stars": .int]) }
    }
    try await withKnownIssue {
      try await verifyMigrations(of: broken, trials: 6, seed: 0x2A)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasSuffix(
          "\n  again        MIGCHECK_SEED=000000000000002a MIGCHECK_TRIALS=6 "
            + "swift test --filter again")
      }
    }
  }
}
