import Foundation
import TestMaterial
import Testing

/// Reports against the schemas of those who read them.
@Suite struct ReportSchemasTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("failed.history.json", Histories.embedding)
    try bench.write("passed.history.json", Histories.passing)
    try bench.write("paths.history.json", Histories.pathsDiffer)
  }

  private static let runs = [
    ("failed", ["--trials", "10"]), ("passed", ["--trials", "30"]), ("paths", ["--trials", "10"]),
    ("passed", ["--trials", "0", "--time-limit", "0.001"]),
  ]

  @Test("SARIF is valid by the schema of OASIS", arguments: runs.indices)
  func sarifIsValid(index: Int) throws {
    guard let checker = Checkers.program("check-jsonschema") else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return
    }
    let (name, options) = Self.runs[index]
    _ = try bench.run(["\(name).history.json", "--report", "sarif=r.sarif"] + options)
    let schema = Material.root.appendingPathComponent("Tests/Schemas/sarif-schema-2.1.0.json")
    let arguments = ["--schemafile", schema.path]
    let outcome = try bench.run(program: checker, arguments + ["r.sarif"])
    #expect(outcome.status == 0, "\(outcome.output)")
    // The checker is awake.
    let text = try bench.text("r.sarif").replacingOccurrences(of: "\"text\"", with: "\"txt\"")
    try bench.write("broken.sarif", text)
    #expect(try bench.run(program: checker, arguments + ["broken.sarif"]).status == 1)
  }

  @Test("JUnit is valid by the schema of Jenkins", arguments: runs.indices)
  func junitIsValid(index: Int) throws {
    guard let checker = Checkers.installed("xmllint") else {
      print("skipped: there is no xmllint; scripts/setup --checkers installs it")
      return
    }
    let (name, options) = Self.runs[index]
    _ = try bench.run(["\(name).history.json", "--report", "junit=r.xml"] + options)
    let schema = Material.root.appendingPathComponent("Tests/Schemas/junit-10.xsd")
    let arguments = ["--noout", "--schema", schema.path]
    let outcome = try bench.run(program: checker, arguments + ["r.xml"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try bench.text("r.xml").replacingOccurrences(of: "<testcase ", with: "<test ")
    try bench.write("broken.xml", text)
    #expect(try bench.run(program: checker, arguments + ["broken.xml"]).status != 0)
  }
}

/// Programs that check what migcheck writes; `scripts/setup --checkers` installs them.
enum Checkers {
  /// One of those from PyPI.
  static func program(_ name: String) -> URL? {
    let own = Material.root.appendingPathComponent(".build/checkers/bin/\(name)")
    return FileManager.default.isExecutableFile(atPath: own.path) ? own : nil
  }

  /// One of the system.
  static func installed(_ name: String) -> URL? {
    let path = "/usr/bin/\(name)"
    return FileManager.default.isExecutableFile(atPath: path) ? URL(fileURLWithPath: path) : nil
  }
}
