import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import Testing

/// Files that the real engine wrote, against what its own interface shows of them.
@Suite(.enabled(if: !RealmMaterial.isMissing, "the files of the real engine are not here"))
struct RealmGoldenFileTests {
  @Test(
    "a file of format 24 holds what the engine shows", arguments: RealmMaterial.files())
  func aFileHoldsWhatTheEngineShows(file: String) throws {
    try expectSameContent(file)
  }

  @Test(
    "a file of an older format holds what the engine shows",
    arguments: RealmMaterial.files(in: "older/"))
  func anOlderFileHoldsWhatTheEngineShows(file: String) throws {
    try expectSameContent(file)
  }

  @Test(
    "a file that the engine upgraded holds what the engine shows",
    arguments: RealmMaterial.files(in: "upgraded/", endingWith: ".after.realm"))
  func anUpgradedFileHoldsWhatTheEngineShows(file: String) throws {
    try expectSameContent(file)
  }

  @Test("all files are tried") func allFilesAreTried() {
    #expect(RealmMaterial.files().count == 41)
    #expect(RealmMaterial.files(in: "older/").count == 22)
    #expect(RealmMaterial.files(in: "upgraded/").count == 24)
    #expect(RealmMaterial.files(in: "refused/").count == 11)
  }

  private func expectSameContent(_ file: String) throws {
    let content = try RealmMaterial.content(file)
    var expected = try RealmMaterial.json(file.dropLast(".realm".count) + ".json").compactText
    if file == "older/alltypes-min.realm" {
      // The last second before all that the model holds.
      let path = PropertyPath(type: "IOSAllTypes", property: "dateCol")
      #expect(content.notes.contains(.movedDates(path, count: 1)))
      expected = expected.replacing(
        "[-9223372036854775808,-999999999]", with: "[-9223372036854775808,0]")
    }
    let actual = RealmContentJSON(content: content).json.compactText
    if actual != expected {
      let (a, b) = (Array(actual.utf8), Array(expected.utf8))
      let start = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
      func part(_ text: [UInt8]) -> String {
        String(decoding: text[max(0, start - 80)..<min(text.count, start + 80)], as: UTF8.self)
      }
      Issue.record("\(file) at \(start):\n\(part(a))\nnot\n\(part(b))")
    }
  }
}

extension Substring {
  fileprivate static func + (left: Substring, right: String) -> String { String(left) + right }
}
