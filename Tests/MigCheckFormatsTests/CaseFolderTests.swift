import Foundation
import MigCheckFormats
import MigCheckModel
import Testing

@Suite("Folders of cases")
struct CaseFolderTests {
  @Test("Case files are found in byte order of their paths, other files are passed over")
  func files() throws {
    let folder = try TemporaryFolder()
    let names = [
      "b.case.json", "a/z.case.json", "a.case.json", "a/b/c.jsonl", "B.case.json", "é.case.json",
    ]
    let others = [
      "a/x.defect.json", "h.history.json", "g.graph.json", "readme.md", ".hidden/x.case.json",
      ".x.case.json", "case.json",
    ]
    for name in names + others { try folder.write(name, "{}") }
    // A way in a circle must not be followed.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/a/loop", withDestinationPath: folder.path)
    let expected = [
      "B.case.json", "a.case.json", "a/b/c.jsonl", "a/z.case.json", "b.case.json", "é.case.json",
    ]
    let found = try CaseFolder.files(under: folder.path)
    #expect(found == expected.map { "\(folder.path)/\($0)" })
    #expect(try CaseFolder.files(under: "\(folder.path)/") == found)
  }

  @Test("A single file stands for itself")
  func singleFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.json", "{}")
    #expect(try CaseFolder.files(under: path) == [path])
    #expect(CaseFolder.holdsLines("x.jsonl"))
    #expect(!CaseFolder.holdsLines("x.case.json"))
  }

  @Test("A folder that is not there is an error")
  func missing() throws {
    let text = message { () throws(InputError) in _ = try CaseFolder.files(under: "/no/such") }
    #expect(text == "/no/such: there is no such file or folder; check the path")
  }
}
