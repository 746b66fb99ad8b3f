import Foundation
import Testing

@testable import MigCheckReports

@Suite struct ShellTextTests {
  @Test(
    "names are quoted only where a shell would read them differently",
    arguments: [
      ("notes/a-1.case.json", "notes/a-1.case.json"), ("Größe", "Größe"), ("a b", "'a b'"),
      ("it's", #"'it'\''s'"#), ("", "''"), ("$HOME", "'$HOME'"), ("a=b", "'a=b'"), ("~", "'~'"),
      ("a\nb", #"$'a\nb'"#), ("it's\t\\", #"$'it\'s\t\\'"#), ("\u{1B}1", #"$'\0331'"#),
      ("\u{202E}x", #"$'\342\200\256x'"#), ("a\u{A0}b", "'a\u{A0}b'"), ("-x", "-x"),
    ])
  func namesAreQuoted(text: String, word: String) {
    #expect(ShellText.word(text) == word)
  }

  @Test("a file's name is never taken for an option") func aFilesNameIsNeverTakenForAnOption() {
    #expect(ShellText.file("-x/a") == "./-x/a")
    #expect(ShellText.file("-a b") == "'./-a b'")
    #expect(ShellText.file("/-x") == "/-x")
  }

  @Test(
    "a shell reads back what was quoted",
    arguments: ["/bin/bash", "/bin/zsh", "/usr/bin/zsh"].filter {
      FileManager.default.isExecutableFile(atPath: $0)
    })
  func aShellReadsBackWhatWasQuoted(shell: String) throws {
    let texts = [
      "-x", "a b", "it's", "a\nb", "\n", "\r\n", "\t\u{1}2\u{7F}", "\u{1B}[31mred", "\\", "$'x'",
      "`id`", "$(id)", "!!", "*?[a]", "{a,b}", "=ls", "~root", "#", "é", "e\u{301}", "\u{202E}abc",
      "\u{85}7", "日本", "a\u{2028}b", "👩‍👩‍👧", "--", "''", "\"", "a;b&c|d<e>f(g)",
    ]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = [
      "-c", "printf '%s\\0' " + texts.map(ShellText.word).joined(separator: " "),
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let expected = texts.map { Array($0.utf8) + [0] }.joined()
    #expect(Array(output) == Array(expected))
  }
}
