import Foundation
import TestMaterial
import Testing

/// `--report`, and `migcheck report`.
@Suite struct ReportFilesTests {
  private static let formats = [
    "text", "json", "html", "markdown", "junit", "sarif", "github", "gitlab",
  ]

  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("db/h.history.json", Histories.failing)
  }

  private static func options(_ formats: [String], _ folder: String = "") -> [String] {
    formats.flatMap { ["--report", "\($0)=\(folder)r.\($0)"] }
  }

  private func texts(_ formats: [String], _ folder: String = "") throws -> [String] {
    try formats.map { try bench.text("\(folder)r.\($0)") }
  }

  @Test("one run writes all formats, and shows what it shows without them")
  func oneRunWritesAllFormats() throws {
    let plain = try bench.run("check", "db/h.history.json", "--trials", "5", "--corpus", "f")
    try FileManager.default.removeItem(atPath: bench.path + "/f")
    let outcome = try bench.run(
      ["check", "db/h.history.json", "--trials", "5", "--corpus", "f"] + Self.options(Self.formats))
    #expect(outcome.output == plain.output)
    #expect((outcome.status, outcome.errors) == (1, ""))
    #expect(try bench.text("r.text") == plain.output)
    let json = try bench.text("r.json")
    #expect(json.contains("\"file\": \"db/h.history.json\""))
    #expect(
      json.contains("\"input\": \"migcheck check db/h.history.json --trials 5 --corpus f\""))
    #expect(
      try bench.text("r.github").hasPrefix(
        "::error file=db/h.history.json,line=3,title=defaults-applied Note.title 1 → 2::"))
    for text in try texts(Self.formats) {
      #expect(!text.contains(bench.path))
      #expect(text.hasSuffix("\n"))
    }
  }

  @Test("every format is the same for one job, for eight, and for shards that are merged")
  func everyFormatIsTheSame() throws {
    try bench.write("w/.keep", "")
    func run(_ jobs: String) throws -> [String] {
      try? FileManager.default.removeItem(atPath: bench.path + "/f")
      _ = try bench.run(
        ["db/h.history.json", "--trials", "10", "--corpus", "f", "--jobs", jobs]
          + Self.options(Self.formats))
      return try texts(Self.formats)
    }
    let one = try run("1")
    #expect(try run("2") == one)
    #expect(try run("8") == one)
    try? FileManager.default.removeItem(atPath: bench.path + "/f")
    for index in 1...3 {
      _ = try bench.run([
        "db/h.history.json", "--trials", "10", "--corpus", "f", "--shard", "\(index)/3", "--report",
        "json=\(index).json",
      ])
    }
    let merged = try bench.run(
      ["merge", "3.json", "1.json", "2.json"] + Self.options(Self.formats, "w/"))
    #expect(merged.status == 1)
    let joined = try texts(Self.formats, "w/")
    for (format, (merged, whole)) in zip(Self.formats, zip(joined, one)) {
      #expect(merged == whole, "\(format)")
    }
  }

  @Test("a saved report gives the files that the run would have written")
  func aSavedReportGivesTheSameFiles() throws {
    let others = Self.formats.filter { $0 != "text" }
    _ = try bench.run(["db/h.history.json", "--trials", "5"] + Self.options(others))
    let files = try texts(others)
    try bench.write("later/.keep", "")
    let outcome = try bench.run(["report", "r.json"] + Self.options(others, "later/"))
    #expect((outcome.status, outcome.output, outcome.errors) == (0, "", ""))
    #expect(try texts(others, "later/") == files)
    let printed = try bench.run("report", "r.json", "--format", "markdown")
    #expect(try printed.output == bench.text("r.markdown"))
  }

  @Test("gate, mutate and replay write reports too")
  func otherCommandsWriteReports() throws {
    try bench.write("p.history.json", Histories.passing)
    #expect(try bench.run("freeze", "p.history.json").status == 0)
    let all = Self.options(Self.formats)
    let gate = try bench.run(["gate", "p.history.json", "--trials", "30"] + all)
    #expect(gate.status == 0, "\(gate.errors)")
    #expect(try bench.text("r.junit").contains("failures=\"0\""))
    let mutate = try bench.run(["mutate", "p.history.json", "--trials", "5"] + all)
    #expect([0, 1].contains(mutate.status), "\(mutate.errors)")
    #expect(try bench.text("r.junit").contains("classname=\"Notes.case\""))
    _ = try bench.run("db/h.history.json", "--trials", "5", "--corpus", "f")
    let replay = try bench.run(["replay", "f"] + all)
    #expect(replay.status == 1)
    #expect(try bench.text("r.junit").contains("failures=\"1\""))
    #expect(try bench.text("r.html").contains("Note.title is new and declares a default"))
  }

  @Test("in GitHub Actions auto writes annotations and the summary of the job")
  func autoWritesWhatGitHubReads() throws {
    try bench.write("summary.md", "before\n")
    let outcome = try bench.run(
      ["db/h.history.json", "--trials", "5", "--report", "auto"],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("::error file=db/h.history.json,line=3,"))
    let summary = try bench.text("summary.md")
    #expect(summary.hasPrefix("before\n## ✘ Failed: Notes\n"))
    let elsewhere = try bench.run(
      ["db/h.history.json", "--trials", "5", "--report", "auto"],
      environment: ["GITHUB_ACTIONS": "", "GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(elsewhere.errors.contains("this is not GitHub Actions"))
    #expect(try bench.text("summary.md") == summary)
  }

  struct BadOption: CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    var message: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "what cannot be written is refused before the run, in one sentence",
    arguments: [
      BadOption(
        arguments: ["--report", "htm=x.html"], status: 64,
        message: "--report knows no format \"htm\"; did you mean \"html\"?"),
      BadOption(
        arguments: ["--report", "HTML=x.html"], status: 64, message: "did you mean \"html\"?"),
      BadOption(
        arguments: ["--report", "html"], status: 64, message: "--report html names no file"),
      BadOption(
        arguments: ["--report", "html="], status: 64, message: "--report html names no file"),
      BadOption(
        arguments: ["--report", "html=x", "--report", "json=./x"], status: 64,
        message: "--report names ./x twice"),
      BadOption(
        arguments: ["--report", "html=none/x.html"], status: 74,
        message: "none/x.html: the report cannot be written: its folder does not exist"),
      BadOption(
        arguments: ["--report", "html=db"], status: 74, message: "db: this is a folder, and not"),
      BadOption(
        arguments: ["--report", "html=db/h.history.json/x"], status: 74,
        message: "what should be its folder is a file"),
      BadOption(
        arguments: ["--report", "html=db/h.history.json"], status: 64,
        message: "would write over db/h.history.json"),
    ])
  func badOptionsAreRefused(option: BadOption) throws {
    let outcome = try bench.run(["db/h.history.json", "--trials", "5"] + option.arguments)
    #expect(outcome.status == option.status)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(option.message), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(bench.files == ["db", "db/h.history.json"])
  }

  @Test("a report that cannot be written gives 74, and the verdict is still printed")
  func aFullDiskGivesAStatus() throws {
    let outcome = try bench.run(
      "db/h.history.json", "--trials", "5", "--report", "html=/dev/full", "--report", "json=r.json")
    #expect(outcome.status == 74)
    #expect(outcome.output.contains("✘ failed   Notes"))
    #expect(
      outcome.errors
        == "migcheck: the report was not written: /dev/full: the disk is full; write to another file "
        + "or disk\n")
    #expect(try bench.text("r.json").contains("\"verdict\": \"failed\""))
  }

  @Test("what is no saved report of this version is refused in one sentence")
  func otherFilesAreNoReports() throws {
    try bench.write("other.json", #"{"migcheck": 2, "verdict": "passed", "findings": []}"#)
    try bench.write("text.json", "✘ failed")
    for (path, status, message) in [
      ("other.json", Int32(65), "the report was written by another version of migcheck"),
      ("db/h.history.json", 65, "this is not a report of migcheck check"),
      ("text.json", 65, "line 1, column 1"),
      ("none.json", 66, "there is no such file"), ("db", 65, "this is a folder"),
    ] {
      let outcome = try bench.run("report", path, "--report", "html=x.html")
      #expect(outcome.status == status, "\(path): \(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(try bench.run("report", "other.json").status == 64)
    #expect(try bench.run("report", "other.json", "--report", "text=x").status == 64)
    #expect(!bench.files.contains("x.html"))
  }
}
