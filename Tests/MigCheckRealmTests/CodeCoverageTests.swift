import MigCheck
import MigCheckModel
import MigCheckRealm
import MigCheckReports
import MigCheckVerifier
import Testing

/// What a report says of the code of migration blocks.
@Suite struct CodeCoverageTests {
  private func history(_ block: @escaping MigCheckRealm.MigrationBlock) -> History {
    History("Code", migrationBlock: block) {
      Version(1) {
        ObjectType("Note", ["text": .string])
        ObjectType("Draft", ["text": .string])
      }
      Version(2) {
        ObjectType("Note", ["text": .string, "size": .int])
        ObjectType("Draft", ["text": .string])
        ObjectType("Tag", ["name": .string])
      }
    }
  }

  private func text(_ report: Report) -> String {
    TextReport().text(report).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("a report says which enumerations met no object")
  func enumerations() throws {
    let report = try check(
      history { migration, _ in
        migration.enumerateObjects(ofType: "Note") { old, new in
          new!["size"] = (old!["text"] as! String).utf8.count
        }
        migration.enumerateObjects(ofType: "Tag") { _, new in new!["name"] = "x" }
      })
    #expect(report.verdict == .passed)
    #expect(
      text(report).contains(
        "code 1 of 2 enumerations met an object; conditions inside of code are not aimed at no Tag "
          + "from version 1 to 2"))
    #expect(
      JSONReport.text(report).contains(
        #""enumerations":[{"from":1,"to":2,"type":"Note","known":true,"met":true},"#)
        || JSONReport.text(report).contains("\"enumerations\""))
  }

  @Test("an enumeration of a type that no version has is a warning") func unknownType() throws {
    let report = try check(
      history { migration, _ in
        migration.enumerateObjects(ofType: "Nota") { _, new in new!["size"] = 1 }
      })
    let warning = try #require(report.warnings.first { $0.name == .unknownType })
    #expect(
      warning.message
        == "The migration visits the objects of 'Nota', a type that no version has, so it visits none "
        + "and reports no error.")
    #expect(warning.remedy == "Correct the name of the type, or delete the enumeration.")
  }

  @Test("a type that only an older version has is none") func olderType() throws {
    let history = History("Code") {
      Version(1) {
        ObjectType("Note", ["text": .string])
        ObjectType("Old", ["text": .string])
      }
      Version(2, drops: ["Old"]) { ObjectType("Note", ["text": .string]) }
      Version(3) {
        ObjectType("Note", ["text": .string])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Old") { _, _ in }
      }
    }
    let report = try check(history)
    #expect(report.warnings.filter { $0.name == .unknownType } == [])
  }

  @Test("what is unclear passes with a warning") func unclearResults() throws {
    let history = History("Code") { migration, _ in
      migration.enumerateObjects(ofType: "Person") { _, new in
        new!["homes"] = [["street": "x"]]
      }
    } versions: {
      Version(1) {
        ObjectType("Person", ["name": .string])
        ObjectType("Home", ["street": .string])
      }
      Version(2, drops: ["Home"]) {
        ObjectType("Person", ["name": .string, "homes": .list(of: "Home")])
        ObjectType("Home", embedded: true, ["street": .string])
      }
    }
    let report = try check(history)
    #expect(summary(report) == [])
    let warning = try #require(report.warnings.first { $0.name == .unclearResult })
    #expect(
      warning.message
        == "The migration gives 'Person.homes' values to create objects of 'Home' from, a type that "
        + "becomes embedded in the same upgrade: it is unclear what Realm makes of them.")
  }
}
