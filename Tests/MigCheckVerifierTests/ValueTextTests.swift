import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct ValueTextTests {
  private let schema = Schema([
    ObjectType("Person", []),
    ObjectType("Address", embedded: true, [Property("street", .string)]),
  ])

  private func text(_ value: Value) -> String {
    ValueText.text(of: value, schema: schema, label: { Int64($0.index) })
  }

  @Test func scalarsLeaveNothingToGuess() {
    #expect(text(.null) == "null")
    #expect(text(.int(-5)) == "-5")
    #expect(text(.double(0.1)) == "0.1")
    #expect(text(.double(-0.0)) == "-0.0 (bits 8000000000000000)")
    #expect(text(.double(.nan)) == "NaN (bits 7ff8000000000000)")
    #expect(text(.float(-0.0)) == "-0.0 (bits 80000000)")
    #expect(text(.data([])) == "no bytes")
    #expect(text(.data([0, 255])) == "0x00ff")
    #expect(text(.date(Timestamp(seconds: 0))) == "1970-01-01T00:00:00Z")
  }

  @Test func stringsAreEscapedAndCut() {
    #expect(text(.string("a\"\\\n\u{E9}e\u{301}")) == #""a\"\\\n\u{E9}e\u{301}""#)
    #expect(
      text(.string(String(repeating: "x", count: 61)))
        == "\"\(String(repeating: "x", count: 60))\"… (61 characters)")
  }

  @Test func objectsAndCollectionsAreWrittenInline() {
    let link = Value.link(ObjectReference(type: 0, index: 3))
    #expect(text(link) == "Person#3")
    #expect(text(.list([link, .null])) == "[Person#3, null]")
    #expect(text(.set([.int(2), .int(1)])) == "{1, 2}")
    #expect(text(.dictionary([])) == "[:]")
    #expect(text(.dictionary([DictionaryEntry("k", .int(1))])) == "[\"k\": 1]")
    #expect(
      text(.embedded(EmbeddedObject(type: 1, values: [.string("x")])))
        == "Address { street \"x\" }")
  }
}
