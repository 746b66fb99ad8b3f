import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import Testing

/// `onlyFrom`, `onlyTo` and `ifProperty`.
@Suite struct GuardTests {
  private func history(_ change: (inout MigrationStep) -> Void) -> History {
    // Version 3 takes away what a step of version 2 writes.
    var history = History("Guards") {
      Version(1) { ObjectType("Note", ["text": .string]) }
      Version(2) { ObjectType("Note", ["text": .string, "size": .int]) }
      Version(3, drops: ["Note.size"]) { ObjectType("Note", ["text": .string]) }
    }
    var step = MigrationStep(
      .enumerate(type: "Note", where: nil, set: [.init("size", "length(old.text)")], delete: false))
    change(&step)
    step.source = SourcePlace(file: "Guards.swift", line: 1)
    history.stages[1].steps = [step]
    return history
  }

  @Test("a step without a guard fails on the way past its property")
  func aStepWithoutAGuardFails() throws {
    #expect(summary(try check(history { _ in })) == ["upgrade-succeeds 1 → 3 Note.size"])
  }

  @Test("onlyTo and ifProperty keep a step from targets that it is not for")
  func guardsKeepAStepFromTargets() throws {
    for history in [
      history { $0.onlyTo = [2] }, history { $0.ifProperty = "Note.size" },
    ] {
      let report = try check(history)
      #expect(report.verdict == .passed)
      #expect(report.warnings.map(\.name.rawValue) == [])
    }
  }

  @Test("a step for versions that were never released is a warning")
  func aStepForVersionsThatWereNeverReleasedIsAWarning() throws {
    for history in [history { $0.onlyFrom = [0] }, history { $0.onlyTo = [7] }] {
      let report = try check(history)
      #expect(report.verdict == .passed)
      let warning = try #require(report.warnings.first { $0.name == .stepNeverRuns })
      #expect(warning.message.hasPrefix("A step of version 2 (Guards.swift:1) never runs"))
    }
  }
}
