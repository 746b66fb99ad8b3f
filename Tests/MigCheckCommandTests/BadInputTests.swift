import Foundation
import MigCheckText
import TestMaterial
import Testing

/// Each kind of bad input is one sentence on standard error and a status; nothing is written.
@Suite struct BadInputTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.failing)
  }

  private func expect(
    _ arguments: [String], _ status: Int32, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = bench.files
    let outcome = try bench.run(arguments)
    #expect(outcome.errors == "migcheck: \(message)\n", sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(bench.files == before, sourceLocation: sourceLocation)
    #expect(bench.strayFiles == [], sourceLocation: sourceLocation)
  }

  // MARK: Arguments

  @Test(
    "wrong arguments",
    arguments: Sweep.part(
      [
        (
          "--from 2 --to 1",
          "--from 2 is not below --to 1; a path leads from a lower version to a higher one"
        ),
        (
          "--from 2",
          "--from 2 is not below --to 2; a path leads from a lower version to a higher one"
        ),
        ("--from 7", "Notes has no version 7; it has 1, 2"),
        ("--to 9", "Notes has no version 9; it has 1, 2"),
        ("--jobs 0", "--jobs 0 is too few; write 1 or more"),
        ("--trials -1", "--trials -1 is negative; write 0 or more"),
        (
          "--trials 9223372036854775807",
          "--trials 9223372036854775807 is too many; write at most 1000000000000"
        ),
        ("--jobs 2000", "--jobs 2000 is too many; write at most 1024"),
        ("--time-limit 0", "--time-limit 0.0 is not a time; write seconds, such as 60"),
        ("--time-limit nan", "--time-limit nan is not a time; write seconds, such as 60"),
        (
          "--seed xyz",
          #"The value 'xyz' is invalid for '--seed <hex>': write up to 16 hexadecimal digits, such as 1f (see migcheck --help)"#
        ),
        (
          "--seed -1",
          #"The value '-1' is invalid for '--seed <hex>': write up to 16 hexadecimal digits, such as 1f (see migcheck --help)"#
        ),
        (
          "--stores foo",
          #"The value 'foo' is invalid for '--stores <list>': write memory, file or memory,file (see migcheck --help)"#
        ),
        (
          "--stores ,",
          #"The value ',' is invalid for '--stores <list>': write memory, file or memory,file (see migcheck --help)"#
        ),
        (
          "--trials many",
          #"The value 'many' is invalid for '--trials <count>': write a whole number, such as 8 (see migcheck --help)"#
        ),
        (
          "--from -1",
          #"The value '-1' is invalid for '--from <version>': write the number of a version, such as 3 (see migcheck --help)"#
        ),
        (
          "--format xml",
          "The value 'xml' is invalid for '--format <format>': write one of text, json, html, markdown, "
            + "junit, sarif, github, gitlab (see migcheck --help)"
        ),
        (
          "--paths some",
          #"The value 'some' is invalid for '--paths <which>': write all, direct or linear (see migcheck --help)"#
        ),
        ("--corpus", #"Missing value for '--corpus <folder>' (see migcheck --help)"#),
        ("extra", #"Unexpected argument 'extra' (see migcheck --help)"#),
        ("--wrong", #"Unknown option '--wrong'. Did you mean '--from'? (see migcheck --help)"#),
      ], oneOf: 4))
  func wrongArguments(arguments: String, message: String) throws {
    try expect(
      ["check", "h.history.json"] + arguments.split(separator: " ").map(String.init), 64, message)
  }

  @Test("a name without text")
  func aNameWithoutText() throws {
    try expect([""], 64, "the path of the history is empty; name a file")
    try expect(["h.history.json", "--corpus", ""], 64, "--corpus names no folder")
    try expect(["generate", "--version", "1", "--out", ""], 64, "--out names no file")
    try expect(["replay"], 64, #"Missing expected argument '<case> ...' (see migcheck --help)"#)
    try expect(
      ["generate", "--out", "x"], 64,
      "name a version with --version")
  }

  @Test(
    "what is wrong with generate is told, and not the version of the program",
    arguments: [
      ("--version 1", "name the file to write with --out"),
      ("--version=1", "name the file to write with --out"),
      ("--version", #"Missing value for '--version <version>' (see migcheck --help)"#),
      (
        "--version 1 --out x --sed 5",
        #"Unknown option '--sed'. Did you mean '--seed'? (see migcheck --help)"#
      ),
      (
        "--version one --out x",
        #"The value 'one' is invalid for '--version <version>': write the number of a version, such as 3 (see migcheck --help)"#
      ),
    ])
  func whatIsWrongWithGenerateIsTold(arguments: String, message: String) throws {
    try expect(
      ["generate", "h.history.json"] + arguments.split(separator: " ").map(String.init), 64, message
    )
  }

  @Test("a history of one version has no upgrade")
  func aHistoryOfOneVersionHasNoUpgrade() throws {
    try bench.write(
      "one.history.json",
      #"{"migcheck": 1, "name": "One", "rules": "realm", "versions": [{"version": 1, "schema": [{"name": "Note", "properties": {"title": "string", "stars": "int?"}}, {"name": "Place", "embedded": true, "properties": {"name": "string"}}]}]}"#
    )
    try expect(
      ["one.history.json"], 64,
      "one.history.json: One has only one version, 1, so there is nothing to upgrade; add the next "
        + "version")
    try expect(["mutate", "one.history.json", "--from", "2"], 64, "One has no version 2; it has 1")
    let paths = try bench.run("paths", "one.history.json")
    #expect(paths.status == 0)
    #expect(
      paths.output == """
        One (realm): 1 version, so there is nothing to upgrade yet

        1
          Note              title: string, stars: int?
          Place (embedded)  name: string

        """)
  }

  // MARK: Files

  @Test("files that cannot be read")
  func filesThatCannotBeRead() throws {
    try expect(["gone.json"], 66, "gone.json: there is no such file; check the path")
    try expect(["gone.sql"], 66, "gone.sql: there is no such file; check the path")
    try expect(
      ["h.history.json/below"], 66, "h.history.json/below: there is no such file; check the path")
    try expect(
      ["."], 66,
      ".: there are no migrations (*.sql, *.sqm) in this folder; name the folder that holds them")
    try expect(["a\n\u{1B}[1m"], 66, #"a\n\u{1B}[1m: there is no such file; check the path"#)
    try expect(
      ["/dev/null"], 65, "/dev/null: this is a pipe, a socket or a device; name a regular file")
    try expect(
      ["replay", "gone"], 66, "gone: there is no such file or folder; check the path")
  }

  @Test("one script of a folder is no folder")
  func oneScript() throws {
    try bench.write("one.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY);")
    try expect(
      ["one.sql"], 65,
      "one.sql: this is one script of SQL; name the folder with the migrations of all versions")
  }

  @Test("an enormous file is refused unread")
  func anEnormousFileIsRefusedUnread() throws {
    let file = try bench.write("big.json", "")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: bench.path + "/" + file))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let message =
      "big.json: the file is larger than 64 MiB; split it, or keep cases in a .jsonl file, one a line"
    try expect(["big.json"], 65, message)
    try expect(["replay", "big.json"], 65, message)
  }

  @Test("files that are no JSON")
  func filesThatAreNoJSON() throws {
    try bench.write("empty.json", "")
    try expect(["empty.json"], 65, "empty.json: the file is empty; write JSON into it")
    try bench.write("a.store", "SQLite format 3\u{0}")
    try expect(["a.store"], 65, "a.store: this is a SQLite database, not JSON; name a JSON file")
    try bench.write("binary.json", "\u{0}\u{1}\u{2}")
    try expect(["binary.json"], 65, "binary.json: line 1, column 1: this is no JSON value")
    try bench.write("deep.json", String(repeating: "[", count: 100_000))
    try expect(
      ["deep.json"], 65,
      "deep.json: line 1, column 257: more than 256 arrays and objects inside each other")
  }

  @Test(
    "histories that cannot be meant",
    arguments: Sweep.part(
      [
        (
          #""name": "Notes""#, #""nome": "Notes""#,
          #"h.history.json: nome: unknown key "nome"; did you mean "name"?"#
        ),
        (
          #""name": "Notes""#, #""name": 5"#,
          #"h.history.json: name: this is the number 5; it must be a string"#
        ),
        (
          #""version": 2"#, #""version": 1"#,
          #"h.history.json: versions[1].version: version 1 stands here twice, with different schemas: a store that was made with the first cannot be opened with the second (Note.title added: string); give the second one a new number, in the app, too, where the change of the version was forgotten"#
        ),
        (
          #""version": 1,"#, #""version": 3,"#,
          #"h.history.json: versions[1].version: version 2 stands after version 3; list the versions in increasing order"#
        ),
        (
          #""body": "string""#, #""body": "Person?""#,
          #"h.history.json: versions[0].schema[0].properties.body: Property 'Note.body' of type 'object' has unknown object type 'Person'; add the type to this version"#
        ),
        (
          #""migration": []"#, #""migration": [{"enumerat": {"type": "Note"}}]"#,
          #"h.history.json: versions[1].migration[0].enumerat: unknown key "enumerat"; did you mean "enumerate"?"#
        ),
        (
          #""migration": []"#,
          #""migration": [{"enumerate": {"type": "Note", "set": {"title": "1 +"}}}]"#,
          #"h.history.json: versions[1].migration[0].enumerate.set.title: the expression "1 +" does not parse: near ")": syntax error; write valid SQL"#
        ),
      ], oneOf: 3))
  func historiesThatCannotBeMeant(old: String, new: String, message: String) throws {
    try bench.write("h.history.json", Histories.failing.replacingOccurrences(of: old, with: new))
    try expect(["check", "h.history.json"], 65, message)
    try expect(["paths", "h.history.json"], 65, message)
  }

  @Test("a file of one kind where another is expected")
  func aFileOfOneKindWhereAnotherIsExpected() throws {
    try bench.run("h.history.json", "--format", "json", "--trials", "1")
    try bench.write("c.json", #"{"name": "x", "history": "h.history.json", "path": [1, 2]}"#)
    try bench.write("g.json", #"{"version": 1, "objects": {}}"#)
    try bench.write("r.json", #"{"migcheck": 1, "history": "Notes", "verdict": "passed"}"#)
    try expect(["c.json"], 65, "c.json: this is a case, not a history; migcheck replay runs it")
    try expect(
      ["paths", "g.json"], 65,
      "g.json: this is a graph, not a history; migcheck diff compares it with another one")
    try expect(
      ["r.json"], 65,
      "r.json: this is a report, not a history; migcheck merge joins those of shards")
    try expect(
      ["replay", "h.history.json"], 65,
      "h.history.json: this is a history, not a case; migcheck check runs it")
    try expect(
      ["diff", "h.history.json", "c.json", "g.json"], 65,
      "c.json: this is a case, not a graph; migcheck replay runs it")
  }

  @Test("a graph that its schema does not admit")
  func aGraphThatItsSchemaDoesNotAdmit() throws {
    try bench.write("g.json", #"{"version": 1, "objects": {"Note": [{"body": 5}]}}"#)
    try expect(
      ["diff", "h.history.json", "g.json", "g.json"], 65,
      #"g.json: objects.Note[0].body: this is the number 5; it must be a string"#)
    try bench.write("g.json", #"{"version": 3, "objects": {}}"#)
    try expect(
      ["diff", "h.history.json", "g.json", "g.json"], 65,
      #"g.json: version: the history has no version 3; name one that it has"#)
  }

  // MARK: Histories that are not named

  @Test("without a history the only one is taken")
  func withoutAHistoryTheOnlyOneIsTaken() throws {
    let outcome = try bench.run("paths")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "migcheck: using h.history.json\n")
    try bench.write("Corpus/deeper/x.history.json", Histories.failing)
    #expect(try bench.run("paths").errors == "migcheck: using h.history.json\n")
    try FileManager.default.moveItem(
      atPath: bench.path + "/h.history.json", toPath: bench.path + "/Corpus/h.history.json")
    #expect(try bench.run("paths").errors == "migcheck: using Corpus/h.history.json\n")
  }

  @Test("a name that was not typed is quoted as a shell takes it")
  func aNameThatWasNotTypedIsQuotedAsAShellTakesIt() throws {
    try FileManager.default.moveItem(
      atPath: bench.path + "/h.history.json", toPath: bench.path + "/-a\nb.history.json")
    let outcome = try bench.run("--trials", "1")
    #expect(outcome.errors == "migcheck: using $'./-a\\nb.history.json'\n")
  }

  @Test(
    "the command to replay a finding can be pasted, whatever the history is called",
    arguments: Sweep.part(
      ["-x", "--", "a b", "it's", "a\nb", "\u{1B}[1m", "$HOME", "=x", "é", "`id`"], oneOf: 3))
  func theCommandToReplayAFindingCanBePasted(name: String) throws {
    try FileManager.default.removeItem(atPath: bench.path + "/h.history.json")
    try bench.write("\(name).history.json", Histories.failing)
    let outcome = try bench.run("check", "--trials", "1", "--", "\(name).history.json")
    #expect(outcome.status == 1)
    let line = try #require(
      outcome.output.split(separator: "\n").first { $0.hasPrefix("  replay ") })
    let command = line.drop { $0 != "m" }.dropFirst("migcheck ".count)
    let replay = try bench.shell("\"$MIGCHECK\" \(command)")
    #expect(replay.output.hasSuffix("\n0 passed, 1 failed\n"))
    #expect(replay.errors == "")
    #expect(replay.status == 1)
  }

  @Test("of several histories one must be named")
  func ofSeveralHistoriesOneMustBeNamed() throws {
    try bench.write("Corpus/b.history.json", Histories.failing)
    try bench.write("a.history.json", Histories.failing)
    try expect(
      [], 64,
      """
      there are several histories here; name one of them:
        a.history.json
        h.history.json
        Corpus/b.history.json
      """)
  }

  @Test("where there is none it says so")
  func whereThereIsNoneItSaysSo() throws {
    try bench.write("elsewhere/notes.txt", "")
    let outcome = try bench.run([], in: bench.path + "/elsewhere")
    #expect(outcome.status == 66)
    #expect(
      outcome.errors
        == "migcheck: there is no *.history.json here or in Corpus; name a history file\n")
  }

  // MARK: The corpus

  @Test("a corpus that cannot be written is refused before the run")
  func aCorpusThatCannotBeWrittenIsRefusedBeforeTheRun() throws {
    try bench.write("file", "")
    try expect(
      ["h.history.json", "--corpus", "file"], 74,
      "file: a file is where the folder of the corpus should be; name another folder with --corpus")
    try expect(
      ["h.history.json", "--corpus", "file/below"], 74,
      "file/below: a file is where the folder of the corpus should be; name another folder with --corpus"
    )
  }

  @Test("a broken case in the corpus is named")
  func aBrokenCaseInTheCorpusIsNamed() throws {
    try bench.write("h/broken.case.json", "{")
    try expect(
      ["h.history.json"], 65,
      #"h/broken.case.json: line 1, column 2: a key in quotes is missing here"#)
    try bench.write("h/broken.case.json", #"{"name": "x", "history": "../h.history.json"}"#)
    try expect(
      ["h.history.json"], 65,
      #"h/broken.case.json: a case lacks the key "start"; add the graph that the store holds at first"#
    )
    try expect(
      ["replay", "h"], 65,
      #"h/broken.case.json: a case lacks the key "start"; add the graph that the store holds at first"#
    )
  }

  @Test("scratch files need a folder")
  func scratchFilesNeedAFolder() throws {
    for command in [["h.history.json"], ["replay", "h.history.json"]] {
      let outcome = try bench.run(command, environment: ["TMPDIR": "/nowhere"])
      #expect(
        outcome.errors == "migcheck: /nowhere/: no folder for scratch files can be made here; "
          + "set TMPDIR to a folder that can be written to\n")
      #expect(outcome.status == 74)
    }
  }
}
