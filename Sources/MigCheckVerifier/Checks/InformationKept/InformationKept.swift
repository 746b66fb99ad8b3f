import MigCheckModel
import MigCheckText

/// `information-kept`: two stores that differ in one value still differ after the upgrade.
///
/// Two such stores are *neighbours*. That they are equal after the upgrade is a fact; whether an author
/// intended it is judged by what is known of how the value was written (`WriteIntent`). Nothing of the
/// migration has to be read for the fact, so it holds for code in whatever spelling.
enum InformationKept: FollowUpCheck {
  static let name = "information-kept"
  static let demand = "stores that differ in one value still differ after the upgrade (sampled)"
  static let excusesDependence = false

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case valueLost, valueLostInPart, valuesMerged, valueTaken }

    static let check = Check.informationKept
    /// Before the hop.
    var owner: Name
    var cell: Name
    /// The property of an embedded object in `cell` that differs, such as `Address.zip`, by its name
    /// before the hop; `nil`: the two stores differ in something else.
    var inner: String?
    /// After the hop.
    var newOwner: Name
    var newCell: Name
    var object: Int64?
    /// What becomes equal.
    var extent: FollowUp.Edit.Extent
    /// The two values before the hop, and what both come to.
    var first: String
    var second: String
    var result: String
    /// The property, by its name after the hop, that has the value in the place of its own; `nil`: the two
    /// stores become equal.
    var taker: Name?
    /// Whether the property leads to objects, of which only the links that are there were tried.
    var leadsOn = false
    var intent: WriteIntent
    var writtenAt: SourcePlace?

    var kind: Kind {
      if taker != nil { return .valueTaken }
      return switch extent {
      case .pair: .valuesMerged
      case .object: .valueLostInPart
      case .property: .valueLost
      }
    }
    var propertyAfter: PropertyPath? { PropertyPath(type: newOwner, property: newCell) }
    var type: Name? { owner }
    var property: Name? { cell }
    var source: SourcePlace? { writtenAt }
    var isWarning: Bool {
      switch intent {
      case .copied, .untouched, .unknown: taker == nil && extent != .property
      case .rewritten, .code, .overwritten: true
      }
    }

    func sentence(at site: FailureSite) -> String {
      if let taker {
        return """
          \(newOwner).\(taker) has the value of \(place) after the upgrade, and no longer its own.
          """
      }
      let values = inner.map { "\($0) in \(place)" } ?? "\(place)"
      if leadsOn {
        return "\(place) leads to the same place after the upgrade, wherever it led before."
      }
      return switch extent {
      case .pair: "Different values of \(values) become equal."
      case .object:
        "\(values) has the same value after the upgrade, whatever it was before, in objects like this one."
      case .property: "\(values) has the same value after the upgrade, whatever it was before."
      }
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      [
        row("store A", first), row("store B", second),
        FailureRow("after", type: type, object: object, property: taker ?? property, value: result),
      ]
    }
  }

  static func judges(_ change: FollowUp.Change) -> Bool {
    if case .edited = change { true } else { false }
  }

  /// Neighbours are made by a search of their own (`TrialRun+Neighbours`).
  static func changes(of schema: Schema) -> [FollowUp.Change] { [] }
  static func change(of schema: Schema, turn: Int) -> FollowUp.Change? { nil }

  static func violation(in context: FollowUpContext) -> Violation? {
    guard case .edited(let edit) = context.change,
      let pair = NeighbourPair(edit, in: context),
      edit.taker.map(pair.takers.contains)
        ?? (pair.isEqual && (!edit.isFormOnly || context.span.isStrict)
          && (edit.extent != .pair || !pair.isUnread))
    else { return nil }
    let write = pair.write
    if write.intent == .overwritten { return nil }
    if write.intent == .rewritten, edit.taker != nil { return nil }
    // Where rows of another table give a value, an UPDATE takes that one.
    if write.intent == .rewritten, edit.extent == .object { return nil }
    return Violation(
      owner: edit.type, cell: edit.property, inner: pair.innerPath?.description,
      newOwner: pair.image.type, newCell: pair.image.property ?? "", object: pair.key,
      extent: edit.extent,
      first: context.correspondence.base.start.text(of: pair.from),
      second: context.correspondence.base.start.text(of: pair.to),
      result: context.snapshot.text(of: edit.taker == nil ? pair.result : pair.from),
      taker: edit.taker, leadsOn: edit.relinking != nil && !pair.result.isNothing,
      intent: write.intent, writtenAt: write.place)
  }

  /// One is refused: that is about other properties than the one that is edited.
  static func violation(
    _ outcomes: UnequalOutcomes, isRefusedAlone: () throws -> Bool
  ) rethrows -> Violation? { nil }
}

extension Check {
  /// Asserts that two stores that differ in one value still differ after the upgrade.
  public static let informationKept = Check(InformationKept.self)
}
