import Foundation
import Testing

@testable import MigCheckSQLite

@Suite("A sandbox for statements")
struct StatementSandboxTests {
  private func run(
    _ sql: String, allowing allowed: Set<StatementPermission> = [],
    limits: SQLiteBudget.Limits = .ofStatements
  ) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection, allowing: allowed, limits: limits)
    try sandbox.run { try connection.execute(sql) }
  }

  private func refusal(
    of sql: String, allowing allowed: Set<StatementPermission> = [],
    limits: SQLiteBudget.Limits = .ofStatements
  ) -> String? {
    do {
      try run(sql, allowing: allowed, limits: limits)
      return nil
    } catch {
      return (error as? StatementRefusal)?.description ?? "\(error)"
    }
  }

  @Test(
    "lets migrations do what they do",
    arguments: [
      "PRAGMA foreign_keys = OFF; CREATE TABLE t(a INTEGER PRIMARY KEY, b); "
        + "CREATE INDEX i ON t(b); INSERT INTO t VALUES (1, 2); ALTER TABLE t RENAME TO u; "
        + "ALTER TABLE u ADD COLUMN c; PRAGMA user_version = 7; PRAGMA foreign_key_check",
      "CREATE TABLE t(a); INSERT INTO t VALUES (1); VACUUM; REINDEX; ANALYZE; PRAGMA optimize",
      "CREATE VIRTUAL TABLE s USING fts5(a, b); INSERT INTO s VALUES ('x', 'y'); "
        + "INSERT INTO s(s) VALUES ('rebuild'); ALTER TABLE s RENAME TO r; DROP TABLE r",
      "CREATE TABLE t(a); CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = 1; END; "
        + "CREATE VIEW v AS SELECT * FROM t; INSERT INTO t SELECT value FROM json_each('[1,2]'); "
        + "DROP VIEW v; DROP TRIGGER r; DELETE FROM t; DROP TABLE t",
      "ATTACH ':memory:' AS m; CREATE TABLE m.t(a); DETACH m",
      "CREATE TEMP TABLE t(a); INSERT INTO t SELECT name FROM pragma_table_info('t')",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
        + "SELECT sum(i) FROM n",
      "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t DEFAULT VALUES; "
        + "UPDATE sqlite_sequence SET seq = 9; DELETE FROM sqlite_sequence",
    ])
  func lets(sql: String) {
    #expect(refusal(of: sql) == nil)
  }

  @Test(
    "refuses what leads out of the database",
    arguments: [
      ("ATTACH '/tmp/other.sqlite' AS o", "to open the database '/tmp/other.sqlite'", "attach"),
      ("ATTACH 'file:x?mode=memory' AS o", "to open the database 'file:x?mode=memory'", "attach"),
      ("ATTACH '/tmp/' || 'other.sqlite' AS o", "to open another database", "attach"),
      ("VACUUM INTO '/tmp/copy.sqlite'", "to open the database '/tmp/copy.sqlite'", "attach"),
      ("SELECT load_extension('x')", "to load an extension", "load-extension"),
      (
        "SELECT fts3_tokenizer('x', x'0000000000000000')", "to call fts3_tokenizer()",
        "function:fts3_tokenizer"
      ),
      (
        "PRAGMA temp_store_directory = '/'", "to set PRAGMA temp_store_directory to /",
        "pragma:temp_store_directory"
      ),
      ("PRAGMA writable_schema = 1", "to set PRAGMA writable_schema to 1", "internal-tables"),
      ("PRAGMA max_page_count = 1", "to set PRAGMA max_page_count to 1", "pragma:max_page_count"),
      ("PRAGMA key = 'secret'", "to set PRAGMA key to secret", "pragma:key"),
      (
        "PRAGMA main.hard_heap_limit(1)", "to set PRAGMA hard_heap_limit to 1",
        "pragma:hard_heap_limit"
      ),
      (
        "CREATE TABLE t(a); CREATE TRIGGER r AFTER INSERT ON t BEGIN "
          + "SELECT load_extension('x'); END; INSERT INTO t VALUES (1)", "to load an extension",
        "load-extension"
      ),
    ])
  func refuses(sql: String, what: String, name: String) {
    #expect(
      refusal(of: sql)
        == "The statement wants \(what), which is not allowed here. If it is meant, pass --allow "
        + "\(name).")
  }

  @Test("makes no file where it refuses one")
  func noFile() throws {
    let path = NSTemporaryDirectory() + "migcheck-sandbox-\(UUID().uuidString).sqlite"
    #expect(refusal(of: "ATTACH '\(path)' AS o; CREATE TABLE o.t(a)") != nil)
    #expect(refusal(of: "VACUUM INTO '\(path)'") != nil)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("lets what is allowed by name")
  func allowed() throws {
    let path = NSTemporaryDirectory() + "migcheck-sandbox-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run("ATTACH '\(path)' AS o; CREATE TABLE o.t(a)", allowing: [.attach])
    #expect(FileManager.default.fileExists(atPath: path))
    try run("PRAGMA soft_heap_limit = 0", allowing: [.pragma("soft_heap_limit")])
    try run(
      "CREATE TABLE t(a); PRAGMA writable_schema = 1; "
        + "UPDATE sqlite_schema SET sql = 'CREATE TABLE t(b)'", allowing: [.internalTables])
  }

  @Test("keeps statements from the tables behind a virtual one")
  func shadowTables() {
    #expect(
      refusal(of: "CREATE VIRTUAL TABLE s USING fts5(a); UPDATE s_data SET block = x'00'")
        == "SQLite error 1: table s_data may not be modified")
  }

  @Test("says that a kind of table is missing, and not that it is refused")
  func missingModule() {
    #expect(
      refusal(of: "CREATE VIRTUAL TABLE s USING vec0(a)")
        == "SQLite error 1: no such module: vec0")
  }

  @Test(
    "says which limit a statement reached",
    arguments: [
      (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n",
        "it takes more than 2 million steps of SQLite", "steps"
      ),
      ("SELECT zeroblob(5000000)", "a text, a blob or a row is longer than 4 MB", "length"),
      (
        "CREATE TEMP TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
          + "LIMIT 20) INSERT INTO t SELECT zeroblob(1000000) FROM n",
        "the database grows beyond 8 MB, or one that is attached beyond 2 MB", "database-size"
      ),
      (
        "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
          + "LIMIT 20) INSERT INTO t SELECT zeroblob(1000000) FROM n",
        "the database grows beyond 8 MB, or one that is attached beyond 2 MB", "database-size"
      ),
    ])
  func limits(sql: String, what: String, name: String) {
    let limits = SQLiteBudget.Limits(
      length: 4 << 20, steps: 2_000_000, longest: .seconds(60), memory: 256 << 20,
      databaseSize: 8 << 20)
    #expect(
      refusal(of: sql, limits: limits) == "The statement was stopped: \(what) (limit \(name))."
        + (name == "length" ? " If it is intended, pass --allow long-values." : ""))
  }

  @Test("limits databases that are attached")
  func attached() throws {
    let limits = SQLiteBudget.Limits(
      length: 4 << 20, steps: nil, longest: .seconds(60), memory: 256 << 20,
      databaseSize: 8 << 20)
    let sandbox = try StatementSandbox(SQLiteConnection(path: ":memory:"), limits: limits)
    try sandbox.run { try sandbox.connection.execute("ATTACH '' AS \"o \"\"x\"") }
    let refusal = #expect(throws: StatementRefusal.self) {
      try sandbox.run {
        try sandbox.connection.execute(
          "CREATE TABLE \"o \"\"x\".t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
            + "SELECT i + 1 FROM n LIMIT 5) INSERT INTO \"o \"\"x\".t SELECT zeroblob(1000000) FROM n"
        )
      }
    }
    #expect(
      refusal?.description
        == "The statement was stopped: the database grows beyond 8 MB, or one that is attached "
        + "beyond 2 MB (limit database-size).")
  }

  @Test("tells an AUTOINCREMENT that is exhausted from a database that is full")
  func exhausted() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection)
    // Nothing numbers rows as yet, be they in a table that is there or in a new one.
    for sql in ["CREATE TABLE u(a); INSERT INTO u VALUES (1)", "INSERT INTO u VALUES (2)"] {
      try sandbox.run { try connection.execute(sql) }
    }
    try sandbox.run {
      try connection.execute("CREATE TABLE t(k INTEGER PRIMARY KEY AUTOINCREMENT, a); BEGIN")
    }
    try sandbox.run {
      try connection.execute("INSERT INTO t VALUES (9223372036854775807, 1)")
    }
    let error = #expect(throws: SQLiteError.self) {
      try sandbox.run { try connection.execute("INSERT INTO t(a) VALUES (2)") }
    }
    #expect(
      error?.message
        == "the AUTOINCREMENT of t is exhausted, since its greatest number is 9223372036854775807")
  }

  @Test("tells it too where a row had the greatest number before any statement ran")
  func exhaustedBefore() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE t(k INTEGER PRIMARY KEY AUTOINCREMENT, a);"
        + "INSERT INTO t VALUES (9223372036854775807, 1)")
    let sandbox = try StatementSandbox(connection)
    let error = #expect(throws: SQLiteError.self) {
      try sandbox.run { try connection.execute("INSERT INTO t(a) VALUES (2)") }
    }
    #expect(error?.message.hasPrefix("the AUTOINCREMENT of t is exhausted") == true)
  }

  @Test("a call that does not return is seen with its statement and what it is for")
  func endlessCall() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    connection.label = "2_x.sql:1"
    var seen: String?
    try connection.define(function: "look", arguments: 0) { [call = connection.call] _ in
      seen = call.text(lastingAtLeast: 0)
      return .null
    }
    try connection.execute("SELECT look() AS answer")
    #expect(seen == "SELECT look() AS answer")
    #expect(connection.call.text(lastingAtLeast: 0) == nil)
    #expect(connection.call.label == "2_x.sql:1")
  }

  @Test("the watch over calls names the call that has passed the limit, or the deadline")
  func watchedCalls() throws {
    CallWatch.enable()
    let connection = try SQLiteConnection(path: ":memory:")
    connection.label = "2_x.sql:1"
    connection.watchCalls()
    var (seen, late) = ([CallWatch.Overrun?](), [CallWatch.Overrun?]())
    try connection.define(function: "look", arguments: 0) { _ in
      seen = [
        CallWatch.overrun(limit: .zero, grace: 0), CallWatch.overrun(limit: .seconds(1_000_000)),
      ]
      CallWatch.setDeadline(after: -1)
      late = [CallWatch.overrun(limit: .seconds(1_000_000), grace: 0)]
      CallWatch.setDeadline(after: nil)
      return .null
    }
    try connection.execute("SELECT look() AS answer")
    let found = try #require(seen[0])
    #expect(found.label == "2_x.sql:1")
    #expect(found.statement == "SELECT look() AS answer")
    #expect(found.limit == 0)
    #expect(seen[1] == nil)
    #expect(late[0]?.statement == "SELECT look() AS answer")
  }

  @Test("a call counts the processor's time that it takes, and hardly that in which it waits")
  func watchedProcessorTime() throws {
    CallWatch.enable()
    let connection = try SQLiteConnection(path: ":memory:")
    var (waiting, busy) = ([String?](), String?.none)
    try connection.define(function: "look", arguments: 0) { _ in
      waiting = [connection.call.text(lastingAtLeast: 250)]
      usleep(300_000)
      waiting.append(connection.call.text(lastingAtLeast: 250))
      while busy == nil { busy = connection.call.text(lastingAtLeast: 250) }
      return .null
    }
    try connection.execute("SELECT look() AS answer")
    #expect(waiting == [nil, nil])
    #expect(busy == "SELECT look() AS answer")
  }

  @Test("ends what takes too long where steps are not counted")
  func time() {
    let limits = SQLiteBudget.Limits(
      length: 4 << 20, steps: nil, longest: .zero, memory: 256 << 20)
    #expect(
      refusal(
        of: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n",
        limits: limits)
        == "The statement was stopped: it takes longer than 0 seconds (limit time).")
  }

  @Test("blames no statement that ends with its run")
  func cancelled() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection, isCancellationRequested: { true })
    #expect {
      try sandbox.run {
        try connection.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n")
      }
    } throws: { error in
      if case .cancelled? = (error as? StatementRefusal)?.reason { true } else { false }
    }
  }

  @Test("does not hold up its owner, and tells what statements do")
  func owner() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection)
    var seen = [SQLiteRequest]()
    sandbox.observer = { seen.append($0) }
    try connection.execute("PRAGMA max_page_count = 100; CREATE TABLE t(a, b)")
    #expect(seen.isEmpty)
    try sandbox.run { try connection.execute("UPDATE t SET a = b; DELETE FROM t") }
    #expect(
      seen == [
        SQLiteRequest(action: .read(table: "t", column: "b"), schema: "main", trigger: nil),
        SQLiteRequest(action: .update(table: "t", column: "a"), schema: "main", trigger: nil),
        SQLiteRequest(action: .delete(table: "t"), schema: "main", trigger: nil),
      ])
  }

  @Test("is asked for permissions by the names that its messages give")
  func names() {
    for permission: StatementPermission in [
      .attach, .loadExtension, .internalTables, .function("edit"), .pragma("key"),
      .module("csv"),
    ] {
      #expect(StatementPermission(permission.description) == permission)
    }
    for name in ["", "pragma:", "attach:x", "everything", "Attach"] {
      #expect(StatementPermission(name) == nil)
    }
  }
}
