import MigCheck
import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import Testing

/// An upgrade that loses something makes paths disagree as well: one cause, one finding.
@Suite struct OneCauseTests {
  private static let step: [UInt64] = [2]

  /// Three versions of hikes; steps of the last one run for stores of version 2 only.
  private static func hikes(
    _ first: [Property], _ last: [Property], _ actions: [MigrationStep.Action],
    other: ObjectType? = nil
  ) -> History {
    let others = [other].compactMap(\.self)
    func version(
      _ number: UInt64, _ properties: [Property], _ steps: [MigrationStep] = []
    ) -> HistoryVersion {
      HistoryVersion(
        number: number, schema: Schema([ObjectType("Hike", properties)] + others), steps: steps)
    }
    return History(
      name: "hikes",
      stages: [
        version(1, first), version(2, first + [Property("stars", .int)]),
        version(3, last, actions.map { MigrationStep($0, onlyFrom: step) }),
      ])
  }

  private static func set(_ property: Name, _ expression: String) -> MigrationStep.Action {
    .enumerate(
      type: "Hike", where: nil, set: [MigrationStep.Assignment(property, expression)],
      delete: false)
  }

  private func findings(
    _ history: History, accepting accepted: [AcceptedFinding] = []
  ) throws -> [String] {
    var options = VerificationOptions(trials: 20, seed: 1, stores: [.memory])
    options.accepted = accepted
    return try Verifier(history, options: options).run().findings.map {
      "\($0.severity.rawValue) \($0.check.rawValue) \($0.property ?? $0.type ?? "")"
    }
  }

  private static let note = Property("note", .string)
  private static let comment = Property("comment", .string)
  private static let renamed = MigrationStep.Action.renameProperty(
    type: "Hike", from: "note", to: "comment")

  @Test("A rename that is missing on one path is told once")
  func aRenameThatIsMissingOnOnePathIsToldOnce() throws {
    let history = Self.hikes([Self.note], [Self.comment], [Self.renamed])
    #expect(try findings(history) == ["error data-preserved note"])
  }

  @Test("So is a conversion") func soIsAConversion() throws {
    let history = Self.hikes(
      [Property("length", .int)], [Property("length", .string)],
      [Self.set("length", "cast(old.length as text)")])
    #expect(try findings(history) == ["error data-preserved length"])
  }

  @Test("Each of two properties is told once") func eachOfTwoPropertiesIsToldOnce() throws {
    let history = Self.hikes(
      [Self.note, Property("length", .int)], [Self.comment, Property("length", .string)],
      [Self.renamed, Self.set("length", "cast(old.length as text)")])
    #expect(
      Set(try findings(history)) == ["error data-preserved note", "error data-preserved length"])
  }

  @Test("A difference that no upgrade explains is told beside a loss")
  func aDifferenceThatNoUpgradeExplainsIsToldBesideALoss() throws {
    let title = Property("title", .string)
    let history = Self.hikes(
      [Self.note, title], [Self.comment, title], [Self.renamed, Self.set("title", "'new'")])
    #expect(
      Set(try findings(history)) == ["error data-preserved note", "error paths-agree title"])
  }

  @Test("A loss that is accepted explains what follows from it")
  func aLossThatIsAcceptedExplainsWhatFollowsFromIt() throws {
    let history = Self.hikes([Self.note], [Self.comment], [Self.renamed])
    let loss = AcceptedFinding(
      history: "hikes", check: .dataPreserved, kind: "lostRename", type: "Hike",
      property: "note", hop: Hop(from: 1, to: 3), reason: "nobody had notes")
    #expect(try findings(history, accepting: [loss]) == ["accepted data-preserved note"])
  }

  @Test("Objects that one path deletes are told once, with the links to them")
  func objectsThatOnePathDeletesAreToldOnce() throws {
    let tag = ObjectType("Tag", [Property("name", .string)])
    let link = Property("tag", .object, objectType: "Tag", optional: true)
    let history = Self.hikes(
      [link], [link],
      [.enumerate(type: "Tag", where: nil, set: [], delete: true)], other: tag)
    #expect(try findings(history) == ["error data-preserved Tag"])
  }
}
