import Foundation
import TestMaterial
import Testing

/// A team's own command, built around raw SQL on a real SQLite database.
@Suite struct SubjectCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private static let losing = ["LIBRARY": "loses books"]

  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Workbench.Outcome {
    try run(arguments, environment: environment)
  }

  private func run(
    _ arguments: [String], environment: [String: String]
  ) throws -> Workbench.Outcome {
    try bench.run(
      program: Workbench.program(named: "library-check"), arguments, environment: environment)
  }

  @Test(
    "a finding is saved, replayed by the team's command alone, and gone with the correction",
    .enabled(if: Sweep.isFull))
  func aFindingIsSavedAndReplayed() throws {
    let check = ["check", "--trials", "5", "--corpus", "kept"]
    let found = try run(check, environment: Self.losing)
    #expect(found.status == 1)
    #expect(found.output.contains("Library (sqlite), versions 1 to 4"))
    let file = try #require(bench.files.first { $0.hasSuffix(".case.json") })
    #expect(file.hasPrefix("kept/data-preserved-book"))
    let program = Workbench.program(named: "library-check").path
    #expect(found.output.contains("  replay       \(program) replay \(file)\n"))
    let typed = ["MIGCHECK_TYPED_AS": "swift package migcheck"]
    let packaged = try run(check, environment: Self.losing.merging(typed) { $1 })
    #expect(packaged.output.contains("  replay       swift package migcheck replay \(file)\n"))

    let replayed = try run(["replay", "kept"], environment: Self.losing)
    #expect(replayed.status == 1)
    #expect(replayed.output.contains("✘ \(file): still fails\n"))
    let again = try run(check, environment: Self.losing)
    #expect(again.status == 1 && again.output.contains("1 from the corpus"))
    #expect(bench.files == ["kept", file])

    let fixed = try run("replay", "kept")
    #expect([fixed.output, fixed.errors] == ["1 passed, 0 failed\n", ""])
    #expect(try run(check, environment: [:]).status == 0)

    let stranger = try bench.run("replay", "kept")
    #expect(stranger.status == 65)
    #expect(
      stranger.errors == """
        migcheck: \(file): subject.name: the case is of "Library", which is not a history file; \
        name it with --migrations if it is a folder of SQL migrations; else replay the case with \
        the command that its team builds by MigCheckCommand.run

        """)
  }

  @Test(
    "shards of a team's command are merged to the report and the cases of the whole run",
    .enabled(if: Sweep.isFull))
  func shardsAreMerged() throws {
    let check = ["check", "--trials", "4", "--corpus", "kept"]
    for index in 1...2 {
      let shard = try run(
        check + ["--format", "json", "--shard", "\(index)/2"], environment: Self.losing)
      #expect([0, 1].contains(shard.status))
      try bench.write("\(index).json", shard.output)
    }
    let merged = try run(["merge", "1.json", "2.json"], environment: Self.losing)
    let files = bench.files
    let saved = try #require(files.first { $0.hasSuffix(".case.json") })
    let text = try bench.text(saved)
    try FileManager.default.removeItem(atPath: bench.path + "/kept")
    let whole = try run(check, environment: Self.losing)
    #expect(merged.output == whole.output && merged.errors == "")
    #expect(merged.status == 1 && whole.status == 1)
    #expect(bench.files == files)
    #expect(try bench.text(saved) == text)
  }

  @Test("paths shows the schemas, and says that the migrations cannot be read")
  func pathsShowsTheSchemas() throws {
    let outcome = try run("paths", "--from", "3")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        """
        Library (sqlite): 2 versions, 1 path to version 4

        3 → 4
        """))
    #expect(outcome.output.contains("fullName added: string"))
    #expect(outcome.output.contains("  migration   code that cannot be read\n"))
  }

  @Test("graph files are made and compared; a store file is for histories")
  func graphFilesAreMadeAndCompared() throws {
    for trial in ["1", "2"] {
      let made = try run("generate", "--version", "1", "--trial", trial, "--out", "\(trial).json")
      #expect(made.status == 0)
    }
    #expect(try run("diff", "1.json", "1.json").output.hasPrefix("equal: "))
    #expect(try run("diff", "1.json", "2.json").status == 1)
    let store = try run("generate", "--version", "1", "--out", "a.store")
    #expect(store.status == 64)
    #expect(
      store.errors == """
        migcheck: Library is not a history, and only a history can be written as a store file; \
        name a file that ends in .json

        """)
    let compared = try run("diff", "1.json", "a.store")
    #expect(compared.status == 64)
    #expect(compared.errors.contains("only a history can be compared by store files"))
    #expect(bench.files == ["1.json", "2.json"])
  }

  @Test("mutate says that nothing is known of the steps")
  func mutateSaysThatNothingIsKnownOfTheSteps() throws {
    let outcome = try run("mutate")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(
      outcome.errors == """
        migcheck: Library tells nothing of the steps of its migrations, so no mistake can be put \
        into them

        """)
  }

  @Test("versions that the subject does not have are refused")
  func versionsThatTheSubjectDoesNotHaveAreRefused() throws {
    let outcome = try run("--from", "7")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "migcheck: Library has no version 7; it has 1, 2, 3, 4\n")
  }
}
