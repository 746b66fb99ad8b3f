import Foundation
import MigCheckEngines
import MigCheckFormats
import MigCheckModel
import Testing

/// Folders that stand beside the repository where the recorded material is available.
enum Shared {
  static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/shared"
  }()

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(path)")
  }

  static func files(in path: String, suffix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\(path)/\($0)" }
  }
}

@Suite("The recorded cases are read")
struct RecordedCasesTests {
  @Test(
    "Every case that was recorded by hand is read",
    .enabled(if: Shared.has("realm/cases"), "the recorded cases are not at hand"))
  func byHand() throws {
    let files = try CaseFolder.files(under: "\(Shared.folder)/realm/cases")
    #expect(files.count == 584)
    for file in files {
      #expect(throws: Never.self, "\(file)") { try CaseFile.read(path: file) }
    }
  }

  @Test(
    "Every random case that was recorded is read",
    .enabled(if: Shared.has("realm/random.jsonl"), "the recorded cases are not at hand"))
  func random() throws {
    let lines = try CaseLines(path: "\(Shared.folder)/realm/random.jsonl")
    var count = 0
    while let found = try lines.next() {
      count += 1
      #expect(found.origin.line == count)
    }
    #expect(count == 3000)
  }
}
