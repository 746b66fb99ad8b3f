import Testing

@Suite struct PathsCommandTests {
  @Test("versions, changes, steps and hazards")
  func versionsChangesStepsAndHazards() throws {
    let bench = try Workbench()
    try bench.write("h.history.json", Histories.embedding)
    let outcome = try bench.run("paths", "h.history.json", "--hazards")
    #expect(
      outcome.output == """
        Homes (realm): 2 versions, 1 path to version 2

        1 → 2
          schema      Address  becomes embedded
          migration   embed Address: keep objects without parent, keep shared objects

        3 hazards

        into 2
          Address becomes embedded   from 1
          Address unchanged: street  from 1
          Person unchanged: home     from 1

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("what a version drops, and what is unchanged")
  func whatAVersionGivesUpAndWhatIsUnchanged() throws {
    let bench = try Workbench()
    try bench.write("h.history.json", Histories.pathsDiffer)
    let outcome = try bench.run("paths", "h.history.json", "--from", "1", "--to", "2")
    #expect(
      outcome.output == """
        Ages (realm): 2 versions, 1 path to version 2

        1 → 2
          schema      Person  age removed: int
          migration   no steps
          drops       Person.age

        1 hazard; --hazards lists them

        """)
  }

  @Test("a time limit leaves hazards out, and the text and the status say so")
  func aTimeLimitLeavesHazardsOut() throws {
    let bench = try Workbench()
    try bench.write("h.history.json", Histories.embedding)
    let outcome = try bench.run("paths", "h.history.json", "--time-limit", "0.0000001")
    #expect(
      outcome.output.hasSuffix(
        """

        0 hazards

        ⚠ time-limit   The time limit ended the search for hazards after 0 of 1 start
          versions.

        """), "\(outcome.output)")
    #expect(outcome.status == 2)
    let whole = try bench.run("paths", "h.history.json", "--time-limit", "1000")
    #expect(whole.output.contains("3 hazards"))
    #expect(whole.status == 0)
    #expect(try bench.run("paths", "h.history.json", "--time-limit", "0").status == 64)
  }
}
