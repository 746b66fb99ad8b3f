import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckVerifier
import Testing

/// Whole runs over names that Swift takes for one: "é" of one scalar and "é" of two.
@Suite struct LookAlikeNamesTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  /// A type with the given properties, one linking to it, and one whose name looks the same.
  private static func schema(_ properties: [String]) -> Schema {
    Schema([
      ObjectType(composed, properties.map { Property($0, .int) }),
      ObjectType(decomposed, [Property("link", .object, objectType: composed, optional: true)]),
    ])
  }

  private static func history(
    _ steps: [MigrationStep], to properties: [String], drops: [PropertyPath] = []
  ) -> History {
    History(
      name: "Twins",
      stages: [
        HistoryVersion(number: 1, schema: schema([composed, decomposed])),
        HistoryVersion(number: 2, schema: schema(properties), steps: steps, drops: drops),
      ])
  }

  private static func findings(_ history: History) throws -> [Finding] {
    let options = VerificationOptions(trials: 20, stores: StoreKind.allCases, jobs: 1)
    return try Verifier(history, options: options).run().findings
  }

  @Test("a right migration between such names passes")
  func aRightMigrationPasses() throws {
    let rename = MigrationStep(
      .renameProperty(
        type: Name(Self.composed), from: Name(Self.decomposed), to: "other"))
    #expect(try Self.findings(Self.history([rename], to: [Self.composed, "other"])).isEmpty)
  }

  @Test("what is lost of one name is neither kept nor excused by the other")
  func whatIsLostOfOneNameIsNotExcusedByTheOther() throws {
    func path(_ property: String) -> PropertyPath {
      PropertyPath(type: Name(Self.composed), property: Name(property))
    }
    func lost(drops: [PropertyPath]) throws -> [PropertyPath] {
      try Self.findings(Self.history([], to: [Self.composed, "other"], drops: drops)).compactMap {
        finding in
        finding.type.map { PropertyPath(type: $0, property: finding.property) }
      }
    }
    #expect(try lost(drops: []) == [path(Self.decomposed)])
    #expect(try lost(drops: [path(Self.composed)]) == [path(Self.decomposed)])
    #expect(try lost(drops: [path(Self.decomposed)]) == [])
  }
}
