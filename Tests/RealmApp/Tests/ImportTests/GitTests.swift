import Foundation
import Testing

/// Versions from the objects of a git repository.
@Suite struct GitTests {
  let importer: Importer
  init() throws {
    importer = try Importer()
    try importer.git("init", "-q", "repo")
  }

  /// Commits sources with one class.
  private func commit(
    _ version: Int, _ properties: String..., tag: String? = nil, day: Int
  ) throws {
    let members = properties.map { "  @Persisted var \($0): Int\n" }.joined()
    try importer.write("repo/App/A.swift", "class A: Object {\n\(members)}\n")
    try importer.write(
      "repo/App/Store.swift", "let c = Realm.Configuration(schemaVersion: \(version))\n")
    let date = "2024-01-0\(day)T00:00:00Z"
    try importer.git("-C", "repo", "add", "-A", date: date)
    try importer.git(
      "-C", "repo", "commit", "-q", "--allow-empty", "-m", "\(version)", date: date)
    if let tag { try importer.git("-C", "repo", "update-ref", "refs/tags/\(tag)", "HEAD") }
  }

  @Test("each tag that matches is a version") func tags() throws {
    try commit(1, "x", tag: "v1.0", day: 1)
    try commit(1, "x", tag: "v1.1", day: 2)
    try commit(3, "x", "y", tag: "beta", day: 3)
    try commit(4, "y", day: 4)
    try importer.git("-C", "repo", "tag", "-a", "v2.0", "-m", "annotated")
    let outcome = try importer.run("--git", "repo", "--tags", "v*", "-o", "a.history.json")
    #expect(outcome.notes == ["a.history.json: 2 versions (1, 4), 1 type in the newest"])
    #expect(
      try importer.history().versions == [1: ["A": ["x": "int"]], 4: ["A": ["y": "int"]]])
  }

  @Test(
    "a pattern's asterisk matches a slash too",
    arguments: [
      ("release/*", [1, 2] as [UInt64]), ("release*", [1, 2]), ("*/1.*", [1]), ("*", [1, 2, 3]),
      ("v?", [3]), ("release/ios/2.[0-9]", [2]),
    ])
  func slashes(pattern: String, versions: [UInt64]) throws {
    try commit(1, "x", tag: "release/1.0", day: 1)
    try commit(2, "y", tag: "release/ios/2.0", day: 2)
    try commit(3, "z", tag: "v3", day: 3)
    let outcome = try importer.run("--git", "repo", "--tags", pattern, "-o", "a.history.json")
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(try importer.history().versions.keys.sorted() == versions)
  }

  @Test("what is said of several tags is said once")
  func joinedNotes() throws {
    for day in 1...3 {
      let lines = String(repeating: "\n", count: day)
      try importer.write(
        "repo/App/Other.swift", "\(lines)let o = Realm.Configuration(schemaVersion: 1)\n")
      try commit(7, "x\(day)", tag: "v\(day)", day: day)
    }
    let outcome = try importer.run("--git", "repo", "--tags", "v*", "-o", "a.history.json")
    #expect(
      outcome.notes == [
        "App/Other.swift:2 (v1 and 2 more): the schema version is 1 here, in o",
        "App/Store.swift:1 (v1 and 2 more): the schema version is 7 here, in c",
        "v1 and 2 more: left out, since the schema version is not known; say which configuration "
          + "counts with --configuration FILE, NAME or FILE:NAME, or give folders with --version",
        "no version could be read, so no history was written; name the folders with the model classes",
      ])
    let choice = try importer.run(
      "--git", "repo", "--tags", "v*", "--configuration", "c", "-o", "a.history.json")
    #expect(try importer.history().versions.keys.sorted() == [7], "\(choice.notes)")
  }

  @Test("a repository that unpacks to far more than it holds is refused with what is too large")
  func bombs() throws {
    try importer.shell(
      """
      git init -q tree; cd tree
      blob=$(echo 'let x = 1' | git hash-object -w --stdin)
      tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '100644 blob %s\tf%s.swift\n' $blob $i; done |
        git mktree)
      for level in 1 2 3 4 5 6; do
        tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\td%s\n' $tree $i; done |
          git mktree)
      done
      git tag v1 $(git -c user.name=a -c user.email=a@b.c commit-tree $tree -m x)
      git init -q ../blob; cd ../blob; mkdir App
      head -c 17000000 /dev/zero > App/Large.swift; git add App
      git -c user.name=a -c user.email=a@b.c commit -q -m x; git tag v1
      """)
    for (repository, part) in [
      ("tree", "the list of files of "), ("blob", "the Swift file App/Large.swift is larger than"),
    ] {
      let outcome = try importer.run("--git", repository, "--tags", "v1", "-o", "a.history.json")
      #expect(outcome.status == 65)
      #expect(outcome.notes.last?.hasPrefix("\(repository): \(part)") == true, "\(outcome.notes)")
      #expect(!importer.exists("a.history.json"))
    }
  }

  @Test("a schema that changes under the same number is mentioned with its last commit")
  func changedWithoutNumber() throws {
    try commit(1, "x", day: 1)
    try commit(1, "x", "y", day: 2)
    try commit(1, "x", "y", "z", day: 3)
    try commit(2, "z", day: 4)
    let outcome = try importer.run("--git", "repo", "-o", "a.history.json")
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(outcome.notes.count == 2)
    #expect(
      outcome.notes.first?.contains(
        "the schema of version 1 was changed 2 times under the same number, the last time here; if "
          + "the app was released before, the number should have been raised") == true,
      "\(outcome.notes)")
  }

  @Test(
    "an import that is interrupted keeps what it has read, and names where it ended",
    arguments: ["INT", "TERM"])
  func interrupted(by signal: String) throws {
    for day in 1...9 { try commit(day, "x\(day)", tag: "v\(day)", day: day) }
    // Git of the second tag ends the import, once: a second signal would end the process.
    let git = try #require(
      ["/usr/bin/git", "/usr/local/bin/git"].first(where: FileManager.default.fileExists))
    try importer.write(
      "bin/git",
      """
      #!/bin/sh
      case "$*" in *cat-file*)
        n=$(cat "$COUNT" 2>/dev/null || echo 0); echo $((n + 1)) > "$COUNT"
        [ "$n" -eq 2 ] && kill -\(signal) $PPID && sleep 0.2;;
      esac
      exec \(git) "$@"
      """)
    let folder = importer.folder.path
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder + "/bin/git")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let outcome = try importer.run(
      ["--git", "repo", "--tags", "v*", "-o", "a.history.json"],
      environment: ["PATH": "\(folder)/bin:\(path)", "COUNT": "\(folder)/count"])
    let read = try importer.history().versions.keys.sorted()
    #expect(!read.isEmpty && read.count < 9)
    #expect(outcome.status == 2, "\(outcome.notes)")
    #expect(
      outcome.notes.first?.hasSuffix(
        "the import was interrupted here, after \(read.count) of 9 tags: later versions are missing"
      )
        == true, "\(outcome.notes)")
  }

  @Test("a terminal shows how many tags or commits were read", arguments: ["tags", "commits"])
  func progress(_ what: String) throws {
    for day in 1...9 { try commit(day, "x\(day)", tag: "v\(day)", day: day) }
    let shown = try importer.runOnTerminal(
      ["--git", "repo", "-o", "a.history.json"] + (what == "tags" ? ["--tags", "v*"] : []))
    #expect(shown.status == 0)
    let lines = shown.output.split(separator: "\r\u{1B}[K").map(String.init)
    #expect(lines.first == "0 of 9 \(what) read")
    // The line is wiped before what the command reports.
    #expect(lines.last?.hasPrefix("migcheck: a.history.json: 9 versions (1, 2, 3") == true)
  }

  @Test("without tags, each version is as its last commit has it") func commits() throws {
    try commit(1, "x", day: 1)
    try commit(2, "x", "y", day: 2)
    try commit(2, "x", "y", "z", day: 3)
    try commit(3, "z", day: 4)
    let outcome = try importer.run("--git", "repo", "-o", "a.history.json")
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(
      try importer.history().versions == [
        1: ["A": ["x": "int"]], 2: ["A": ["x": "int", "y": "int", "z": "int"]],
        3: ["A": ["z": "int"]],
      ])
  }

  @Test("a version that was released with two schemas is named") func forgottenVersion() throws {
    try commit(1, "x", tag: "v1", day: 1)
    try commit(1, "x", "y", tag: "v2", day: 2)
    let outcome = try importer.run("--git", "repo", "--tags", "v*", "-o", "a.history.json")
    #expect(outcome.status == 2)
    #expect(
      outcome.notes.first
        == "v2: version 1 has another schema here than at v1; this one is taken. If both shipped, the "
        + "version should have been raised")
    #expect(try importer.history()["A"] == ["x": "int", "y": "int"])
  }

  @Test("nothing of the repository is run or changed, whatever it is called") func hostile() throws
  {
    try importer.write("repo/.gitattributes", "*.swift filter=evil diff=evil\n")
    for hook in ["post-checkout", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman"] {
      let path = "repo/.git/hooks/\(hook)"
      try importer.write(path, "#!/bin/sh\ntouch ran-\(hook)\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: importer.folder.appendingPathComponent(path).path)
    }
    try commit(1, "x", tag: "-oops", day: 1)
    try commit(2, "y", tag: "--upload-pack=touch", day: 2)
    try commit(3, "z", tag: "v;touch$IFS-shell", day: 3)
    for (key, value) in [
      ("filter.evil.smudge", "touch ran-filter; cat"), ("diff.evil.textconv", "touch ran-textconv"),
      ("core.fsmonitor", "touch ran-fsmonitor"), ("core.pager", "touch ran-pager"),
      ("core.sshCommand", "touch ran-ssh"),
    ] {
      try importer.git("-C", "repo", "config", key, value)
    }
    for file in ["ran-reference-transaction", "repo/ran-reference-transaction"] {
      try? FileManager.default.removeItem(at: importer.folder.appendingPathComponent(file))
    }
    try importer.write("repo/App/A.swift", "not committed")
    let outcome = try importer.run(
      ["--git", "repo", "--tags", "*", "-o", "a.history.json"],
      environment: ["GIT_DIR": "/nonexistent", "GIT_PAGER": "touch ran-pager"])
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(try importer.history().versions.keys.sorted() == [1, 2, 3])
    #expect(try importer.run("--git", "repo", "-o", "b.history.json").status == 0)
    for branch in ["--all", "-x", "--output=ran-option"] {
      #expect(
        try importer.run("--git", "repo", "--branch=\(branch)", "-o", "c.history.json").status == 66
      )
    }
    let files =
      FileManager.default.enumerator(atPath: importer.folder.path)?
      .compactMap { $0 as? String } ?? []
    #expect(
      files.filter { $0.contains("ran-") || $0.contains("-shell") && !$0.contains("tags") } == [])
    #expect(try importer.text("repo/App/A.swift") == "not committed")
  }

  @Test("links and other repositories are passed over, and folders can be chosen") func paths()
    throws
  {
    try importer.write("repo/Old/B.swift", "class B: Object { @Persisted var b: Int }")
    try FileManager.default.createSymbolicLink(
      atPath: importer.folder.appendingPathComponent("repo/App2.swift").path,
      withDestinationPath: "/etc/passwd")
    try commit(5, "x", tag: "v1", day: 1)
    let all = try importer.run("--git", "repo", "--tags", "v1", "-o", "a.history.json")
    #expect(all.status == 0, "\(all.notes)")
    #expect(try importer.history().types == ["A", "B"])
    let chosen = try importer.run(
      "--git", "repo", "--tags", "v1", "--path", "./App/", "-o", "b.history.json")
    #expect(chosen.status == 0)
    #expect(try importer.history("b.history.json").types == ["A"])
    let none = try importer.run("--git", "repo", "--tags", "x*", "-o", "c.history.json")
    #expect(none.status == 66)
    #expect(none.notes == ["repo: no tag matches 'x*'; give a pattern such as --tags 'v*'"])
  }
}
