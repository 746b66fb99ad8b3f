import Foundation
import MigCheckCoreData
import MigCheckModel
import Testing

@testable import MigCheckFormats

@Suite("Documents that nest") struct DeepModelTests {
  private func message(_ levels: Int) -> String? {
    let text =
      "<model>\n" + String(repeating: "<x>", count: levels)
      + String(repeating: "</x>", count: levels) + "</model>"
    do {
      _ = try ModelElement.document(Array(text.utf8), file: "contents")
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a model may nest 256 levels deep, as JSON may")
  func model() {
    #expect(message(255) == nil)
    for levels in [256, 80_000] {
      #expect(
        message(levels) == "contents: line 2: elements are nested more than 256 levels deep; "
          + "save the model in Xcode again")
    }
  }

  @Test("property lists nest as deep as those of Xcode, in each of their forms")
  func lists() throws {
    func xml(_ levels: Int) -> [UInt8] {
      Array(
        ("<plist>" + String(repeating: "<array>", count: levels)
          + String(repeating: "</array>", count: levels) + "</plist>").utf8)
    }
    #expect(PropertyListDepth.isShallow(xml(30)))
    #expect(!PropertyListDepth.isShallow(xml(100_000)))
    #expect(!PropertyListDepth.isShallow(Array(String(repeating: "(", count: 100_000).utf8)))
    #expect(PropertyListDepth.isShallow([UInt8](repeating: 0x3C, count: 60)))
    var value: Any = ["a"]
    for _ in 0..<10 { value = [value] }
    let binary = try PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    #expect(PropertyListDepth.isShallow(Array(binary)))
    for _ in 0..<80 { value = [value] }
    let deep = try PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    #expect(!PropertyListDepth.isShallow(Array(deep)))
  }
}
