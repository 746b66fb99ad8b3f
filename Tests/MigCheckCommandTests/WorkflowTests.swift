import Foundation
import TestMaterial
import Testing

/// The workflows of the documentation, against the schemas that services have.
@Suite struct WorkflowTests {
  @Test(
    "each workflow of the documentation is one that its service accepts",
    arguments: [
      ("Sources/MigCheck/MigCheck.docc/RunInCI.md", 4),
      ("Sources/MigCheck/MigCheck.docc/Reports.md", 3),
      ("Sources/MigCheck/MigCheck.docc/RealEngine.md", 1),
    ])
  func theWorkflowsAreValid(page: String, count: Int) throws {
    let blocks = try MarkdownBlock.blocks(ofPage: page).filter { $0.language == "yaml" }
    #expect(blocks.count == count)
    for block in blocks where block.text.contains("runs-on:") {
      // What the schema cannot know: a job runs files that it has checked out, or fetched.
      #expect(block.text.contains("actions/checkout@"))
    }
    guard let checker = Checkers.program("check-jsonschema") else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return
    }
    let bench = try Workbench()
    try bench.write("bitrise.schema.json", Self.bitrise)
    try bench.write("pre-commit.schema.json", Self.preCommit)
    for block in blocks {
      let file = try bench.write("\(block.line).yml", block.text)
      let (arguments, key) = Self.schema(of: block.text)
      let outcome = try bench.run(program: checker, arguments + [file])
      #expect(outcome.status == 0, "\(block)\n\(outcome.output)")
      // The checker is awake.
      let broken = block.text.replacingOccurrences(of: key, with: "x:")
      let other = try bench.write("broken-\(block.line).yml", broken)
      #expect(try bench.run(program: checker, arguments + [other]).status == 1)
    }
  }

  @Test(
    "each file that GitHub reads is one that it accepts",
    arguments: [
      (".github/workflows/ci.yml", "vendor.github-workflows", "runs-on:"),
      (".github/actions/migcheck/action.yml", "vendor.github-actions", "using:"),
    ])
  func theFilesOfGitHubAreValid(path: String, schema: String, key: String) throws {
    guard let checker = Checkers.program("check-jsonschema") else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return
    }
    let bench = try Workbench()
    let text = try String(
      contentsOf: Material.root.appendingPathComponent(path), encoding: .utf8)
    let arguments = ["--builtin-schema", schema]
    let file = try bench.write("file.yml", text)
    let outcome = try bench.run(program: checker, arguments + [file])
    #expect(outcome.status == 0, "\(outcome.output)")
    let broken = try bench.write("broken.yml", text.replacingOccurrences(of: key, with: "x:"))
    #expect(try bench.run(program: checker, arguments + [broken]).status == 1)
  }

  @Test("the step of the GitHub action runs what it is given")
  func theActionRuns() throws {
    let action = ".github/actions/migcheck"
    let text = try String(
      contentsOf: Material.root.appendingPathComponent("\(action)/action.yml"), encoding: .utf8)
    let script = text.components(separatedBy: "run: |\n")
    try #require(script.count == 2)
    let bench = try Workbench()
    try bench.write("step.sh", script[1])
    let outcome = try bench.run(
      program: URL(fileURLWithPath: "/bin/bash"), ["-e", "step.sh"],
      environment: [
        "GITHUB_ACTION_PATH": Material.root.appendingPathComponent(action).path,
        "GITHUB_ACTIONS": "true", "MIGCHECK_BINARY": Workbench.command.path,
        "SUBJECT": CorpusTable.folder + "/realm/email-readded.history.json",
        "ARGUMENTS": "--trials 10 --corpus findings", "PAGE": "page.html",
      ])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("::error"), "\(outcome.output)")
    #expect(try bench.text("page.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test("scripts/migcheck runs the program that MIGCHECK_BINARY names, or says why not")
  func scriptRunsBinary() throws {
    let bench = try Workbench()
    let script = Material.root.appendingPathComponent("scripts/migcheck")
    func run(_ program: String) throws -> Workbench.Outcome {
      try bench.run(program: script, ["--version"], environment: ["MIGCHECK_BINARY": program])
    }
    #expect(try run(Workbench.command.path).output.hasPrefix("migcheck 0."))
    let missing = try run("gone")
    #expect(missing.status == 66)
    #expect(
      missing.errors == "migcheck: MIGCHECK_BINARY names gone, which is not a program.\n")
    try bench.write("other", "\u{7F}ELF of another machine")
    _ = try bench.shell("chmod +x other")
    let foreign = try run("other")
    #expect(foreign.status == 70)
    #expect(foreign.errors.contains("names ./other, which does not run on this machine ("))
  }

  @Test("scripts/migcheck builds where a source has changed, and nowhere else")
  func scriptBuildsOnce() throws {
    let bench = try Workbench()
    for name in ["scripts/migcheck", "scripts/quick-build.sh"] {
      let own = Material.root.appendingPathComponent(name)
      try bench.write(name, try String(contentsOf: own, encoding: .utf8))
    }
    try bench.write("scripts/setup", "#!/bin/sh\n")
    try bench.write("Sources/A/One.swift", "1")
    try bench.write("Sources/A/Two.swift", "2")
    try bench.write("Package.swift", "")
    // A compiler whose programs say how many times it has run.
    try bench.write(
      "tools/swift",
      """
      #!/bin/sh
      echo build >> builds
      mkdir -p .build/quick/release
      program=.build/quick/release/migcheck
      printf '#!/bin/sh\\necho %s $*\\n' $(($(wc -l < builds))) > $program
      chmod +x $program
      [ ! -e broken ]

      """)
    _ = try bench.shell("chmod +x scripts/* tools/swift")
    func run() throws -> Workbench.Outcome {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return try bench.run(
        program: URL(fileURLWithPath: bench.path + "/scripts/migcheck"), ["check"],
        environment: ["PATH": "\(bench.path)/tools:\(path)"])
    }
    let first = try run()
    #expect(first.output == "1 check\n", "\(first.errors)")
    #expect(first.errors.hasPrefix("migcheck: building, "))
    let second = try run()
    #expect(second.output == "1 check\n")
    #expect(second.errors.isEmpty)
    // Older than the program by its own account, as a copy may be.
    _ = try bench.shell("touch -t 200001010000 Sources/A/One.swift")
    #expect(try run().output == "2 check\n")
    _ = try bench.shell("rm Sources/A/Two.swift")
    #expect(try run().output == "3 check\n")
    #expect(try run().output == "3 check\n")
    // Another compiler.
    _ = try bench.shell("touch tools/swift")
    #expect(try run().output == "4 check\n")
    // A program that does not start, as that of a compiler that was removed.
    _ = try bench.shell("printf '#!/gone\\n' > .build/quick/release/migcheck")
    #expect(try run().output == "5 check\n")
    // What a build that failed has left behind is not run.
    _ = try bench.shell("touch broken Sources/A/One.swift")
    #expect(try run().status == 70)
    _ = try bench.shell("rm broken")
    #expect(try run().output == "7 check\n")
    // A machine that cannot build: the status is that of scripts/setup.
    _ = try bench.shell("touch Package.swift; printf '#!/bin/sh\\nexit 69\\n' > scripts/setup")
    #expect(try run().status == 69)
  }

  @Test("each script for a service is one that the shell reads")
  func theScriptsAreValid() throws {
    let blocks = try MarkdownBlock.blocks(ofPage: "Sources/MigCheck/MigCheck.docc/Reports.md")
      .filter { $0.language == "bash" }
    #expect(blocks.count == 1)
    let bench = try Workbench()
    let shell = URL(fileURLWithPath: "/bin/sh")
    for block in blocks {
      // The service runs it as a program.
      #expect(block.text.hasPrefix("#!/bin/sh\n"))
      let file = try bench.write("\(block.line).sh", block.text)
      let outcome = try bench.run(program: shell, ["-n", file])
      #expect(outcome.status == 0, "\(outcome.errors)")
      // The shell is awake.
      let broken = try bench.write("broken-\(block.line).sh", block.text + "if true; then\n")
      #expect(try bench.run(program: shell, ["-n", broken]).status != 0)
    }
  }

  /// The arguments of the checker, and a key without which a workflow is none.
  private static func schema(of text: String) -> (arguments: [String], key: String) {
    if text.contains("\njobs:\n") {
      return (["--builtin-schema", "vendor.github-workflows"], "runs-on:")
    }
    if text.hasPrefix("repos:") {
      return (["--schemafile", "pre-commit.schema.json"], "hooks:")
    }
    if text.contains("format_version:") {
      return (["--schemafile", "bitrise.schema.json"], "workflows:")
    }
    return (
      ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"], "script:"
    )
  }

  /// What .pre-commit-config.yaml must have; the checker has no schema of it.
  private static let preCommit = """
    {"type": "object", "required": ["repos"], "properties": {"repos": {"type": "array",
      "items": {"type": "object", "required": ["repo", "rev", "hooks"],
        "additionalProperties": false, "properties": {"repo": {"type": "string"},
          "rev": {"type": "string"}, "hooks": {"type": "array", "items": {"type": "object",
            "required": ["id"], "properties": {"id": {"const": "migcheck"},
              "args": {"type": "array", "items": {"type": "string"}}}}}}}}}}
    """

  /// What bitrise.yml must have; the checker knows no schema of the service itself.
  private static let bitrise = """
    {"type": "object", "required": ["format_version", "workflows"], "additionalProperties": false,
     "properties": {
       "format_version": {"type": "string"}, "default_step_lib_source": {"type": "string"},
       "workflows": {"type": "object", "additionalProperties": {
         "type": "object", "required": ["steps"], "properties": {"steps": {"type": "array",
           "items": {"type": "object", "minProperties": 1, "maxProperties": 1,
             "additionalProperties": {"type": "object", "properties": {
               "is_always_run": {"type": "boolean"},
               "inputs": {"type": "array", "items": {"type": "object"}}}}}}}}}}}
    """
}
