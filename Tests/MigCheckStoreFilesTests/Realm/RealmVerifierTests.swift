import MigCheckStoreFiles
import MigCheckText
import Testing

/// The strict check itself: it must accept what the engine wrote.
@Suite(.enabled(if: !RealmMaterial.isMissing, "the files of the real engine are not here"))
struct RealmVerifierTests {
  @Test(
    "the strict check accepts what the engine wrote",
    arguments: RealmMaterial.files() + RealmMaterial.files(in: "upgraded/"))
  func theCheckAcceptsWhatTheEngineWrote(file: String) throws {
    let problems = RealmVerifier.problems(in: try RealmMaterial.bytes(file))
    #expect(problems == [])
  }

  @Test(
    "the strict check accepts a file that is written from what the engine wrote",
    arguments: RealmMaterial.files() + RealmMaterial.files(in: "upgraded/")
      + RealmMaterial.files(in: "older/"))
  func theCheckAcceptsWhatIsWritten(file: String) throws {
    var content = try RealmMaterial.content(file)
    content.removeWhatIsNotWritten()
    let bytes = try RealmFile.bytes(content)
    let problems = RealmVerifier.problems(in: bytes)
    #expect(problems == [])
    #expect(
      RealmContentJSON(content: try RealmFile.read(bytes)).json.compactText
        == RealmContentJSON(content: content).json.compactText)
  }

  @Test(
    "objects keep keys that have gaps",
    arguments: RealmMaterial.files() + RealmMaterial.files(in: "upgraded/"), [3, 70_000] as [Int64])
  func keysWithGaps(file: String, gap: Int64) throws {
    var content = try RealmMaterial.content(file)
    content.removeWhatIsNotWritten()
    for table in content.tables.indices {
      content.tables[table].keys = content.tables[table].keys.indices.map { Int64($0) * gap + 2 }
    }
    let bytes = try RealmFile.bytes(content, keepingKeys: true)
    #expect(RealmVerifier.problems(in: bytes) == [])
    let read = try RealmFile.read(bytes)
    #expect(read.tables.map(\.keys) == content.tables.map(\.keys))
    #expect(
      RealmContentJSON(content: read).json.compactText
        == RealmContentJSON(content: content).json.compactText)
  }
}
