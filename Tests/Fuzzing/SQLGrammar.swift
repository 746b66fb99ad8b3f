import MigCheckGeneration

/// Random SQL expressions: most can be evaluated, some are wrong, a few mean harm.
struct SQLGrammar {
  /// Properties that expressions may read.
  let names: [String]

  func expression(_ source: inout RandomSource, depth: Int = 0) -> String {
    if depth > 4 || source.chance(25) { return leaf(&source) }
    func part() -> String { expression(&source, depth: depth + 1) }
    switch source.below(12) {
    case 0, 1: return "\(part()) \(source.pick(from: Self.operators)) \(part())"
    case 2: return "(\(part()))"
    case 3: return "\(source.pick(from: ["-", "+", "NOT ", "~", "- -"]))\(part())"
    case 4: return "CASE WHEN \(part()) THEN \(part()) ELSE \(part()) END"
    case 5: return "CAST(\(part()) AS \(source.pick(from: Self.types)))"
    case 6: return "\(part()) IN (\(part()), \(part()))"
    case 7: return "\(part()) BETWEEN \(part()) AND \(part())"
    case 8: return "\(part()) IS \(source.pick(from: ["", "NOT "]))NULL"
    case 9: return "(SELECT \(part()))"
    case 10 where source.chance(25): return source.pick(from: Self.hostile)
    default:
      let (name, count) = source.pick(from: Self.functions)
      return "\(name)(\((0..<count).map { _ in part() }.joined(separator: ", ")))"
    }
  }

  private func leaf(_ source: inout RandomSource) -> String {
    switch source.below(8) {
    case 0: return source.pick(from: Self.literals)
    case 1: return "ordinal"
    case 2: return "NULL"
    case 3: return String(source.below(200) - 50)
    default:
      guard !names.isEmpty else { return source.pick(from: Self.literals) }
      let name = source.pick(from: names)
      switch source.below(20) {
      case 0: return name
      case 1: return "\"\(name)\""
      case 2: return "old.\"\(name)\""
      case 3..<7: return "new.\(name)"
      default: return "old.\(name)"
      }
    }
  }

  private static let operators = [
    "+", "-", "*", "/", "%", "||", "=", "==", "<>", "<", "<=", ">", ">=", "AND", "OR", "LIKE",
    "GLOB", "IS", "IS NOT", "&", "|", "<<", ">>", "->", "->>", "COLLATE NOCASE =",
  ]

  private static let types = ["TEXT", "INTEGER", "REAL", "BLOB", "NUMERIC", "x(1)"]

  private static let functions: [(String, Int)] = [
    ("abs", 1), ("length", 1), ("lower", 1), ("upper", 1), ("trim", 1), ("substr", 2),
    ("substr", 3), ("replace", 3), ("instr", 2), ("ifnull", 2), ("nullif", 2), ("coalesce", 3),
    ("iif", 3), ("round", 1), ("round", 2), ("typeof", 1), ("hex", 1), ("quote", 1), ("char", 1),
    ("unicode", 1), ("printf", 2), ("min", 2), ("max", 2), ("json_extract", 2),
    ("json_array_length", 1), ("json", 1), ("json_quote", 1), ("strftime", 2), ("date", 1),
    ("julianday", 1), ("count", 1), ("sum", 1), ("nosuch", 1), ("sign", 1), ("likelihood", 2),
  ]

  private static let literals = [
    "''", "'a'", "'é'", "'a''b'", "x''", "x'00ff'", "x'0'", "0", "1", "-1", "0.0", "-0.0", "1e308",
    "1e999", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "2147483648",
    "'{}'", "'[1,2]'", "'[null]'", "'{\"a\":1}'", "'$.a'", "'%d'", "'%s'", "'1'", "' 1'", "'1e3'",
    "'NaN'", "'2020-01-01T00:00:00Z'", "'00000000-0000-0000-0000-000000000000'", "TRUE", "FALSE",
    "0x7fffffffffffffff", "'\u{10FFFF}'", "ordinal / 2", "ordinal % 3",
  ]

  /// What must be refused, or end within its limits.
  private static let hostile = [
    "?1", ":x", "@y", "$z", ";", "1; SELECT 2", ") OR (1", "((((", "'open", "\"open", "-- c", "/*",
    "old.*", "(SELECT name FROM sqlite_master)", "(SELECT * FROM pragma_database_list)",
    "load_extension('x')", "fts3_tokenizer('x')", "randomblob(8)", "random()", "datetime('now')",
    "CURRENT_TIMESTAMP", "changes()", "readfile('/etc/passwd')", "writefile('stray', 'x')",
    "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 50) SELECT max(n) FROM c)",
    "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c)",
    "hex(zeroblob(499999999))", "printf('%.*c', 900000000, 'x')", "printf('%900000000d', 1)",
    "length(replace(hex(zeroblob(9999)), '0', hex(zeroblob(9999))))", "randomblob(900000000)",
    "(SELECT group_concat(a.value || b.value) FROM json_each('[1,2,3]') a, json_each('[1,2]') b)",
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' LIKE '%a%a%a%a%a%a%a%a%a%a%a%b'",
    "RAISE(ABORT, 'x')", "EXISTS (SELECT 1)", "count(*) OVER ()", "\u{0}", "old.nosuch", "older.x",
  ]
}
