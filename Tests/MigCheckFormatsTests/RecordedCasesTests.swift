import Foundation
import MigCheckFormats
import MigCheckHistory
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
}
