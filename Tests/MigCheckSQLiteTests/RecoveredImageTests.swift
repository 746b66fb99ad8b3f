import Foundation
import Testing

@testable import MigCheckSQLite

@Suite("The database of a file after an interruption")
final class RecoveredImageTests {
  private let folder = NSTemporaryDirectory() + "migcheck-recovered-\(UUID().uuidString)"
  private var path: String { folder + "/a.sqlite" }
  private var copy: String { folder + "/b.sqlite" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func make() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      """
      PRAGMA user_version = 7;
      CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT);
      WITH RECURSIVE number (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < 2000)
      INSERT INTO song SELECT id, 'title ' || id FROM number
      """)
    return connection
  }

  private func copyFiles() throws {
    for end in ["", "-journal", "-wal"] where FileManager.default.fileExists(atPath: path + end) {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
    }
  }

  @Test("A transaction that was under way is undone")
  func transaction() throws {
    let connection = try make()
    defer { connection.close() }
    let before = try #require(connection.image())
    // A small cache is written to the file before the transaction ends.
    try connection.execute("PRAGMA cache_size = 2; BEGIN; UPDATE song SET title = 'other'")
    try copyFiles()
    try connection.execute("ROLLBACK")
    #expect([UInt8](contentsOf: copy) != before.bytes)
    #expect(FileManager.default.fileExists(atPath: copy + "-journal"))
    let recovered = try #require(DatabaseImage(recovering: DatabaseFiles(readingAt: copy)))
    #expect(recovered == before)
    #expect(recovered.comparableBytes == before.comparableBytes)
    #expect(recovered.userVersion == 7)
  }

  @Test("A whole file is taken as it is, whatever version it has", arguments: [0, -1, 1 << 30])
  func whole(version: Int64) throws {
    let connection = try make()
    defer { connection.close() }
    try connection.execute("PRAGMA user_version = \(version)")
    try copyFiles()
    let image = try #require(DatabaseImage(recovering: DatabaseFiles(readingAt: copy)))
    #expect(image == connection.image())
    #expect(image.userVersion == version)
  }

  @Test("A write-ahead log, a file of something else and no file have to be opened")
  func others() throws {
    let connection = try make()
    try connection.execute("PRAGMA journal_mode = WAL; DELETE FROM song")
    try copyFiles()
    connection.close()
    #expect(DatabaseImage(recovering: DatabaseFiles(readingAt: copy)) == nil)
    // Without its log it still asks for one.
    #expect(DatabaseImage(recovering: DatabaseFiles(readingAt: path)) == nil)
    let other = folder + "/c.sqlite"
    #expect(DatabaseImage(recovering: DatabaseFiles(readingAt: other)) == nil)
    #expect(Array(repeating: UInt8(ascii: "x"), count: 4096).write(to: other))
    #expect(DatabaseImage(recovering: DatabaseFiles(readingAt: other)) == nil)
  }
}
