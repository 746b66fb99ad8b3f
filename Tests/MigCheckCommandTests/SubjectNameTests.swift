import Foundation
import Testing

/// What findings and frozen versions of a folder of migrations are known by, in every clone.
@Suite struct SubjectNameTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  /// Scripts of which the second loses `task.done`.
  private func writeScripts(_ folder: String) throws {
    try bench.write(
      "\(folder)/1.sql",
      "CREATE TABLE task (id INTEGER PRIMARY KEY, done INTEGER NOT NULL DEFAULT 0);\n")
    try bench.write(
      "\(folder)/2.sql",
      """
      CREATE TABLE task_new (id INTEGER PRIMARY KEY, done INTEGER NOT NULL DEFAULT 0);
      INSERT INTO task_new (id) SELECT id FROM task;
      DROP TABLE task;
      ALTER TABLE task_new RENAME TO task;

      """)
  }

  private func check(_ folder: String) throws -> Workbench.Outcome {
    try bench.run([folder, "--trials", "10"])
  }

  private func baseline(_ folder: String, _ arguments: String...) throws {
    let outcome = try bench.run(
      ["baseline", folder, "--reason", "known", "--trials", "10"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func url(_ name: String) -> URL {
    URL(fileURLWithPath: bench.path).appendingPathComponent(name)
  }

  private func copy(_ folder: String, to other: String) throws {
    try FileManager.default.copyItem(at: url(folder), to: url(other))
  }

  private func replace(_ text: String, by other: String, in file: String) throws {
    let old = try bench.text(file)
    #expect(old.contains(text))
    try bench.write(file, old.replacingOccurrences(of: text, with: other))
  }

  @Test("accepted findings and frozen versions hold in a clone with another name")
  func anotherClone() throws {
    try writeScripts("app/Migrations")
    try baseline("app/Migrations")
    #expect(try bench.run("freeze", "app/Migrations").status == 0)
    try copy("app", to: "clone")
    #expect(try check("clone/Migrations").status == 0)
    #expect(try bench.run("gate", "clone/Migrations", "--trials", "10").status == 0)
  }

  @Test("a folder that is the checkout itself has no name of its own")
  func theCheckoutItself() throws {
    try writeScripts("app")
    try bench.write("app/.git/HEAD", "ref: refs/heads/main\n")
    #expect(try check("app").output.contains("✘ failed   migrations (sqlite), "))
  }

  @Test("migcheck.json gives the migrations a name")
  func aName() throws {
    try writeScripts("app/Migrations")
    try bench.write("app/Migrations/migcheck.json", #"{ "migcheck": 1, "name": "tasks" }"#)
    #expect(try check("app/Migrations").output.contains("✘ failed   tasks (sqlite), "))
    try baseline("app/Migrations")
    #expect(try check("app/Migrations").status == 0)
    try replace(#""tasks""#, by: "[]", in: "app/Migrations/migcheck.json")
    #expect(
      try check("app/Migrations").errors.hasSuffix(
        "app/Migrations/migcheck.json: name: the value is not what it should be; write a text, "
          + "such as \"notes\"\n"))
  }

  @Test("files of earlier releases, with the name of a checkout, are understood")
  func olderFiles() throws {
    try writeScripts("app/Migrations")
    try baseline("app/Migrations")
    #expect(try bench.run("freeze", "app/Migrations").status == 0)
    let old = "\"history\": \"app\""
    try replace("\"history\": \"Migrations\"", by: old, in: "app/Migrations/migcheck.json")
    for number in 1...2 {
      let file = "app/Schemas/Migrations.\(number).json"
      try replace("\"history\": \"Migrations\"", by: old, in: file)
      try copy(file, to: "app/Schemas/app.\(number).json")
      try FileManager.default.removeItem(at: url(file))
    }
    #expect(try check("app/Migrations").status == 0)
    #expect(try bench.run("gate", "app/Migrations", "--trials", "10").status == 0)
    // Beside the folder, where other subjects may have entries too.
    try FileManager.default.moveItem(
      at: url("app/Migrations/migcheck.json"), to: url("app/migcheck.json"))
    #expect(try check("app/Migrations").status == 0)
  }

  @Test("what is of another subject is not taken, and its name is said")
  func othersNames() throws {
    try writeScripts("app/Migrations")
    try baseline("app/Migrations", "--settings", "app/migcheck.json")
    #expect(try bench.run("freeze", "app/Migrations").status == 0)
    for (text, other) in [("\"Migrations\"", "\"web\""), ("\"task\"", "\"page\"")] {
      try replace(text, by: other, in: "app/migcheck.json")
      for number in 1...2 {
        try replace(text, by: other, in: "app/Schemas/Migrations.\(number).json")
      }
    }
    let outcome = try check("app/Migrations")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "app/migcheck.json accepts no finding of \"Migrations\"; it holds entries of \"web\"\n"))
    for number in 1...2 {
      try copy("app/Schemas/Migrations.\(number).json", to: "app/Schemas/web.\(number).json")
      try FileManager.default.removeItem(at: url("app/Schemas/Migrations.\(number).json"))
    }
    let gate = try bench.run("gate", "app/Migrations", "--trials", "10")
    #expect(gate.status == 64)
    #expect(
      gate.errors.hasSuffix(
        "app/Schemas, which holds versions of \"web\"; migcheck freeze writes down those that are "
          + "released\n"), "\(gate.errors)")
  }

  @Test(
    "an unknown setting is refused with the one that is meant, or with all that there are",
    arguments: [
      ("ignorin", "did you mean \"ignoring\"?"), ("minsupported", "did you mean \"minSupported\"?"),
      (
        "colour",
        "write one of name, migrations, base, fresh, define, defineFunction, order, foreignKeys, "
          + "transactions, drops, rewrites, ignoring, custom, opening, stages, paths, shipped, "
          + "minSupported, accepted"
      ),
    ])
  func unknownSettings(key: String, remedy: String) throws {
    try writeScripts("app/Migrations")
    try bench.write("app/Migrations/migcheck.json", "{ \"migcheck\": 1, \"\(key)\": true }")
    let outcome = try check("app/Migrations")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasSuffix("migcheck.json: \(key): there is no such setting; \(remedy)\n"),
      "\(outcome.errors)")
  }
}
