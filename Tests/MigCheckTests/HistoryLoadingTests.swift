import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import Testing

@Suite struct HistoryLoadingTests {
  @Test(
    "a history with rules that are not there yet is refused",
    arguments: [EngineID(rawValue: "sqlite")])
  func aHistoryWithRulesThatAreNotThereYetIsRefused(rules: EngineID) {
    let stages = (1...2).map { number in
      HistoryVersion(UInt64(number)) { ObjectType("Note", ["title": .string]) }
    }
    let error = #expect(throws: InputError.self) {
      try verify(History(name: "Notes", engine: rules, stages: stages))
    }
    #expect(
      error?.description == """
        rules: "\(rules.rawValue)" is not supported by this version of migcheck; \
        give the history one of the engines, such as .realm
        """)
  }

  @Test("a history of n versions has 2ⁿ⁻¹ − 1 paths to its last one")
  func aHistoryOfNVersionsHas21PathsToItsLastOne() throws {
    let stages = (0..<66).map { HistoryVersion(number: $0, schema: Schema([])) }
    let history = History(name: "Many", stages: stages)
    #expect(try history.pathCount(from: 0, to: 4) == 15)
    #expect(try history.pathCount(from: 3, to: 4) == 1)
    #expect(try history.pathCount(from: 4, to: 4) == 0)
    #expect(try history.pathCount(from: 0, to: 63) == UInt64.max >> 1)
    #expect(try history.pathCount(from: 0, to: 64) == UInt64.max)
    #expect(try history.pathCount(from: 0, to: 65) == nil)
  }
}
