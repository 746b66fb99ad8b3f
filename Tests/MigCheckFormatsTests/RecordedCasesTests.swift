import Foundation
import MigCheckEngines
import MigCheckFormats
import MigCheckModel
import TestMaterial
import Testing

@Suite("The recorded cases are read")
struct RecordedCasesTests {
  @Test(
    "Every case that was recorded by hand is read",
    .enabled(if: Material.has("realm/cases"), "the recorded cases are not at hand"))
  func byHand() throws {
    let files = try CaseFolder.files(under: Material.sharedPath("realm/cases"))
    #expect(files.count == 584)
    for file in files {
      #expect(throws: Never.self, "\(file)") { try CaseFile.read(path: file) }
    }
  }

  @Test(
    "Every random case that was recorded is read",
    .enabled(if: Material.has("realm/random.jsonl"), "the recorded cases are not at hand"))
  func random() throws {
    let lines = try CaseLines(path: Material.sharedPath("realm/random.jsonl"))
    var count = 0
    while let found = try lines.next() {
      count += 1
      #expect(found.origin.line == count)
    }
    #expect(count == 3000)
  }
}
