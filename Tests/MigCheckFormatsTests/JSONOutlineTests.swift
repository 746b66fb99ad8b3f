import MigCheckText
import Testing

@testable import MigCheckFormats

@Suite struct JSONOutlineTests {
  private static let text = """
    { "name": "é\\"}]",
      "versions": [
        { "version": 1, "schema": [] },

        { "version": 2,
          "migration": [ {"a": [1, [2, {"x": "]"}]]},
            {"b": -1.5e3} ] } ] }
    """

  @Test(
    "every value of the first levels has its line and column",
    arguments: [
      ("", 1, 1), ("name", 1, 11), ("versions", 2, 15), ("versions[0]", 3, 5),
      ("versions[1]", 5, 5), ("versions[1].version", 5, 18), ("versions[1].migration[0]", 6, 22),
      ("versions[1].migration[1]", 7, 9),
    ])
  func aValueHasItsPlace(path: String, line: Int, column: Int) throws {
    let place = try #require(JSONOutline(Array(Self.text.utf8)).place(of: path))
    #expect([place.line, place.column] == [line, column])
  }

  @Test("a place has the value as it is written")
  func aPlaceHasItsText() throws {
    let outline = JSONOutline(Array(Self.text.utf8))
    #expect(outline.place(of: "versions[1].migration[1]")?.text == #"{"b": -1.5e3}"#)
    #expect(outline.place(of: "versions[1].migration[0]")?.text == #"{"a": [1, [2, {"x": "]"}]]}"#)
    #expect(outline.place(of: "versions[7]") == nil)
  }

  @Test("a mark at the start of a file counts for no column of a later line")
  func aMarkIsPassed() {
    let outline = JSONOutline([0xEF, 0xBB, 0xBF] + Array("{\n \"a\": 1}".utf8))
    #expect(outline.place(of: "a")?.line == 2)
    #expect(outline.place(of: "a")?.column == 7)
  }
}
