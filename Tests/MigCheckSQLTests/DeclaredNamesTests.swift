import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Names in drops, rewrites and ignoring") struct DeclaredNamesTests {
  private static let scripts = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
    "ALTER TABLE user ADD COLUMN mail TEXT",
  ]

  private func entry(_ what: String, _ version: String? = nil) -> FolderSettings.Entry {
    FolderSettings.Entry(path: PropertyPath(what), version: version, reason: "a test")
  }

  /// - Parameter list: `drops`, `rewrites` or `ignoring`.
  private func message(_ list: String, _ entry: FolderSettings.Entry) -> String? {
    do {
      _ = try SQLFolderRuns.subject(Self.scripts) { settings in
        switch list {
        case "drops": settings.drops = [entry]
        case "rewrites": settings.rewrites = [entry]
        default: settings.ignoring = [entry]
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "that no version has are an error with a suggestion",
    arguments: [
      (
        "usr.age", nil,
        "migcheck.json: ignoring[0].what: no version has a table \"usr\"; did you mean \"user.age\"?"
      ),
      (
        "usr", nil,
        "migcheck.json: ignoring[0].what: no version has a table \"usr\"; did you mean \"user\"?"
      ),
      (
        "order", nil,
        "migcheck.json: ignoring[0].what: no version has a table \"order\"; the tables are user"
      ),
      (
        "user.agee", nil,
        "migcheck.json: ignoring[0].what: no version of the table \"user\" has a column \"agee\"; did you mean \"user.age\"?"
      ),
      (
        "user.age", "3_x.sql",
        "migcheck.json: ignoring[0].version: there is no version \"3_x.sql\"; did you mean \"1_x.sql\"?"
      ),
    ] as [(String, String?, String)])
  func unknown(what: String, version: String?, expected: String) {
    for list in ["drops", "rewrites", "ignoring"] {
      let text = expected.split(separator: "ignoring").joined(separator: list)
      #expect(message(list, entry(what, version)) == text)
    }
  }

  @Test(
    "may be spelled in another case, and be those of any version",
    arguments: [
      ("USER.Age", nil), ("user.mail", nil), ("user", "2"), ("user", "2_x.sql"), ("user", "1_x"),
    ] as [(String, String?)])
  func known(what: String, version: String?) throws {
    let (subject, _) = try SQLFolderRuns.subject(Self.scripts) {
      $0.ignoring = [entry(what, version)]
    }
    #expect(subject.ignoring.allSatisfy { $0.type == "user" })
    #expect(what != "USER.Age" || subject.ignoring == ["user.age"])
  }

  @Test("an entry about a column covers that column alone, one about a table all of it")
  func covering() throws {
    func codes(_ what: String) throws -> [String?] {
      try SQLFolderRuns.report(
        [
          "CREATE TABLE item (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT)",
          "UPDATE item SET a = b; UPDATE item SET b = a;",
        ], trials: 5
      ) { $0.rewrites = [entry(what, "2")] }.findings.map(\.code)
    }
    #expect(try codes("item.c") == ["updatesSwapped"])
    #expect(try codes("item.a") == [])
    #expect(try codes("item") == [])
  }

  @Test("a table that comparisons leave out is listed in the report")
  func ignoredTable() throws {
    let report = try SQLFolderRuns.report(Self.scripts, trials: 5) {
      $0.ignoring = [entry("user"), entry("user.age")]
    }
    #expect(report.ignoredTypes == ["user"])
  }
}
