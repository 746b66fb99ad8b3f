import MigCheckModel
import Testing

@Suite struct InputErrorTests {
  @Test("a message stays short, whatever the file quotes in it")
  func messageStaysShort() {
    let long = String(repeating: "w", count: 5000)
    let error = InputError(
      file: long, path: long, problem: "there is no file \"\(long)\"", remedy: "rename \(long)")
    #expect(error.description.utf8.count < 4000)
    #expect(error.description.hasPrefix("www"))
    #expect(error.description.hasSuffix("… (5007 characters)"))
  }
}
