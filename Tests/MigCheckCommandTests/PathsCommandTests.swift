import Testing

@Suite struct PathsCommandTests {
  @Test func `versions, changes, steps and hazards`() throws {
    let bench = try Workbench()
    try bench.write("h.history.json", Histories.embedding)
    let outcome = try bench.run("paths", "h.history.json", "--hazards")
    #expect(
      outcome.output == """
        FAIL
        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func `what a version gives up, and what is unchanged`() throws {
    let bench = try Workbench()
    try bench.write("h.history.json", Histories.pathsDiffer)
    let outcome = try bench.run("paths", "h.history.json", "--from", "1", "--to", "2")
    #expect(
      outcome.output == """
        FAIL
        """)
  }
}
