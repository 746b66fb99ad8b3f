import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// What documents and arguments are made worse with.
enum NastyPieces {
  /// Around the bounds of every type that a number may be read into.
  static let numbers: [String] = [
    "0", "1", "-1", "2", "255", "256", "65536", "2147483647", "2147483648", "-2147483649",
    "4294967296", "9007199254740992", "9007199254740993", "4611686018427387904",
    "9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551614", "18446744073709551615",
    "18446744073709551616", "0.5", "-0.0", "1e308", "1e309", "-1e-400", "1.0", "1e2", "3.4e38",
    "16777217", "253402300800", "100000000000000000000000000000000000000000",
  ]

  static let strings: [String] = [
    "", " ", "a", "A", "old", "new", "ordinal", "rowid", "$id", "$", ".", "a.b", "..", "null",
    "true", "int", "int?", "int[]", "string{}", "float<>", "mixed", "mixed[]", "object",
    "linkingObjects", "?", "[]", "<>", "{}", "A[]", "x?[]", "é", "e\u{301}", "\0", "a\0b",
    "\u{FEFF}", "\u{202E}", "\u{10FFFF}", "👨‍👩‍👧", "'", "\"", "`", "\\", "%", "_", "--", ";", "\n",
    "\r\n", "\t", "NaN", "-Infinity", "1e400", "0x10", "2001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z", "0000-00-00T00:00:00Z", "10000-01-01T00:00:00Z",
    "00000000-0000-0000-0000-000000000000", "AAAA", "=", "A===", "1E+6144", "-0E-6176",
    "9999999999999999999999999999999999", "migcheck", "sqlite_master", "class_A", "__proto__",
    String(repeating: "n", count: 57), String(repeating: "n", count: 64),
    String(repeating: "é", count: 40), String(repeating: "w", count: 5000),
  ]

  /// The keys of all formats, so that an object gets keys that mean something.
  static let keys: [String] = [
    "migcheck", "name", "rules", "versions", "version", "schema", "primaryKey", "embedded",
    "properties", "type", "objectType", "optional", "indexed", "default", "property", "migration",
    "drops", "invariants", "since", "holds", "ignoring", "enumerate", "where", "set", "delete",
    "create", "value", "deleteData", "renameProperty", "from", "to", "embed", "orphans", "shared",
    "onlyFrom", "objects", "$id", "history", "start", "path", "expect", "graph", "error", "code",
    "at", "message", "thenOpen", "finding", "check", "kind", "subject", "otherPath", "shard", "run",
    "part", "schemas", "index", "count", "coverage", "int", "string", "link", "date",
  ]

  static let notations: [String] = {
    let scalars = [
      "bool", "int", "float", "double", "decimal128", "string", "data", "date", "uuid", "objectId",
    ]
    let types = scalars + scalars.map { $0 + "?" } + ["mixed"]
    return types + types.flatMap { type in ["[]", "<>", "{}"].map { type + $0 } }
  }()

  static func number(_ source: inout RandomSource) -> JSON {
    .number(source.pick(from: numbers))
  }

  static func string(_ source: inout RandomSource) -> JSON {
    .string(source.pick(from: strings))
  }

  /// Any value without content of its own.
  static func leaf(_ source: inout RandomSource) -> JSON {
    switch source.below(7) {
    case 0: .null
    case 1: .bool(source.chance(50))
    case 2: .array([])
    case 3: .object([])
    case 4: number(&source)
    default: string(&source)
    }
  }
}
