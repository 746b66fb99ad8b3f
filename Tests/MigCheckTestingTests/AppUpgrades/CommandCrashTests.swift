#if os(macOS) || os(Linux)
  import Foundation
  import MigCheck
  import MigCheckStoreFiles
  import MigCheckVerifier
  import Testing

  /// What kills of a program leave while it upgrades a store.
  @Suite("Kills of a command") struct CommandCrashTests {
    private static let notes = History("Notes") {
      Version(1) { ObjectType("Note", ["text": .string, "stars": .int]) }
      Version(2) { ObjectType("Note", ["text": .string, "stars": .int]) }
    }

    /// Makes the upgraded store in the folder that the program runs in.
    private static let upgrade = #"sed "s/\"version\": 1/\"version\": 2/" "$0" > new"#

    private func report(_ script: String) throws -> Report {
      let subject = StoreFileSubject(
        Self.notes, format: GraphFormat(history: Self.notes),
        upgrade: try .command("sh -c '\(script)' {store}"), predicts: true)
      try subject.validate()
      return try Verifier(subject, options: VerificationOptions(trials: 8, jobs: 1)).run()
    }

    @Test("a program that puts a whole file in the place of the store is safe") func whole() throws
    {
      let report = try report(Self.upgrade + #" && mv new "$0""#)
      #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
      #expect(report.verdict == .passed)
      #expect(report.coverage.crashes != nil)
    }

    @Test("a program that writes into the store is killed in the middle") func torn() throws {
      let report = try report(
        #"grep -q version "$0" || { echo no store; exit 4; }; "# + Self.upgrade
          + #" && printf "{" > "$0"; sleep 0.03; cat new > "$0""#)
      let finding = try #require(report.findings.first)
      #expect(report.findings.count == 1)
      #expect(finding.check == .crashSafe && finding.kind == "refusedAfterCrash")
      #expect(
        finding.message
          == "If the process is killed after change 1 of the store's files, the next upgrade to 2 fails with "
          + "authorError. The command ended with status 4. Its last line: no store Sampled while the "
          + "upgrade ran: the seed alone may not repeat it.")
      #expect((report.coverage.crashes?.tried ?? 0) > 0)
    }

    @Test("a program that says it is done before it is, loses what is missing") func early() throws
    {
      let report = try report(
        #"grep -q "version.: 2" "$0" && exit 0; "# + Self.upgrade
          + #" && sed "s/\"stars\": [0-9-]*/\"stars\": 0/" new > part; mv part "$0"; sleep 0.03; mv new "$0""#
      )
      #expect(
        report.findings.contains {
          $0.check == .crashSafe && $0.kind == "differsAfterCrash" && $0.property == "stars"
        }, "\(report.findings.map(\.message))")
    }
  }
#endif
