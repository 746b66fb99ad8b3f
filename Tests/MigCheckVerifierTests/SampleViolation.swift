import MigCheckModel
import Testing

@testable import MigCheckVerifier

/// A violation of each kind.
struct SampleViolation: CustomTestStringConvertible {
  var violation: any CheckViolation

  var testDescription: String { violation.kindName }

  init(_ violation: any CheckViolation) {
    self.violation = violation
  }

  static func kinds(of check: (some TrialCheck).Type) -> [String] { check.Violation.kindNames }

  private static let error = UpgradeError(
    .typeMismatch, "It does not fit.", type: "T", property: "p")
  private static let place = SnapshotDifference(
    type: "T", property: "p", key: 3, first: "1", second: "2")
  private static let end = EndDifference(
    .valueDiffers, type: "T", property: "p", object: 3, count: 2, first: "1", second: "2")
  private static let outcomes = UnequalOutcomes(Refusal(error), isFirst: false)
  private static let invariant = InvariantCheck.Violation.Invariant(
    name: "i", type: "T", expression: "new.p = 1")

  private static func loss(_ loss: DataPreserved.Violation.Loss) -> SampleViolation {
    Self(DataPreserved.Violation(loss, of: "T", object: 3, count: 2))
  }

  private static func change(_ kind: DataPreserved.ValueLossKind) -> SampleViolation {
    loss(.value(kind, .init(property: "p", before: "1", after: "2", newName: "q")))
  }

  private static func crash(_ outcome: CrashOutcome) -> SampleViolation {
    Self(
      CrashSafe.Violation(
        outcome: outcome, point: CrashPoint(.killed, at: 3), statement: "UPDATE T"))
  }

  private static func neighbours(
    _ extent: FollowUp.Edit.Extent, taker: Name? = nil
  ) -> SampleViolation {
    Self(
      InformationKept.Violation(
        owner: "T", cell: "p", newOwner: "T", newCell: "p", object: 3,
        extent: extent, first: "1", second: "2", result: "0", taker: taker,
        intent: .copied))
  }

  private static func sideEffect(isError: Bool) -> SampleViolation {
    Self(
      SideEffects.Violation(
        fault: "triggerLost", type: "T", property: "p", subject: "t", isError: isError,
        message: "The trigger t of T is gone.",
        place: SourcePlace(file: "2.sql", path: "DROP TABLE T", line: 3)))
  }

  private static func opener(_ code: OpenerProblem.Code) -> SampleViolation {
    Self(
      Openers.Violation(
        problem: OpenerProblem(
          code, opener: "widget", from: 1, to: 2, type: "T", property: "p",
          sentence: "widget opens the store too early.", order: ["widget", "the app"],
          source: SourcePlace(file: "a.history.json", path: "openers[0]"))))
  }

  static let all: [SampleViolation] =
    OpenerProblem.Code.allCases.map(opener) + violations

  private static let violations: [SampleViolation] = [
    Self(UpgradeSucceeds.Violation(error)),
    Self(
      PrimaryKeyUnique.Violation(
        owner: "T", key: "p", object: 3, other: 1, count: 1, value: "2")),
    Self(EmbeddedOneParent.Violation(embedded: "T", object: 3, parents: 0)),
    Self(EmbeddedOneParent.Violation(embedded: "T", object: 3, parents: 2)),
    Self(RequiredSet.Violation(owner: "T", required: "p", object: 3)),
    Self(LinksResolve.Violation(owner: "T", link: "p", object: 3)),
    Self(
      LinksResolve.Violation(
        owner: "T", link: "p", object: 3, rekeyed: "U", value: "1",
        reason: "a.sql:1 gives them other ones")),
    Self(DefaultsApplied.Violation(owner: "T", added: "p", object: 3, expected: "1", found: "2")),
    change(.valueChanged), change(.replacedByRename), change(.discardedMadeRequired),
    change(.discardedRetyped), loss(.objectGone(.migration)), loss(.typeGone("Human")),
    loss(.lostRename(.init(property: "p", value: "1", successor: "q", notation: "int[]"))),
    Self(SchemaMatches.Violation(type: "T", property: "p", changes: ["T.p removed: int"])),
    sideEffect(isError: true), sideEffect(isError: false),
    Self(EngineAgrees.Violation.differs(end)),
    Self(EngineAgrees.Violation.completed(Refusal(error))),
    neighbours(.pair), neighbours(.object), neighbours(.property),
    neighbours(.pair, taker: "q"),
    Self(ReopenStable.Violation.migrated), Self(ReopenStable.Violation.changed(place)),
    Self(ReopenStable.Violation.refused(Refusal(error))),
    Self(Deterministic.Violation(at: place)),
    Self(PathsAgree.Violation.differ(end)), Self(PathsAgree.Violation.differInDefaults(end)),
    Self(PathsAgree.Violation.undecided),
    Self(StoresAgree.Violation.states(place)),
    Self(
      StoresAgree.Violation.outcomes([
        .init(store: .memory, refusal: nil), .init(store: .file, refusal: Refusal(error)),
      ])),
    Self(OrderIndependent.Violation(difference: .ends(end))),
    Self(OrderIndependent.Violation(difference: .outcomes(outcomes))),
    Self(Local.Violation(difference: .ends(end))),
    Self(Local.Violation(difference: .outcomes(outcomes))),
    crash(.unopenable(Refusal(error))), crash(.unknownVersion(7)),
    crash(.refused(Refusal(error), from: 1)), crash(.differs(place)),
    crash(
      .leftovers(
        .init(
          changes: ["T added"], type: "T", property: nil, added: ["index i"],
          missing: ["trigger t"]))),
    Self(InvariantCheck.Violation.fails(invariant, object: 3, count: 2)),
    Self(InvariantCheck.Violation.cannotBeEvaluated(invariant, Refusal(error))),
  ]
}
