import Foundation
import Testing

@Suite struct InitCommandTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func writeScripts(_ folder: String) throws {
    try bench.write(
      "\(folder)/1_create.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT);")
    try bench.write("\(folder)/2_body.sql", "ALTER TABLE note ADD COLUMN body TEXT;")
  }

  @Test("a folder of scripts is found, its files are shown, and nothing is written")
  func filesAreShown() throws {
    try writeScripts("db/migrations")
    let before = bench.files
    let outcome = try bench.run("init")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        found
          SQL migrations   db/migrations, 2 versions

        db/migcheck.json
          {
            "migcheck": 1,
            "paths": "all"
          }

        .github/workflows/migcheck.yml
          # OWNER is the owner of the copy of migcheck that you use.
          name: Migrations
          on: [push, pull_request]
          jobs:
            migrations:
              runs-on: ubuntu-latest
              container: swift:6.2
              steps:
                - uses: actions/checkout@v4
                - uses: actions/checkout@v4
                  with: { repository: OWNER/migcheck, path: .migcheck }
                - run: .migcheck/scripts/migcheck check db/migrations --report auto

        next       migcheck db/migrations
                   migcheck init --write   writes the files above

        """)
    #expect(bench.files == before)
  }

  @Test("files are written once, are read by the next run, and are never replaced")
  func filesAreWrittenOnce() throws {
    try writeScripts("migrations")
    #expect(try bench.run("init", "--write").status == 0)
    let workflow = try bench.text(".github/workflows/migcheck.yml")
    #expect(try bench.run("check", "migrations", "--trials", "5").status == 0)
    try bench.write("migcheck.json", "{ \"migcheck\": 1, \"paths\": \"linear\" }")
    let again = try bench.run("init", "--write")
    #expect(again.status == 0)
    #expect(again.output.contains("\nmigcheck.json exists and is left as it is\n"))
    #expect(try bench.text("migcheck.json") == "{ \"migcheck\": 1, \"paths\": \"linear\" }")
    #expect(try bench.text(".github/workflows/migcheck.yml") == workflow)
  }

  @Test("the workflow is one that GitHub accepts") func theWorkflowIsValid() throws {
    try writeScripts("my migrations")
    #expect(try bench.run("init", "--write").status == 0)
    guard let checker = Checkers.program("check-jsonschema") else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return
    }
    let outcome = try bench.run(
      program: checker,
      ["--builtin-schema", "vendor.github-workflows", ".github/workflows/migcheck.yml"])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("models, histories and Swift code are found")
  func otherStoresAreFound() throws {
    try bench.write(
      "App/Model.xcdatamodeld/Model.xcdatamodel/contents",
      """
      <?xml version="1.0"?>
      <model><entity name="Note"><attribute name="text" optional="YES" attributeType="String"/></entity></model>
      """)
    try bench.write("contacts.history.json", Histories.passing)
    try bench.write(
      "Sources/App/AppDatabase.swift",
      "import GRDB\nenum AppDatabase {\n  static var migrator: DatabaseMigrator {\n    var migrator = DatabaseMigrator()\n    return migrator\n  }\n}\n"
    )
    try bench.write(
      "Sources/App/Plan.swift", "import SwiftData\nenum TripsPlan: SchemaMigrationPlan {}\n")
    try bench.write(
      "Sources/Models/Dog.swift",
      "import RealmSwift\nclass Dog: Object {\n  @Persisted var name: String\n}\n")
    let several = try bench.run("init")
    #expect(several.status == 64)
    #expect(
      several.output == """
        found
          Core Data model   App/Model.xcdatamodeld, 1 version
          GRDB migrator   Sources/App/AppDatabase.swift, AppDatabase.migrator
          SwiftData plan   Sources/App/Plan.swift, TripsPlan
          history file   contacts.history.json, a history
          Realm classes   Sources/Models, 1 file with classes

        """)
    #expect(
      several.errors.contains(
        "name one of them:\n  migcheck init App/Model.xcdatamodeld\n"))
    let grdb = try bench.run("init", "Sources/App/AppDatabase.swift", "--write")
    #expect(grdb.status == 0, "\(grdb.errors)")
    #expect(
      try bench.text("Tests/MigrationTests/MigrationTests.swift")
        .contains("verifyMigrations(of: .grdb(AppDatabase.migrator))"))
    let realm = try bench.run("init", "Sources/Models")
    #expect(
      realm.output.contains("Tests/MigrationTests/MigrationTests.swift exists and is left as it is")
    )
    #expect(realm.output.contains("migcheck import realm Sources/Models -o app.history.json"))
    // A test lies in a target, since it would not run elsewhere.
    try bench.write("Tests/AppTests/AppTests.swift", "import Testing\n")
    let second = try bench.run("init", "Sources/Models")
    #expect(second.output.contains("\nTests/AppTests/MigrationTests.swift\n"))
    let model = try bench.run("init", "App/Model.xcdatamodeld/")
    #expect(model.output.contains("\nApp/migcheck.json\n"))
    #expect(try bench.run("init", "gone").errors.contains("gone is not among what was found"))
  }

  @Test("what cannot be looked through is refused in one sentence") func badFolders() throws {
    let empty = try bench.run("init")
    #expect(empty.status == 66)
    #expect(empty.errors.hasPrefix("migcheck: this folder has nothing to check: "))
    #expect(empty.errors.split(separator: "\n").count == 1)
    let root = try bench.run(["init"], in: "/")
    #expect(root.status == 64)
    #expect(
      root.errors.hasPrefix(
        "migcheck: init looks through a project, and this folder is /; go to your project"))
    // A single script, and scripts whose order is unclear, are no migrations.
    try bench.write("one/1_create.sql", "CREATE TABLE a (b);")
    #expect(try bench.run("init").status == 66)
    try writeScripts("migrations")
    try bench.write(".github", "not a folder")
    let blocked = try bench.run("init", "--write")
    #expect(blocked.status == 74, "\(blocked.output)\(blocked.errors)")
    #expect(blocked.errors.contains(".github/workflows/migcheck.yml"))
  }
}
