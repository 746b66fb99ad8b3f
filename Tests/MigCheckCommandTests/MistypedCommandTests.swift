import Testing

@Suite struct MistypedCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
  }

  @Test(
    "a mistyped command is no file, and a similar one is suggested",
    arguments: [
      ("chekc", "check"), ("check_", "check"), ("repaly notes", "replay"),
      ("pathes --hazards", "paths"), ("mutat --help", "mutate"), ("Merge a b", "merge"),
      ("generat --version 1 --out x", "generate"), ("version", "--version"),
    ])
  func aMistypedCommandIsNoFile(line: String, meant: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let outcome = try bench.run(words)
    #expect(
      outcome.errors == "migcheck: there is no command or file '\(words[0])'; did you mean "
        + "'\(meant)'? (see migcheck --help)\n")
    #expect(outcome.output == "")
    #expect(outcome.status == 64)
    #expect(bench.files == ["h.history.json"])
  }

  @Test("a file of such a name is a history")
  func aFileOfSuchANameIsAHistory() throws {
    try bench.write("chekc", Histories.passing)
    let outcome = try bench.run("chekc", "--trials", "1")
    #expect(outcome.output.hasPrefix("✔ passed   Notes (realm), versions 1 to 2\n"))
    #expect(outcome.status == 0)
  }

  @Test("a word that is like no command is taken for a file")
  func aWordThatIsLikeNoCommandIsTakenForAFile() throws {
    let outcome = try bench.run("history")
    #expect(outcome.errors == "migcheck: history: there is no such file; check the path\n")
    #expect(outcome.status == 66)
  }

  @Test(
    "a mistyped option is no file either",
    arguments: [("--tirals 5", "--tirals", "--trials"), ("-seed 1f", "-seed", "--seed")])
  func aMistypedOptionIsNoFileEither(line: String, option: String, meant: String) throws {
    for command in [[], ["check"], ["check", "h.history.json"]] {
      let outcome = try bench.run(command + line.split(separator: " ").map(String.init))
      #expect(
        outcome.errors
          == "migcheck: Unknown option '\(option)'. Did you mean '\(meant)'? (see migcheck --help)\n"
      )
      #expect(outcome.status == 64)
    }
  }

  @Test("the version is that of the package and of SQLite")
  func theVersionIsThatOfThePackageAndOfSQLite() throws {
    for arguments in [["--version"], ["check", "--version"], ["replay", "--version"]] {
      let outcome = try bench.run(arguments)
      #expect(
        outcome.output.wholeMatch(of: #/migcheck 0\.\d+\.\d+ \(SQLite 3\.\d+\.\d+\)\n/#) != nil)
      #expect(outcome.status == 0)
    }
  }
}
