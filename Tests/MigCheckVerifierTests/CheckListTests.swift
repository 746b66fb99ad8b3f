import Foundation
import TestMaterial
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
    #expect(Check.allCases.filter(\.hasFollowUps) == [.informationKept, .orderIndependent, .local])
  }

  @Test("a trial calls no check by its name")
  func aTrialCallsNoCheckByItsName() throws {
    let folder = Material.root.appendingPathComponent("Sources/MigCheckVerifier/Exploration")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    ).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 20)
    let types = Check.definitions.map { "\($0)" }
    for file in files {
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.contains("//") }.joined(separator: "\n")
      for type in types {
        #expect(
          !code.contains("\(type).") && !code.contains("\(type)("),
          "\(file.lastPathComponent) names \(type)")
      }
    }
  }

  @Test("every check that trials can fail is handed what it looks at")
  func everyCheckIsHandedWhatItLooksAt() {
    let lists: [[any TrialCheck.Type]] = [
      Check.ofStarts, Check.ofSteps, Check.ofStates, Check.ofHops, Check.ofPaths, Check.ofEnds,
      Check.ofFollowUps, Check.ofCrashes,
    ]
    let names = Set(lists.flatMap { $0 }.map { $0.name })
    #expect(names == Set(Check.ofTrials.map { $0.name }))
  }

  @Test("the samples of violations are of all checks and kinds")
  func theSamplesAreOfAllChecksAndKinds() {
    let kinds = Check.ofTrials.flatMap { SampleViolation.kinds(of: $0) }
    #expect(kinds.sorted() == SampleViolation.all.map(\.violation.kindName).sorted())
  }
}
