import MigCheckModel
import TestMaterial
import Testing

@testable import MigCheckVerifier

/// Which witnesses have follow-ups.
@Suite("Follow-ups in a plan") struct FollowUpPlanTests {
  /// A history in which a key changes in the middle, which has many witnesses of several objects.
  private func plan(versions: Int, _ paths: UpgradePaths) throws -> TrialPlan {
    var subject = ToySubject()
    subject.versions = (1...versions).map { number in
      SubjectVersion(
        UInt64(number),
        ObjectType(
          "T", primaryKey: number <= versions / 2 ? "a" : "b",
          [Property("a", .string), Property("b", .string), Property("c\(number)", .int)]))
    }
    subject.paths = paths
    let span = try VersionSpan(subject, from: nil, to: nil)
    return TrialPlan(span: span, options: VerificationOptions(trials: 0), replays: [])
  }

  /// The witnesses with several objects of a type, by start version: whether they have follow-ups.
  private func choices(_ plan: TrialPlan) -> [[Bool]] {
    let trials = (0..<plan.count).map(plan.trial).filter { trial in
      trial.graph.tables.contains { $0.count > 1 }
    }
    return Dictionary(grouping: trials, by: \.start).sorted { $0.key < $1.key }.map { _, trials in
      trials.map { if case .none = $0.followUps { false } else { true } }
    }
  }

  @Test(
    "one of two has them, and one of sixteen where a long history is gone through version by version",
    arguments: [(4, UpgradePaths.linear, 2), (30, .linear, 16), (30, .all, 2), (30, .direct, 16)])
  func stride(versions: Int, paths: UpgradePaths, stride: Int) throws {
    let choices = try choices(plan(versions: versions, paths))
    #expect(choices.count == versions - 1)
    #expect(choices.contains { $0.count > stride })
    for choice in choices {
      #expect(choice == choice.indices.map { $0 % stride == 0 })
    }
  }
}
