import Foundation
import Testing

/// `--define-function`, and the same in `migcheck.json` and in cases.
@Suite struct DefinedFunctionCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try FileManager.default.createDirectory(
      atPath: "\(bench.path)/sql", withIntermediateDirectories: false)
    try bench.write(
      "sql/1_note.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, slug TEXT);")
    try bench.write(
      "sql/2_slug.sql",
      """
      UPDATE note SET slug = slug_of(title);
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, title TEXT, slug TEXT);
      INSERT INTO fresh SELECT * FROM note WHERE slug <> '';
      DROP TABLE note;
      ALTER TABLE fresh RENAME TO note;
      """)
  }

  private let option = ["--define-function", "slug_of(x) = lower(trim(x))"]

  @Test("a folder is checked with it, and cases keep it for replay") func cases() throws {
    let without = try bench.run(["check", "sql", "--trials", "5"])
    #expect(without.status == 65)
    #expect(without.errors.contains("--define-function 'slug_of(x) = …'"), "\(without.errors)")
    let found = try bench.run(["check", "sql", "--trials", "5"] + option)
    #expect(found.status == 1, "\(found.errors)")
    let replayed = try bench.run(["replay", "sql.corpus"])
    #expect(replayed.status == 1 && replayed.output.contains("still fails"), "\(replayed.errors)")
    try bench.write("sql/migcheck.json", #"{"defineFunction": ["slug_of(x) = 'a'"]}"#)
    let fixed = try bench.run(["replay", "sql.corpus"])
    #expect(fixed.output == "1 passed, 0 failed\n", "\(fixed.output) \(fixed.errors)")
  }

  @Test("other commands take it as well") func commands() throws {
    for arguments in [
      ["paths", "sql"], ["mutate", "sql", "--trials", "2"], ["freeze", "sql"],
      ["gate", "sql", "--trials", "2"],
    ] {
      let outcome = try bench.run(arguments + option)
      #expect(![64, 65, 70].contains(outcome.status), "\(arguments) \(outcome.errors)")
      #expect(!outcome.errors.contains("no such function"))
    }
  }

  @Test("a wrong one is refused in one sentence") func refused() throws {
    let outcome = try bench.run("paths", "sql", "--define-function", "slug_of(x) = lowr(x)")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "--define-function slug_of(x) = lowr(x): slug_of(x) is not understood: no such function: lowr; it "
          + "can call SQLite's functions, and those that are defined before it"),
      "\(outcome.errors)")
    try bench.write("a.history.json", Histories.passing)
    let history = try bench.run(["check", "a.history.json"] + option)
    #expect(
      history.errors.contains("--define-function is about folders of SQL migrations"),
      "\(history.errors)")
  }
}
