import MigCheckModel
import MigCheckText
import Testing

/// "é" of one scalar and of two: one text to Swift, two names to a store.
@Suite struct NameTests {
  static let composed = "caf\u{E9}"
  static let decomposed = "cafe\u{301}"

  @Test("Names are equal if their bytes are, and not if they only look alike")
  func namesAreEqualIfTheirBytesAre() {
    #expect(Self.composed == Self.decomposed)
    #expect(Name(Self.composed) != Name(Self.decomposed))
    #expect(Name(Self.composed) == Name("caf" + String(UnicodeScalar(0xE9 as UInt8))))
    #expect(Set([Name(Self.composed), Name(Self.decomposed), Name(Self.composed)]).count == 2)
    let long = String(repeating: "x", count: 20)
    #expect(Name(long + Self.composed) != Name(long + Self.decomposed))
    #expect(Name(long + "a") == Name(long + "a"))
  }

  @Test("Names that differ in one byte are different, wherever it is")
  func namesThatDifferInOneByteAreDifferent() {
    for count in 1..<40 {
      let text = String(repeating: "x", count: count)
      #expect(Name(text) == Name(String(decoding: Array(text.utf8), as: UTF8.self)))
      for place in 0..<count {
        var bytes = Array(text.utf8)
        bytes[place] = UInt8(ascii: "y")
        #expect(Name(text) != Name(String(decoding: bytes, as: UTF8.self)))
      }
    }
  }

  @Test("Names are in the order of their bytes")
  func namesAreInTheOrderOfTheirBytes() {
    let names: [Name] = ["\u{10000}", "\u{FFFD}", "é", "e\u{301}", "z", "Z", ""]
    #expect(
      names.sorted().map(\.text.unicodeScalars.first?.value)
        == [nil, 0x5A, 0x65, 0x7A, 0xE9, 0xFFFD, 0x10000])
  }

  @Test("A name is coded as a plain string and keeps its bytes")
  func aNameIsCodedAsAPlainString() throws {
    let json = try JSON(encoding: [Name(Self.decomposed)])
    #expect(json.compactText.utf8.elementsEqual("[\"\(Self.decomposed)\"]".utf8))
    #expect(try json.decode([Name].self) == [Name(Self.decomposed)])
  }

  @Test("Schemas whose names only look alike are different")
  func schemasWhoseNamesOnlyLookAlikeAreDifferent() {
    func schema(
      type: String = Self.composed, property: String = Self.composed,
      target: String = Self.composed, key: String? = nil
    ) -> Schema {
      Schema([
        ObjectType(
          type, primaryKey: key,
          [Property(property, .int), Property("link", .object, objectType: target)])
      ])
    }
    #expect(schema() == schema())
    #expect(schema(key: Self.composed) == schema(key: Self.composed))
    #expect(schema() != schema(type: Self.decomposed))
    #expect(schema() != schema(property: Self.decomposed))
    #expect(schema() != schema(target: Self.decomposed))
    #expect(schema(key: Self.composed) != schema(key: Self.decomposed))
    #expect(
      PropertyPath(type: "T", property: Name(Self.composed))
        != PropertyPath(type: "T", property: Name(Self.decomposed)))
  }
}
