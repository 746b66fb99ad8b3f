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
}
