import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import Testing

/// Findings say where the author wrote what fails.
@Suite struct SourcePlaceTests {
  /// - Parameter second: further members of version 2.
  private func places(_ second: String, path: String = "/a/b/notes.history.json") throws
    -> [String]
  {
    let history = try HistoryFile.parse(
      JSON.parse(
        """
        {"migcheck": 1, "name": "Notes", "rules": "realm", "versions": [
          {"version": 1, "schema": [
            {"name": "Note", "properties": {"title": "string", "stars": "int?"}}]},
          {"version": 2, \(second)}]}
        """), file: path)
    var options = VerificationOptions(trials: 20, stores: [.memory])
    options.jobs = 1
    return try verify(history, options: options).findings.filter { $0.severity == .error }
      .map { "\($0.kind) \($0.source.map(\.description) ?? "nowhere")" }
  }

  private static let same = """
    "schema": [{"name": "Note", "properties": {"title": "string", "stars": "int?"}}]
    """

  @Test("a step that fails is named with its place in the file, without folders")
  func aStepThatFailsIsNamed() throws {
    let steps = """
      "migration": [{"enumerate": {"type": "Note", "set": {"stars": "1"}}},
        {"enumerate": {"type": "Note", "set": {"title": "NULL"}}}]
      """
    #expect(
      try places("\(Self.same), \(steps)")
        == ["refused notes.history.json, versions[1].migration[1]"])
  }

  @Test("a step that deletes objects is named")
  func aStepThatDeletesObjectsIsNamed() throws {
    let steps = """
      "migration": [{"enumerate": {"type": "Note", "set": {"stars": "1"}}},
        {"deleteData": {"type": "Note"}}]
      """
    #expect(
      try places("\(Self.same), \(steps)")
        == ["objectGone notes.history.json, versions[1].migration[1]"])
  }

  @Test("without a step the version is named that the hop leads to")
  func withoutAStepTheVersionIsNamed() throws {
    let schema = """
      "schema": [{"name": "Note", "properties": {"title": "string", "stars": "int"}}]
      """
    #expect(try places(schema) == ["discardedMadeRequired notes.history.json, versions[1]"])
  }

  @Test("an invariant is named")
  func anInvariantIsNamed() throws {
    let invariants = """
      "invariants": [{"name": "a", "type": "Note", "since": 1, "holds": "1"},
        {"name": "b", "type": "Note", "since": 1, "holds": "new.title <> new.title"}]
      """
    #expect(
      try places("\(Self.same), \(invariants)")
        == ["invariantFails notes.history.json, versions[1].invariants[1]"])
  }

  @Test("a history in Swift is named with its file and line")
  func aHistoryInSwiftIsNamedWithItsFileAndLine() throws {
    let line = #line
    let history = History("Notes") {
      Version(1) { ObjectType("Note", ["stars": .int.optional]) }
      Version(2) { ObjectType("Note", ["stars": .int]) }
      Version(3, invariants: [HistoryInvariant("none", type: "Note", since: 2, holds: "0")]) {
        ObjectType("Note", ["stars": .int])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Note") { _, new in new?["stars"] = "many" }
      }
    }
    #expect(
      history.versions.map { $0.source?.description }
        == [2, 3, 4].map {
          "MigCheckTests/SourcePlaceTests.swift:\(line + $0)"
        })
    #expect(history.versions[2].invariants[0].source?.line == line + 4)
    let report = try verify(history, options: VerificationOptions(trials: 10, stores: [.memory]))
    let places = report.findings.map {
      "\($0.kind) \($0.hop) \($0.source?.line.map { $0 - line } ?? 0)"
    }
    #expect(places == ["discardedMadeRequired 1 → 2 3", "refused 2 → 3 4"])
  }
}
