import Testing

@testable import MigCheckVerifier

@Suite struct CheckListTests {
  @Test("no two checks have one name, and no two violations one kind")
  func namesAndKindsAreUnique() {
    let names = Check.definitions.map { $0.name }
    #expect(Set(names).count == names.count)
    let kinds = SampleViolation.all.map(\.violation.kindName)
    #expect(Set(kinds).count == kinds.count)
  }

  @Test("a check is found by its name alone")
  func aCheckIsFoundByItsNameAlone() {
    #expect(Check(rawValue: "paths-agree") == .pathsAgree)
    #expect(Check(rawValue: "paths_agree") == nil)
    #expect(Check.allCases.map { Check(rawValue: $0.rawValue) } == Check.allCases)
    #expect(Check.allCases.filter { !$0.hasFindings } == [.exercised])
    #expect(Check.allCases.filter(\.hasFollowUps) == [.orderIndependent, .local])
  }

  @Test("the samples of violations are of all checks and kinds")
  func theSamplesAreOfAllChecksAndKinds() {
    let kinds = Check.ofTrials.flatMap { SampleViolation.kinds(of: $0) }
    #expect(kinds.sorted() == SampleViolation.all.map(\.violation.kindName).sorted())
  }
}
