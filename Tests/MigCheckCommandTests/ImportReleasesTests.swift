import Foundation
import Testing

/// Versions of a Core Data model that only the tags of a git repository have.
@Suite("Core Data models of releases") struct ImportReleasesTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try git("init", "-q", ".")
  }

  private func git(_ arguments: String..., day: Int = 1) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", bench.path, "-c", "user.name=A", "-c", "user.email=a@b.c"] + arguments
    let date = "2024-01-0\(day)T00:00:00Z"
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date,
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(arguments)")
  }

  private func attribute(_ name: String) -> String {
    "<attribute name='\(name)' attributeType='String' optional='YES'/>"
  }

  private func write(_ version: String, _ attributes: String..., folder: String = "App") throws {
    let content = attributes.map(attribute).joined()
    try bench.write(
      "\(folder)/Notes.xcdatamodeld/\(version).xcdatamodel/contents",
      "<model><entity name=\"Note\">\(content)</entity></model>")
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: bench.path + "/" + path)
  }

  private func release(_ tag: String, day: Int) throws {
    try git("add", "-A", day: day)
    try git("commit", "-q", "-m", tag, day: day)
    try git("tag", tag, day: day)
  }

  private func names(_ file: String) throws -> [String] {
    let root = try JSONSerialization.jsonObject(with: bench.bytes(file)) as? [String: Any]
    return ((root?["versions"] as? [[String: Any]]) ?? []).compactMap { $0["name"] as? String }
  }

  private func importModel(_ more: String...) throws -> Workbench.Outcome {
    try bench.run(
      ["import", "coredata", "App/Notes.xcdatamodeld", "--git", ".", "-o", "n.history.json"] + more)
  }

  @Test("versions that were deleted or edited after their release are read from tags")
  func deletedAndEdited() throws {
    try write("Notes", "a", folder: "Old")
    try release("v1.0", day: 1)
    try remove("Old")
    try write("Notes", "a")
    try write("Notes 2", "a", "b")
    try release("v1.1", day: 2)
    try write("Notes 2", "a", "b", "c")
    try write("Notes 10", "a", "d")
    try release("v2.0", day: 3)
    try remove("App/Notes.xcdatamodeld/Notes.xcdatamodel")
    let outcome = try importModel("--tags", "v*")
    #expect(
      outcome.errors == """
        migcheck: warning: Notes as released in v1.0 is not in Notes any more: Core Data finds no model for \
        stores of it (134130)
        migcheck: warning: Notes 2 as released in v1.1 is not in Notes any more: Core Data finds no model \
        for stores of it (134130)
        migcheck: n.history.json: 4 versions of Notes, 2 of them from tags

        """)
    #expect(outcome.status == 0)
    #expect(try names("n.history.json") == ["Notes", "Notes 2 (v1.1)", "Notes 2", "Notes 10"])
    let check = try bench.run(["check", "n.history.json", "--trials", "5", "--corpus", "found"])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  @Test(
    "a bundle that is in no folder any more is read from tags alone, and settings are kept by name")
  func tagsAlone() throws {
    try write("Notes", "a")
    try release("v1.0", day: 1)
    try write("Notes 2", "b")
    try write("Notes 3", "c")
    try release("v2.0", day: 2)
    try remove("App/Notes.xcdatamodeld/Notes.xcdatamodel")
    try bench.write("App/migcheck.json", #"{"custom": [{"hop": "1:2", "reason": "x"}]}"#)
    #expect(try importModel().status == 0)
    let text = try bench.text("n.history.json")
    #expect(text.split { $0.isWhitespace }.joined().contains(#""custom":["2:3"]"#), "\(text)")
    try remove("App")
    try remove("n.history.json")
    let outcome = try importModel()
    #expect(
      outcome.errors == "migcheck: n.history.json: 3 versions of Notes, 3 of them from tags\n")
    #expect(try names("n.history.json") == ["Notes", "Notes 2", "Notes 3"])
  }

  @Test("what cannot be read is named, and the rest is written")
  func unreadable() throws {
    try bench.write("App/Notes.xcdatamodeld/Notes.xcdatamodel/elements", "x")
    try write("Notes 2", "a")
    try bench.write(
      "App/Notes.xcdatamodeld/Notes 3.xcdatamodel/contents", "<model><entity></model>")
    try release("v1", day: 1)
    try remove("App")
    let outcome = try importModel()
    #expect(outcome.status == 2, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("v1: App/Notes.xcdatamodeld/Notes.xcdatamodel/elements: binary"))
    #expect(outcome.errors.contains("Notes 3.xcdatamodel/contents: line 1"))
    #expect(outcome.errors.contains("1 version of Notes, 1 of them from tags"))
  }

  @Test("wrong input is one sentence")
  func mistakes() throws {
    try write("Notes", "a")
    func error(_ arguments: String...) throws -> String {
      let outcome = try bench.run(
        ["import", "coredata", "App/Notes.xcdatamodeld", "-o", "n.history.json"] + arguments)
      #expect(outcome.status != 0)
      return outcome.errors
    }
    #expect(
      try error("--git", ".")
        == "migcheck: .: the repository has no tags; tag the commits that were released\n")
    #expect(try error("--tags", "v*").contains("--tags and --path are for --git"))
    try release("v1", day: 1)
    #expect(
      try error("--git", ".", "--tags", "x*")
        == "migcheck: .: no tag matches 'x*'; give a pattern such as --tags 'v*'\n")
    #expect(try error("--git", "App/Notes.xcdatamodeld/none").contains("there is no such folder"))
    try write("Notes", "a", folder: "Other")
    try release("v2", day: 2)
    #expect(
      try error("--git", ".")
        == "migcheck: v2: there are several bundles Notes.xcdatamodeld: App/Notes.xcdatamodeld, "
        + "Other/Notes.xcdatamodeld; name the folder of one of them with --path\n")
    #expect(try importModel("--path", "App").status == 0)
    let other = try bench.run(
      ["import", "coredata", "Gone.xcdatamodeld", "--git", ".", "-o", "g.history.json"])
    #expect(other.errors.contains("no tag has a Gone.xcdatamodeld that can be read"))
    #expect(other.status == 66)
  }
}
