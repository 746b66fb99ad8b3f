import TestMaterial
import Testing

/// What the commands print fits into 80 columns, whatever the names, values and numbers are.
@Suite struct ColumnsTests {
  let bench: Workbench

  private static let type = "TypeWithAVeryLongNameThatRealmStillTakesAsTheNameOfAType"
  private static let property = "propertyWithAVeryLongNameThatRealmStillTakesAsTheNameOfOne"

  /// Twelve versions; one property comes and goes, another turns from number to text.
  private static var history: String {
    let versions = (1...12).map { number in
      let kind = number < 12 ? "int" : "string"
      let wandering = number % 2 == 1 ? #""\#(property)": "string", "# : ""
      return """
        {"version": \(number), "schema": [{"name": "\(type)",
          "properties": {\(wandering)"\(property.dropLast(3))": "\(kind)", "list": "string[]"}}],
         "migration": [{"enumerate": {"type": "\(type)", "set": {
           "list": "json_array('\(String(repeating: "é", count: 90))', 'b')"}}}]}
        """
    }
    return """
      {"migcheck": 1, "name": "A history with a name that is far too long for one line of a report",
       "rules": "realm", "versions": [\(versions.joined(separator: ","))]}
      """
  }

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Self.history)
  }

  private func expectColumns(_ arguments: String...) throws {
    let outcome = try bench.run(arguments)
    #expect(outcome.status < 64, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 5)
    // Commands and names are whole where no terminal breaks lines.
    for line in lines where !line.hasPrefix("  replay  ") && !line.contains("far too long") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("the report of a run", .enabled(if: Sweep.isFull)) func theReportOfARun() throws {
    try expectColumns("h.history.json", "--trials", "3", "--from", "8", "--stores", "memory")
    #expect(bench.files.contains { $0.hasSuffix(".case.json") })
  }

  @Test("the report of a run that ended at once") func theReportOfARunThatEndedAtOnce() throws {
    try expectColumns("h.history.json", "--trials", "3", "--time-limit", "0.000001")
  }

  @Test("versions, hops and hazards") func versionsHopsAndHazards() throws {
    try expectColumns("paths", "h.history.json", "--hazards")
  }
}
