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
}
