import Foundation
import MigCheckModel
import MigCheckStoreFiles
import Testing

/// What is said about files that cannot be read.
@Suite(.enabled(if: !RealmMaterial.isMissing, "the files of the real engine are not here"))
struct RealmRefusedFileTests {
  static let sentences: [(file: String, sentence: String)] = [
    (
      "copy-cut-short",
      "the file is cut short at byte 448: the end that compacted copies have is missing; take "
        + "another copy while no app has the file open"
    ),
    (
      "cut-short",
      "the file is cut short at byte 4096: its content begins at byte 5376, after the end; take "
        + "another copy while no app has the file open"
    ),
    (
      "encrypted",
      "this looks like an encrypted Realm file; write a plain copy with "
        + "writeCopy(toFile:encryptionKey: nil)"
    ),
    (
      "format-2",
      "this Realm file is from 2020 or older (file format 2); open it once with Realm Swift 10.0 to "
        + "10.48, then try again"
    ),
    (
      "format-25",
      "this Realm file was made by a newer Realm (file format 25) than migcheck supports; the newest "
        + "supported format is 24"
    ),
    (
      "format-9",
      "this Realm file is from 2020 or older (file format 9); open it once with Realm Swift 10.0 to "
        + "10.48, then try again"
    ),
    (
      "not-realm",
      "this is not a Realm file, or an encrypted one; write a plain copy with "
        + "writeCopy(toFile:encryptionKey: nil)"
    ),
    (
      "odd-size",
      "the file is cut short at byte 467: its size of 467 bytes is not a multiple of 8; take another "
        + "copy while no app has the file open"
    ),
    (
      "table-is-its-own-array",
      "the file is damaged at byte 416: a table is expected there; take another copy while no app has "
        + "the file open"
    ),
    (
      "top-outside",
      "the file is cut short at byte 4096: its content begins at byte 16777208, after the end; take "
        + "another copy while no app has the file open"
    ),
  ]

  @Test("a file that cannot be read gives its own sentence", arguments: sentences)
  func aFileThatCannotBeReadGivesItsOwnSentence(file: String, sentence: String) throws {
    let bytes = try RealmMaterial.bytes("refused/\(file).realm")
    let error = try #require(throws: RealmFileError.self) { try RealmFile.read(bytes) }
    let input = error.inputError(file: "app.realm")
    #expect(input.description == "app.realm: " + sentence)
    #expect(input.exitStatus == 65)
  }

  @Test("a synchronized file is read, and said to be one")
  func aSynchronizedFileIsRead() throws {
    let content = try RealmMaterial.content("refused/synchronized.realm")
    #expect(content.notes.first == .synchronized)
    #expect(
      RealmNote.synchronized.description
        == "belongs to Device Sync: a local configuration cannot open it; export a copy of it first"
    )
    #expect(
      content.schema.types.map(\.name) == [
        "FlexChildObject", "FlexEmbeddedObject", "FlexParentObject",
      ])
  }
}

/// What is said about files that need no material.
@Suite struct RealmFileErrorTests {
  @Test("an empty file, a database and a text each give their own sentence")
  func strangersGiveTheirOwnSentences() throws {
    func sentence(_ bytes: [UInt8]) throws -> String {
      let error = try #require(throws: RealmFileError.self) { try RealmFile.read(bytes) }
      return error.inputError(file: "f").description
    }
    #expect(
      try sentence([])
        == "f: the file is empty: an app has not written its Realm yet; name a file that the app has "
        + "opened")
    #expect(
      try sentence(Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 4080))
        == "f: this is an SQLite database, not a Realm file; name a *.realm file")
    #expect(
      try sentence(Array("hello".utf8))
        == "f: this is not a Realm file, or an encrypted one; write a plain copy with "
        + "writeCopy(toFile:encryptionKey: nil)")
  }

  @Test("a file that an app is writing is read once it stays the same, or refused")
  func aFileThatIsBeingWritten() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-\(UUID().uuidString).realm")
    defer { try? FileManager.default.removeItem(at: path) }
    let bytes = try RealmFile.bytes(RealmExampleFileTests.content)
    var commits = 0
    // As a commit does: the slot that is not in force gets another top.
    func commit() {
      commits += 1
      var bytes = bytes
      bytes[8] = UInt8(commits)
      try? Data(bytes).write(to: path)
    }
    try Data(bytes).write(to: path)
    _ = try RealmFile.read(path: path.path) { if commits < 2 { commit() } }
    #expect(commits == 2)
    let error = #expect(throws: InputError.self) {
      _ = try RealmFile.read(path: path.path) { commit() }
    }
    #expect(
      error?.description
        == "\(path.path): an app is writing this file; close the app, or make a copy with "
        + "writeCopy(toFile:)")
    #expect(error?.exitStatus == 65)
  }
}
