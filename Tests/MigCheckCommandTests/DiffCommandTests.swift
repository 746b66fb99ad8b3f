import Foundation
import MigCheckText
import Testing

@Suite struct DiffCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "h.history.json",
      #"""
      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [
        {"version": 1, "schema": [
          {"name": "Dog", "properties": {"name": "string"}},
          {"name": "Person", "properties": {"email": "string?", "dog": "Dog?"}}]},
        {"version": 2, "schema": [{"name": "Dog", "properties": {"name": "string"}}]}]}
      """#)
  }

  private func diff(_ first: String, _ second: String, version: Int = 1) throws -> Workbench.Outcome
  {
    try bench.write("a.json", #"{"version": 1, "objects": \#(first)}"#)
    try bench.write("b.json", #"{"version": \#(version), "objects": \#(second)}"#)
    return try bench.run("diff", "h.history.json", "a.json", "b.json")
  }

  @Test("graphs are equal whatever their objects are called")
  func graphsAreEqualWhateverTheirObjectsAreCalled() throws {
    let outcome = try diff(
      #"{"Dog": [{"$id": "x", "name": "A"}, {"$id": "y", "name": "B"}], "Person": [{"dog": "x"}]}"#,
      #"{"Dog": [{"$id": "p", "name": "B"}, {"$id": "q", "name": "A"}], "Person": [{"dog": "q"}]}"#)
    #expect(outcome.output == "equal: 3 objects, 1 link\n")
    #expect(outcome.status == 0)
  }

  @Test("graphs of a folder of SQL migrations are compared, with its options") func folder() throws
  {
    try bench.write(
      "Migrations/1_a.sql", "CREATE TABLE ${name} (id INTEGER PRIMARY KEY, score INTEGER);")
    let options = ["--define", "name=player"]
    for (file, seed) in [("a.json", "1"), ("b.json", "2")] {
      _ = try bench.run(
        ["generate", "Migrations", "--version", "1", "--seed", seed, "--out", file] + options)
    }
    let same = try bench.run(["diff", "Migrations", "a.json", "a.json"] + options)
    #expect(same.output.hasPrefix("equal: "), "\(same.errors)")
    let other = try bench.run(["diff", "Migrations", "a.json", "b.json"] + options)
    #expect(other.status == 1)
    #expect(other.output.contains("player#0 only in the first"))
    let missing = try bench.run("diff", "Migrations", "a.json", "b.json")
    #expect(missing.status == 65)
    let history = try bench.run(["diff", "h.history.json", "a.json", "b.json"] + options)
    #expect(history.errors.contains("--define is about folders of SQL migrations"))
  }

  @Test("a store that another history made is refused by its name")
  func aStoreThatAnotherHistoryMadeIsRefusedByItsName() throws {
    try bench.run("generate", "h.history.json", "--version", "1", "--out", "a.store")
    try bench.write(
      "other.history.json", bench.text("h.history.json").replacing("Dog", with: "Cat"))
    let outcome = try bench.run("diff", "other.history.json", "a.store", "a.store")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "migcheck: a.store: The store has no table for type 'Cat'; name the history that the "
        + "store was made with\n")
  }

  @Test("single differences and patterns")
  func singleDifferencesAndPatterns() throws {
    func people(_ email: String) -> String {
      (0..<5).map { #"{"email": \#($0 < 4 ? email : "\"x\"")}"# }.joined(separator: ", ")
    }
    let outcome = try diff(
      #"{"Dog": [{"$id": "x", "name": "A"}, {"name": "B"}], "Person": [{"email": "z", "dog": "x"}, \#(people("\"\""))]}"#,
      #"{"Dog": [{"$id": "x", "name": "A"}, {"name": "C"}], "Person": [{"email": "z"}, \#(people("null"))]}"#
    )
    #expect(
      outcome.output == """
        different: a.json → b.json
          Person.email: "" → null in 4 of 6 objects, for instance Person#1
          Dog#1.name: "B" → "C"
          Person#0.dog: Dog#0 → null

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 1)
  }

  @Test("objects that only one has, and versions")
  func objectsThatOnlyOneHasAndVersions() throws {
    let outcome = try diff(
      #"{"Dog": [{"name": "A\n"}, {"name": "B"}]}"#, #"{"Dog": [{"name": "B"}]}"#)
    #expect(
      outcome.output == """
        different: a.json → b.json
          Dog#0 only in the first: name "A\\n"

        """)
    #expect(outcome.status == 1)
    let versions = try diff(#"{"Dog": []}"#, #"{"Dog": []}"#, version: 2)
    #expect(
      versions.output == """
        different: a.json → b.json
          the first is at version 1, the second at version 2
          type Person is only in the first schema

        """)
    #expect(versions.status == 1)
  }

  @Test("links that lead elsewhere")
  func linksThatLeadElsewhere() throws {
    let outcome = try diff(
      #"{"Dog": [{"$id": "x", "name": "A"}, {"$id": "y", "name": "B"}], "Person": [{"email": "e", "dog": "x"}]}"#,
      #"{"Dog": [{"$id": "y", "name": "B"}, {"$id": "x", "name": "A"}], "Person": [{"email": "e", "dog": "y"}]}"#
    )
    #expect(
      outcome.output == """
        different: a.json → b.json
          Person#0.dog: Dog#0 → Dog#0 (another object there)

        """)
  }

  @Test("the only history need not be named") func theOnlyHistoryNeedNotBeNamed() throws {
    try bench.write("a.json", #"{"version": 1, "objects": {}}"#)
    let outcome = try bench.run("diff", "a.json", "a.json")
    #expect(outcome.output == "equal: 0 objects, 0 links\n")
    #expect(outcome.errors == "migcheck: using h.history.json\n")
    #expect(outcome.status == 0)
    for (files, number) in [
      (["a.json"], "one file was"),
      (["h.history.json", "a.json", "a.json", "a.json"], "4 files were"),
    ] {
      let outcome = try bench.run(["diff"] + files)
      #expect(
        outcome.errors
          == "migcheck: diff takes two graphs, after the history if it is not the only one; "
          + "\(number) named\n")
      #expect(outcome.status == 64)
    }
  }

  @Test("files that are no stores")
  func filesThatAreNoStores() throws {
    try bench.write("g.json", #"{"version": 1, "objects": {}}"#)
    try bench.run("generate", "--version", "1", "--out", "good.store")
    let good = try bench.bytes("good.store")
    func expect(_ bytes: Data, _ status: Int32, _ message: String) throws {
      try bytes.write(to: URL(fileURLWithPath: bench.path + "/x.store"))
      let outcome = try bench.run("diff", "h.history.json", "g.json", "x.store")
      #expect(outcome.errors == "migcheck: \(message)\n")
      #expect(outcome.status == status)
      #expect(try bench.bytes("x.store") == bytes)
      #expect(bench.files == ["g.json", "good.store", "h.history.json", "x.store"])
    }
    try expect(
      Data(), 65,
      "The file at 'x.store' is not a SQLite database. Check the "
        + "path; the file was not changed.")
    try expect(
      Data("no database".utf8), 65,
      "The file at 'x.store' is not a SQLite database. Check the "
        + "path; the file was not changed.")
    try expect(
      good.prefix(5000), 65,
      "The store at 'x.store' is damaged: it ends after 5000 "
        + "bytes. Nothing was changed in it; restore it from a backup.")
    var newer = good
    newer[63] = 9
    try expect(
      newer, 65,
      "The store at 'x.store' has file format 9, and this version "
        + "of migcheck reads up to 2. Update migcheck; the file was not changed.")
    var foreign = good
    foreign[68] = 0
    try expect(
      foreign, 65,
      "The SQLite database at 'x.store' is not a store of "
        + "migcheck. Check the path; the file was not changed.")
    let missing = try bench.run("diff", "h.history.json", "g.json", "gone.store")
    #expect(missing.errors == "migcheck: gone.store: there is no such file; check the path\n")
    #expect(missing.status == 66)
    let folder = try bench.run("diff", "h.history.json", "g.json", ".")
    #expect(
      folder.errors
        == "migcheck: .: this is a folder; name a graph file (*.json) or a store file\n")
    #expect(folder.status == 65)
  }

  @Test("what is no file is not waited for")
  func whatIsNoFileIsNotWaitedFor() throws {
    _ = try diff("{}", "{}")
    let outcome = try bench.shell(
      "mkfifo pipe; \"$MIGCHECK\" diff h.history.json a.json pipe")
    #expect(
      outcome.errors
        == "migcheck: pipe: this is a pipe, a socket or a device; name a regular file\n")
    #expect(outcome.status == 65)
  }
}
