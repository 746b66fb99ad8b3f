import Foundation
import Testing

@testable import MigCheckSQLite

@Suite("A SQLite connection")
struct SQLiteConnectionTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
  }

  private func scalar(_ sql: String) throws -> SQLiteValue {
    let statement = try connection.prepare(sql)
    #expect(try statement.step())
    return statement.value(0)
  }

  @Test("keeps every value exactly", arguments: SQLiteValue.samples)
  func roundTrip(value: SQLiteValue) throws {
    try connection.execute("CREATE TABLE t(v)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind(value, at: 1)
    try insert.run()
    let stored = try scalar("SELECT v FROM t")
    #expect(stored.exactText == value.exactText)
  }

  @Test("tells text that is no UTF-8 apart")
  func invalidText() throws {
    #expect(try scalar("SELECT CAST(x'61ff' AS TEXT)").exactText == "invalidText [97, 255]")
  }

  @Test("refuses text without a statement, and text with two")
  func statementCount() throws {
    for (sql, message) in [
      ("", "there is no statement in this text"),
      ("-- nothing", "there is no statement in this text"),
      ("SELECT 1; SELECT 2", "there is more than one statement here"),
    ] {
      #expect {
        _ = try connection.prepare(sql)
      } throws: {
        ($0 as? SQLiteError)?.message == message
      }
    }
    _ = try connection.prepare("SELECT 1 ; \n")
  }

  @Test("reports SQLite's sentence for a statement that is wrong")
  func error() throws {
    #expect {
      try connection.execute("SELECT missing")
    } throws: {
      ($0 as? SQLiteError)?.description == "SQLite error 1: no such column: missing"
        && ($0 as? SQLiteError)?.isOfStatement == true
    }
  }

  @Test("calls functions in Swift, and fails where they throw")
  func functions() throws {
    struct Refusal: Error, CustomStringConvertible {
      var description: String { "seven is refused" }
    }
    #expect(!connection.defines("twice"))
    try connection.define(function: "twice", arguments: 1) { arguments in
      guard case .integer(let number) = arguments[0] else { return arguments[0] }
      if number == 7 { throw Refusal() }
      return .integer(number * 2)
    }
    #expect(connection.defines("twice"))
    #expect(try scalar("SELECT twice(21)").exactText == "integer 42")
    for value in SQLiteValue.samples {
      let statement = try connection.prepare("SELECT twice(?1)")
      guard case .integer = value else {
        try statement.bind(value, at: 1)
        #expect(try statement.step())
        #expect(statement.value(0).exactText == value.exactText)
        continue
      }
    }
    #expect {
      _ = try scalar("SELECT twice(7)")
    } throws: {
      ($0 as? SQLiteError)?.message == "seven is refused"
    }
  }

  @Test("gives a cached statement ready to run again")
  func cached() throws {
    let first = try connection.cached("SELECT 1 UNION ALL SELECT 2")
    #expect(try first.step())
    let second = try connection.cached("SELECT 1 UNION ALL SELECT 2")
    #expect(first === second)
    #expect(try second.step())
    #expect(second.integer(0) == 1)
  }

  @Test("counts changes, and undoes them on rollback")
  func rollback() throws {
    try connection.execute("CREATE TABLE t(v); INSERT INTO t VALUES (1), (2), (3)")
    try connection.execute("BEGIN; UPDATE t SET v = v + 1 WHERE v > 1")
    #expect(connection.changes == 2)
    #expect(connection.isInTransaction)
    connection.rollback()
    #expect(!connection.isInTransaction)
    connection.rollback()
    #expect(try scalar("SELECT group_concat(v) FROM t").exactText == "text 1,2,3")
  }

  @Test("knows SQLite's keywords")
  func keywords() {
    #expect(SQLiteKeyword.contains("select"))
    #expect(SQLiteKeyword.contains("END"))
    #expect(!SQLiteKeyword.contains("name"))
    #expect(!SQLiteKeyword.contains(""))
  }

  @Test("reads the bytes of its file, and empties its log")
  func file() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-sqlite-" + UUID().uuidString).path
    defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
    let connection = try SQLiteConnection(path: path)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(v)")
    #expect(try connection.checkpoint())
    let size = try connection.fileSize()
    #expect(size == 8192)
    let bytes = try connection.readFile(0..<size)
    #expect(bytes.starts(with: "SQLite format 3\0".utf8))
    #expect(bytes == Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    #expect(throws: SQLiteError.self) { _ = try connection.readFile(size..<(size + 1)) }
    #expect(!connection.isReadOnly)
    let reader = try SQLiteConnection(path: path, mode: .readOnly)
    #expect(reader.isReadOnly)
    #expect {
      try reader.execute("INSERT INTO t VALUES (1)")
    } throws: {
      ($0 as? SQLiteError)?.isReadOnly == true
    }
    // A reader of an older state keeps the log from being moved.
    try reader.execute("BEGIN; SELECT * FROM t")
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(try !connection.checkpoint())
    try reader.execute("COMMIT")
    #expect(try connection.checkpoint())
  }

  @Test("says when another connection has the lock, and when the file is no database")
  func errors() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-sqlite-" + UUID().uuidString).path
    defer { unlink(path) }
    let first = try SQLiteConnection(path: path)
    try first.execute("CREATE TABLE t(v); BEGIN IMMEDIATE")
    let second = try SQLiteConnection(path: path, busyTimeout: 1)
    #expect {
      try second.execute("BEGIN IMMEDIATE")
    } throws: {
      ($0 as? SQLiteError)?.isBusy == true
    }
    first.close()
    second.close()
    try Data(
      "no database, but longer than the header of one: ".utf8 + Array(repeating: 32, count: 200)
    )
    .write(to: URL(fileURLWithPath: path))
    let third = try SQLiteConnection(path: path, mode: .readOnly)
    #expect {
      try third.execute("SELECT * FROM sqlite_schema")
    } throws: {
      ($0 as? SQLiteError)?.isCorrupt == true
    }
  }
}

extension SQLiteValue {
  static let samples: [SQLiteValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(-0.0), .real(0), .real(0.1 + 0.2),
    .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude), .real(3), .text(""),
    .text("nul\0inside"), .text("é"), .text("e\u{301}"), .text("\u{10FFFF}"), .blob([]),
    .blob([0, 255]),
  ]

  /// Tells values apart bit for bit.
  var exactText: String {
    switch self {
    case .null: "null"
    case .integer(let value): "integer \(value)"
    case .real(let value): "real \(String(value.bitPattern, radix: 16))"
    case .text(let value): "text \(value.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())"
    case .invalidText(let bytes): "invalidText \(bytes)"
    case .blob(let bytes): "blob \(bytes)"
    }
  }
}
