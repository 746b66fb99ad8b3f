import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckReports

@Suite struct DroppedDataTextTests {
  private func loss(_ from: UInt64, _ places: [String]) -> Report.DroppedData {
    Report.DroppedData(
      hop: Hop(from: from, to: from + 1),
      places: places.map { PropertyPath(type: "Note", property: Name($0)) })
  }

  @Test("nothing given up is no line") func nothingGivenUpIsNoLine() {
    #expect(DroppedDataText(losses: []).lines.isEmpty)
  }

  @Test("of many names as many are shown as there is room for")
  func ofManyNamesAsManyAreShownAsThereIsRoomFor() {
    let lines = DroppedDataText(losses: [loss(1, (10...40).map { "property\($0)" })]).lines
    #expect(
      lines == [
        "  drops        1 → 2  Note.property10, Note.property11, Note.property12, 28 more"
      ])
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("of many upgrades the last ones are shown")
  func ofManyUpgradesTheLastOnesAreShown() {
    let lines = DroppedDataText(losses: (1...20).map { loss($0, ["a", "b"]) }).lines
    #expect(lines.count == 9)
    #expect(lines[0] == "  drops        before 13: 24 more in 12 upgrades")
    #expect(lines[1] == "               13 → 14  Note.a, Note.b")
    #expect(lines[8] == "               20 → 21  Note.a, Note.b")
  }
}
