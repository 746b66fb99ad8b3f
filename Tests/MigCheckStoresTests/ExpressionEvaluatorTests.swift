import MigCheckModel
import MigCheckSQLite
import MigCheckText
import Testing

@testable import MigCheckStores

@Suite("Expressions")
struct ExpressionEvaluatorTests {
  private let evaluator: ExpressionEvaluator

  init() throws {
    evaluator = try ExpressionEvaluator()
  }

  private static let properties = [
    Property("name", .string), Property("Name", .string), Property("age", .int),
    Property("VALUE", .int), Property("key", .string),
    Property("dog", .object, objectType: "Dog", optional: true),
    Property("dogs", .object, collection: .list, objectType: "Dog"),
    Property("tags", .string, collection: .list),
  ]

  private static let values: [SQLiteValue] = [
    .text("lower"), .text("upper"), .integer(7), .integer(70), .text("k"), .null, .null,
    .text("[\"a\",\"b\"]"),
  ]

  /// Evaluates over an old object alone.
  private func value(_ expression: String) throws -> String {
    let scope = ExpressionEvaluator.Scope(
      old: Self.properties, new: [Property("size", .int)], hasOrdinal: true,
      computed: [Property("owners", .linkingObjects, objectType: "Person", originProperty: "dogs")])
    let compiled = try evaluator.compile(SQLExpression(expression), in: scope, type: "T")
    let result = try compiled.evaluate(in: Surroundings()) { source in
      switch source {
      case .old(let index): Self.values[index]
      case .new: .integer(3)
      case .ordinal: .integer(1)
      }
    }
    switch result {
    case .null: return "NULL"
    case .integer(let value): return "\(value)"
    case .real(let value): return "\(value)"
    case .text(let value): return value
    case .invalidText(let bytes), .blob(let bytes): return "\(bytes)"
    }
  }

  private func error(_ expression: String) -> String {
    do {
      return "no error, but \(try value(expression))"
    } catch {
      return "\(error)"
    }
  }

  // MARK: Names

