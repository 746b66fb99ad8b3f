import MigCheckStoreFiles
import Testing

@Suite struct ShellWordsTests {
  @Test(
    "lines are split as a shell splits them",
    arguments: [
      ("./open {store}", ["./open", "{store}"]),
      ("  a\t'b c'  \"d e\"f ", ["a", "b c", "d ef"]),
      (#"a \"b\ c "d\"e" "f\g" 'h\i'"#, ["a", "\"b c", "d\"e", #"f\g"#, #"h\i"#]),
      (#"a "" '' "\$HOME" '$HOME `x` *' \$x"#, ["a", "", "", "$HOME", "$HOME `x` *", "$x"]),
      (
        #"a "10$" "$ 5" b$ "x|y;z" "*?[" c~d e#f"#,
        ["a", "10$", "$ 5", "b$", "x|y;z", "*?[", "c~d", "e#f"]
      ),
    ])
  func words(line: String, words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test(
    "what only a shell does is refused",
    arguments: [
      ("a | b", "|"), ("a; b", ";"), ("a > b", ">"), ("a &", "&"), ("a `b`", "`"), ("a $b", "$"),
      (#"a "$HOME/b""#, "$"), (#"a "${b}""#, "$"), (#"a "$(b)""#, "$"), (#"a "$1""#, "$"),
      (#"a "`b`""#, "`"), ("a $'b'", "$"), ("a *.txt", "*"), ("a b?", "?"), ("a [b]", "["),
      ("~/a {store}", "~"), ("a #b", "#"), ("(a)", "("),
    ] as [(String, Character)])
  func needsShell(line: String, sign: Character) {
    #expect(throws: ShellWords.Flaw.needsShell(sign)) { try ShellWords.split(line) }
  }

  @Test("lines that do not end, or say nothing")
  func flaws() {
    for line in ["a 'b", "a \"b", "a \\"] {
      #expect(throws: ShellWords.Flaw.unfinished) { try ShellWords.split(line) }
    }
    for line in ["", "  ", "'' a"] {
      #expect(throws: ShellWords.Flaw.empty) { try ShellWords.split(line) }
    }
  }
}
