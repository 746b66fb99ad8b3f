import Foundation
import TestMaterial
import Testing

/// `migcheck HISTORY --upgrade COMMAND`.
@Suite struct AppUpgradeCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Self.history)
    // The app: it opens the file by migcheck's own rules and puts the result in its place.
    try bench.write(
      "app.sh",
      """
      set -e
      "$MIGCHECK" upgrade "$(dirname "$0")/h.history.json" --store "$1" --out out.realm 2> log
      mv out.realm "$1"
      """)
  }

  static let history = """
    { "migcheck": 1, "name": "Notes", "rules": "realm",
      "versions": [
        { "version": 1, "schema": [ { "name": "Note", "properties": { "text": "string" } } ] },
        { "version": 2, "schema": [ { "name": "Note", "properties": { "text": "string", "stars": "int" } } ] },
        { "version": 3, "schema": [ { "name": "Note", "properties": { "text": "string", "title": "string" } } ],
          "drops": ["Note.stars"],
          "migration": [ { "enumerate": { "type": "Note", "set": { "title": "old.text || '!'" } } } ] } ] }
    """

  private func check(_ command: String, _ more: String...) throws -> Workbench.Outcome {
    try bench.run(
      ["h.history.json", "--upgrade", command, "--trials", "1"] + more,
      environment: ["MIGCHECK": Workbench.command.path])
  }

  @Test("an app that upgrades its store passes, and nothing of the run is left") func passes()
    throws
  {
    let outcome = try check("sh app.sh {store}", "--from", "2")
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    #expect(outcome.output.contains("Notes, upgraded by the command"), "\(outcome.output)")
    #expect(
      outcome.output.contains("not applicable  stores-agree: the app's upgrade runs on files only"))
    #expect(bench.files == ["app.sh", "h.history.json"])
    #expect(bench.strayFiles.isEmpty)
  }

  @Test(
    "what a command does wrong",
    arguments: [
      ("true", "The app left the store at version 2, not at version 3."),
      (
        "sh -c 'echo one; echo \"two $MIGCHECK_STORE $MIGCHECK_VERSION\" >&2; exit 3'",
        "The command ended with status 3. Its last lines: one / two {store} 3"
      ),
      ("sh -c 'kill -SEGV $$'", "The command was ended by signal 11."),
      ("sh -c 'sleep 600'", "The command did not end within 1 s and was killed."),
      ("sh -c 'printf garbage > \"$0\"' {store}", "The store that the app left cannot be read: "),
    ])
  func mistakes(command: String, message: String) throws {
    let outcome = try check(
      command, "--from", "2", "--upgrade-time-limit", "1", "--time-limit", "3")
    #expect(outcome.status == 1, "\(outcome.errors)")
    let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(message), "\(outcome.output)")
  }

  @Test("no process of a command's group is left") func group() throws {
    let mark = "\(bench.path)/alive"
    let outcome = try check(
      "sh -c '(sleep 3; touch \"$0\") & exit 0' \(mark)", "--from", "2", "--time-limit", "2")
    #expect(outcome.status == 1)
    Thread.sleep(forTimeInterval: 3.5)
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test(
    "commands that cannot be run",
    arguments: [
      ("./nothing {store}", "there is no program ./nothing"),
      ("true | false", "| needs a shell, and the command is run without one; write sh -c '…'"),
      ("sh -c 'x", "a quote is not closed"), ("", "it names no program"),
    ])
  func badCommands(command: String, problem: String) throws {
    let outcome = try check(command)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "migcheck: the command \"\(command)\" cannot be run: \(problem); name a program with its arguments, such as "
        + "'./open-store {store}'\n")
  }

  @Test("options without a command, and subjects without store files") func wrongUse() throws {
    let plain = try bench.run("h.history.json", "--upgrade-time-limit", "3")
    #expect(
      plain.errors
        == "migcheck: --upgrade-time-limit, --empty-store, --names-from, --sample and --realm-format need "
        + "--upgrade with a command\n")
    try bench.write("sql/1_a.sql", "CREATE TABLE a (b);")
    let sql = try bench.run("sql", "--upgrade", "true")
    #expect(sql.status == 64)
    #expect(sql.errors.contains("store files are written of Realm histories"), "\(sql.errors)")
    let end = try check("true", "--to", "2", "--format", "json")
    #expect(end.output.contains(#""to": 2"#), "\(end.output)\(end.errors)")
  }
}
