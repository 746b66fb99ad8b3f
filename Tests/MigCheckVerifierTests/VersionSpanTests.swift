import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct VersionSpanTests {
  private func subject(_ count: Int) -> ToySubject {
    var subject = ToySubject()
    subject.versions = (0..<count).map { SubjectVersion(UInt64($0) * 2 + 1) }
    return subject
  }

  @Test func twentyFourVersionsHaveEightMillionPaths() throws {
    let span = try VersionSpan(subject(24), from: nil, to: nil)
    #expect(span.starts.indices.reduce(UInt64(0)) { $0 + span.pathCount(from: $1) } == 8_388_607)
  }

  @Test func pathsAreCountedWithSaturation() throws {
    let span = try VersionSpan(subject(70), from: nil, to: nil)
    #expect(span.pathCount(from: 0) == .max)
    #expect(span.pathCount(from: 4) == .max)
    #expect(span.pathCount(from: 5) == 1 << 63)
    #expect(UInt64.max.addingSaturated(1) == .max)
    #expect(UInt64(1).addingSaturated(2) == 3)
  }

  @Test func versionsThatDoNotIncreaseAreRefused() {
    var subject = subject(2)
    subject.versions.append(subject.versions[0])
    #expect(
      throws: VerificationError(
        .versionsOutOfOrder, "Version 1 stands after version 3; versions must increase.")
    ) { try VersionSpan(subject, from: nil, to: nil) }
  }

  @Test func aSubjectWithOneVersionHasNothingToUpgrade() {
    #expect(
      throws: VerificationError(
        .nothingToUpgrade, "Toy has fewer than two versions, so there is nothing to upgrade.")
    ) { try VersionSpan(subject(1), from: nil, to: nil) }
  }
}
