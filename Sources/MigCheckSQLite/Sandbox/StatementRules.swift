/// What statements do without leaving the database that they run on.
///
/// Names are in lower case.
enum StatementRules {
  /// Pragmas that change no more than the connection or its database. Those not named here may be
  /// asked for their value, and not be given one.
  static let pragmas: Set<String> = [
    "analysis_limit", "application_id", "auto_vacuum", "automatic_index", "busy_timeout",
    "cache_size", "cache_spill", "case_sensitive_like", "cell_size_check", "checkpoint_fullfsync",
    "count_changes", "data_version", "default_cache_size", "defer_foreign_keys",
    "empty_result_callbacks", "encoding", "foreign_key_check", "foreign_key_list", "foreign_keys",
    "full_column_names", "fullfsync", "ignore_check_constraints", "incremental_vacuum",
    "index_info", "index_list", "index_xinfo", "integrity_check", "journal_mode",
    "journal_size_limit", "legacy_alter_table", "legacy_file_format", "locking_mode", "mmap_size",
    "optimize", "page_size", "query_only", "quick_check", "read_uncommitted", "recursive_triggers",
    "reverse_unordered_selects", "secure_delete", "short_column_names", "shrink_memory",
    "synchronous", "table_info", "table_list", "table_xinfo", "threads",
    "trusted_schema", "user_version", "wal_autocheckpoint", "wal_checkpoint",
  ]

  /// Pragmas that change nothing but where SQLite keeps what no limit would count there. They have no
  /// effect.
  static let storagePragmas: Set<String> = ["temp_store"]

  /// Pragmas that open the schema's own table to statements.
  static let schemaPragmas: Set<String> = ["schema_version", "writable_schema"]

  /// Whether SQLite's defensive mode ignores a value of a pragma; it takes the beginnings of words for
  /// the words.
  static func isIgnoredInDefence(_ pragma: String, _ value: String) -> Bool {
    pragma.lowercased() == "journal_mode" && !value.isEmpty && "off".hasPrefix(value.lowercased())
  }

  /// Why a value of a pragma cannot be tried: it would have no effect here, and one in an app. `nil`: it
  /// can.
  static func whyUntried(_ pragma: String, _ value: String) -> String? {
    guard pragma.lowercased() == "encoding",
      !["utf-8", "utf8"].contains(value.lowercased())
    else { return nil }
    return "The statement wants texts to be stored as \(value), and databases here store UTF-8, so "
      + "that something else would be tried. Leave the pragma out of the migrations, as it has an effect "
      + "on new files only."
  }

  /// Kinds of virtual tables that keep all that they have in the database, or only compute.
  static let modules: Set<String> = [
    "bytecode", "dbstat", "fts3", "fts3tokenize", "fts4", "fts4aux", "fts5", "fts5vocab",
    "generate_series", "geopoly", "json_each", "json_tree", "rtree", "rtree_i32", "sqlite_stmt",
    "tables_used",
  ]

  /// Functions that read or write files, run programs, or take addresses of memory for true.
  static let functions: Set<String> = ["edit", "fts3_tokenizer", "readfile", "writefile"]

  /// Files that no other database is kept in.
  static let namelessFiles: Set<String> = ["", ":memory:"]
}
