import Foundation
import MigCheckStoreFiles
import Testing

@Suite("Binary property lists") struct PropertyListTests {
  @Test("Foundation reads what is written") func read() throws {
    let long = String(repeating: "x", count: 300)
    let list = BinaryPropertyList.dictionary([
      ("text", .text("a")), ("é", .text("ü\u{1F600}")), ("long", .text(long)), ("empty", .text("")),
      ("small", .integer(3)), ("byte", .integer(255)), ("word", .integer(65_535)),
      ("large", .integer(4_294_967_296)), ("negative", .integer(-1)),
      ("data", .data(Array(0...255))), ("none", .data([])),
      ("array", .array((0..<20).map { .integer($0) })), ("nested", .dictionary([])),
    ])
    let found = try #require(
      try PropertyListSerialization.propertyList(from: Data(list.bytes), format: nil)
        as? [String: Any])
    #expect(found["text"] as? String == "a")
    #expect(found["é"] as? String == "ü\u{1F600}")
    #expect(found["long"] as? String == long)
    #expect(found["empty"] as? String == "")
    #expect(found["small"] as? Int == 3)
    #expect(found["byte"] as? Int == 255)
    #expect(found["word"] as? Int == 65_535)
    #expect(found["large"] as? Int == 4_294_967_296)
    #expect(found["negative"] as? Int == -1)
    #expect(found["data"] as? Data == Data(0...255))
    #expect(found["none"] as? Data == Data())
    #expect(found["array"] as? [Int] == Array(0..<20))
    #expect((found["nested"] as? [String: Any])?.isEmpty == true)
    #expect(found.count == 13)
  }

  @Test("the names of stores are UUIDs that depend on a text alone") func names() {
    let uuid = StoreName.uuid(of: "a")
    #expect(UUID(uuidString: uuid)?.uuidString == uuid)
    #expect(StoreName.uuid(of: "a") == uuid)
    #expect(StoreName.uuid(of: "b") != uuid)
  }
}
