import Testing

@testable import MigCheckSQLite

@Suite("Pragmas within the sandbox") struct PragmaTests {
  /// A value for each pragma that may be given one, which is not the one that it has by default.
  private static let values: [(name: String, value: String)] = [
    ("analysis_limit", "100"), ("application_id", "7"), ("auto_vacuum", "1"),
    ("automatic_index", "0"), ("busy_timeout", "17"), ("cache_size", "77"), ("cache_spill", "99"),
    ("case_sensitive_like", "1"), ("cell_size_check", "1"), ("checkpoint_fullfsync", "1"),
    ("count_changes", "1"), ("data_version", "1"), ("default_cache_size", "99"),
    ("defer_foreign_keys", "1"), ("empty_result_callbacks", "1"), ("encoding", "'UTF-8'"),
    ("foreign_key_check", "t"), ("foreign_key_list", "t"), ("foreign_keys", "1"),
    ("full_column_names", "1"), ("fullfsync", "1"), ("ignore_check_constraints", "1"),
    ("incremental_vacuum", "1"), ("index_info", "i"), ("index_list", "t"), ("index_xinfo", "i"),
    ("integrity_check", "1"), ("journal_mode", "OFF"), ("journal_size_limit", "1000"),
    ("legacy_alter_table", "1"), ("legacy_file_format", "1"), ("locking_mode", "EXCLUSIVE"),
    ("mmap_size", "65536"), ("optimize", "0x10002"), ("page_size", "8192"), ("query_only", "1"),
    ("quick_check", "1"), ("read_uncommitted", "1"), ("recursive_triggers", "1"),
    ("reverse_unordered_selects", "1"), ("secure_delete", "1"), ("short_column_names", "0"),
    ("shrink_memory", "1"), ("synchronous", "0"), ("table_info", "t"), ("table_list", "t"),
    ("table_xinfo", "t"), ("threads", "3"), ("trusted_schema", "0"),
    ("user_version", "7"), ("wal_autocheckpoint", "7"), ("wal_checkpoint", "FULL"),
  ]

  /// Pragmas whose value is another one in the sandbox, since they change the cost of statements and not
  /// what these do: the sandbox limits threads, and has set pages up before.
  private static let ofCostAlone: Set = ["page_size", "threads"]

  @Test("each that may be set is tried here")
  func complete() {
    #expect(Set(Self.values.map(\.name)) == StatementRules.pragmas)
  }

  private func value(of name: String, after statement: String, isGuarded: Bool) throws -> String {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE t (a UNIQUE, b CHECK (b <> 0)); CREATE INDEX i ON t (a)")
    if isGuarded {
      let sandbox = try StatementSandbox(connection)
      try sandbox.run { try sandbox.runStatement(statement) }
    } else {
      try connection.prepare(statement).run()
    }
    let query = try connection.prepare("PRAGMA \(name)")
    var rows = [String]()
    while try query.step() {
      rows.append((0..<query.columnCount).map { "\(query.value($0))" }.joined(separator: ","))
    }
    return rows.joined(separator: ";")
  }

  @Test("have the effect that they have without it", arguments: values)
  func effect(name: String, value: String) throws {
    guard !Self.ofCostAlone.contains(name) else { return }
    for statement in ["PRAGMA \(name) = \(value)", "PRAGMA main.\(name)(\(value));"] {
      #expect(
        try self.value(of: name, after: statement, isGuarded: true)
          == self.value(of: name, after: statement, isGuarded: false), "\(statement)")
    }
  }

  @Test(
    "a journal that is off is off, however it is spelled",
    arguments: ["OFF", "'off'", "o", "\"Of\""])
  func journal(value: String) throws {
    #expect(
      try self.value(
        of: "journal_mode", after: "PRAGMA journal_mode = \(value)", isGuarded: true)
        == self.value(
          of: "journal_mode", after: "PRAGMA journal_mode = \(value)", isGuarded: false))
  }

  @Test("SQLite's own tables stay defended after a journal was switched off")
  func defended() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection)
    try sandbox.run { try sandbox.runStatement("PRAGMA journal_mode = OFF") }
    try connection.execute("CREATE VIRTUAL TABLE s USING fts5(a)")
    #expect(throws: SQLiteError.self) {
      try sandbox.run { try sandbox.runStatement("DELETE FROM s_data") }
    }
  }

  @Test(
    "what cannot be tried is refused with the reason",
    arguments: ["'UTF-16'", "'UTF-16le'", "\"UTF-16be\""])
  func encoding(value: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection)
    let refusal = #expect(throws: StatementRefusal.self) {
      try sandbox.run { try sandbox.runStatement("PRAGMA encoding = \(value)") }
    }
    let plain = value.filter { $0 != "'" && $0 != "\"" }
    #expect(
      refusal?.description
        == "The statement wants texts to be stored as \(plain), and databases here store UTF-8, so "
        + "that something else would be tried. Leave the pragma out of the migrations, as it has an "
        + "effect on new files only.")
  }

  @Test(
    "what opens SQLite's own tables is refused by name",
    arguments: ["writable_schema = ON", "schema_version = 9", "writable_schema(RESET)"])
  func schema(setting: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let sandbox = try StatementSandbox(connection)
    let refusal = #expect(throws: StatementRefusal.self) {
      try sandbox.run { try sandbox.runStatement("PRAGMA \(setting)") }
    }
    #expect(refusal?.description.hasSuffix("pass --allow internal-tables.") == true)
  }
}