  @Test("names are exact, by bytes, however they are quoted")
  func namesAreExact() throws {
    #expect(try value("old.name || old.Name") == "lowerupper")
    #expect(
      try value("old.\"Name\" || OLD.[name] || old.`Name` || old.'name'") == "upperlowerupperlower")
    #expect(try value("Name") == "upper")
    #expect(try value("name || \"Name\"") == "lowerupper")
    #expect(try value("old.VALUE") == "70")
    #expect(
      error("old.NAME")
        == "noSuchProperty: there is no property NAME, but name: names are exact in expressions, too"
    )
    #expect(error("old.value").hasPrefix("noSuchProperty: there is no property value, but VALUE"))
    #expect(error("AGE").hasPrefix("expressionError: there is no property AGE, but age"))
    #expect(error("old.size") == "noSuchProperty: no such column: old.size")
    #expect(error("new.name") == "noSuchProperty: no such column: new.name")
  }

  @Test("names of inner queries come first, and those that SQL cannot tell apart are refused")
  func innerNames() throws {
    let list = "json_each(old.tags)"
    #expect(try value("(SELECT group_concat(value) FROM \(list))") == "a,b")
    #expect(try value("(SELECT group_concat(value || old.VALUE) FROM \(list))") == "a70,b70")
    #expect(try value("(SELECT max(age) FROM \(list))") == "7")
    #expect(
      error("(SELECT max(value || VALUE) FROM \(list))")
        == "expressionError: SQL cannot tell VALUE and value apart: write old or new before the names"
    )
    #expect(error("(SELECT name || Name)").contains("SQL cannot tell"))
    #expect(try value("(SELECT name)") == "lower")
    #expect(try value("(SELECT Name)") == "upper")
  }

  @Test("a keyword is a name only where SQLite takes it for one")
  func keywords() throws {
    #expect(try value("key || old.key") == "kk")
    #expect(try value("CAST(age AS text)") == "7")
    #expect(try value("ordinal + ORDINAL + size") == "5")
  }

  @Test("a word in double quotes that is no property is an error and not a text")
  func doubleQuotes() throws {
    #expect(error("\"aeg\" >= 18") == "expressionError: no such column: aeg")
    #expect(try value("\"age\" >= 7") == "1")
    #expect(try value("old.\"age\" || 'aeg'") == "7aeg")
  }

  @Test("of what cannot be read a sentence says so")
  func unreadable() {
    let reason = ", and expressions cannot read links and objects"
    #expect(
      error("old.dog")
        == "noSuchProperty: dog is a link to Dog\(reason); write old.dog.… for a property of the object, and old.dog.count = 0 for none"
    )
    let count = "; old.dogs.count is their number"
    #expect(error("old.dogs") == "noSuchProperty: dogs is a list of Dog\(reason)\(count)")
    #expect(
      error("new.owners") == "noSuchProperty: owners is the linking objects of Person\(reason)")
    #expect(
      error("length(dogs)") == "expressionError: dogs is a list of Dog\(reason)\(count)")
  }

  @Test("parameters and texts that are no single expression are refused")
  func parameters() throws {
    for parameter in ["?", "?9", ":x", "@x", "$x"] {
      #expect(
        error("old.age = \(parameter)")
          == "expressionError: \(parameter) is a parameter, and an expression has none")
    }
    #expect(evaluator.syntaxProblem(of: "?1") == "?1 is a parameter, and an expression has none")
    for text in ["1) FROM (SELECT 2", "1; SELECT 2", "(1", "1\0"] {
      #expect(evaluator.syntaxProblem(of: SQLExpression(text)) != nil, "\(text)")
      #expect(error(text).hasPrefix("expressionError"), "\(text)")
    }
    #expect(try value("1 -- one") == "1")
    #expect(try value("'?1 :x' /* ?2 */") == "?1 :x")
  }

  // MARK: What is allowed

  @Test(
    "no expression reaches beyond itself",
    arguments: [
      "load_extension('x')", "fts3_tokenizer('simple')", "readfile('/etc/passwd')",
      "writefile('x', 'y')", "sqlite_version()", "changes()", "last_insert_rowid()",
      "(SELECT count(*) FROM sqlite_master)", "(SELECT name FROM sqlite_schema)",
      "(SELECT count(*) FROM pragma_function_list)", "(SELECT name FROM pragma_module_list)",
      "(SELECT file FROM pragma_database_list)", "(SELECT count(*) FROM dbstat)",
      "(SELECT * FROM generate_series(1, 2))", "(SELECT \"page_size\" FROM pragma_page_size)",
      "(PRAGMA page_size)", "(SELECT 1 FROM other)", "sqlite_compileoption_used('X')",
    ])
  func sandbox(expression: String) {
    #expect(error(expression).hasPrefix("expressionError: "), "\(expression)")
  }

  @Test(
    "functions that depend on their arguments alone can be called",
    arguments: [
      ("abs(-1)", "1"), ("json_extract('{\"a\":[1]}', '$.a[0]')", "1"), ("'[1,2]' -> 1", "2"),
      ("(SELECT sum(value) FROM json_each('[1,2]'))", "3"), ("max(1, 2)", "2"),
      (
        "(WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9) SELECT count(*) FROM c)",
        "9"
      ),
      ("date('2020-02-28', '+2 days')", "2020-03-01"),
      ("printf('%05.1f|%-4s|%,d', 2.5, 'a', 1234)", "002.5|a   |1,234"),
      ("format('%s%%', NULL)", "%"), ("printf(NULL)", "NULL"), ("'ab' LIKE 'A_'", "1"),
      ("(SELECT group_concat(atom) FROM json_tree('[1,[2]]'))", "1,2"), ("round(2.5)", "3.0"),
      ("(SELECT row_number() OVER ())", "1"), ("iif(1, 'a', 'b')", "a"), ("typeof(x'00')", "blob"),
      ("instr(hex('a'), '1') || replace(hex('a'), '6', 'x') || trim(hex('a'), '6')", "2x11"),
      ("(hex('a') LIKE '6_') + (hex('a') LIKE '6x1' ESCAPE 'x') + (hex('a') GLOB '[6]?')", "3"),
    ])
  func allowed(expression: String, expected: String) throws {
    #expect(try value(expression) == expected)
  }

  // MARK: Budget

  @Test(
    "an expression past its budget is an error, and the next one is evaluated all the same",
    arguments: [
      "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c)",
      "hex(zeroblob(499999999))", "printf('%.*c', 900000000, 'x')", "printf('%900000000d', 1)",
      "length(randomblob(999999999))", "replace(hex(zeroblob(20000)), '0', hex(zeroblob(12000)))",
      "(WITH RECURSIVE c(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM c) SELECT max(x) FROM c)",
      "instr(hex(zeroblob(4000000)), hex(zeroblob(2000000)) || 'b')",
      "replace(hex(zeroblob(4000000)), hex(zeroblob(2000000)) || 'b', '')",
      "trim(hex(zeroblob(4000000)), hex(zeroblob(4000000)) || 'b')",
      "hex(zeroblob(4000000)) LIKE '%' || hex(zeroblob(20000)) || 'b'",
      "hex(zeroblob(4000000)) GLOB '*' || hex(zeroblob(20000)) || 'b'",
      "(SELECT group_concat(hex(zeroblob(1000000))) FROM json_each('[1,2,3,4,5,6,7,8,9]'))",
    ])
  func budget(expression: String) throws {
    for _ in 0..<2 {
      let error = error(expression)
      #expect(
        error.hasPrefix("expressionError: the expression takes more than 4 million steps")
          || error == "expressionError: a text or blob in the expression is longer than 16 MB",
        "\(error)")
    }
    #expect(try value("old.age") == "7")
  }

  @Test("an evaluation ends when the run does, and is not to blame")
  func cancellation() throws {
    let text =
      "(WITH RECURSIVE c(x) AS (SELECT old.age UNION ALL SELECT x+1 FROM c) SELECT max(x) FROM c)"
    #expect(throws: Cancelled.self) {
      try Cancellation.observing({ true }, { try value(text) })
    }
    #expect(error(text).contains("million steps"))
  }
}
