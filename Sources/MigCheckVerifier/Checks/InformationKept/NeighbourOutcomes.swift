import MigCheckGeneration
import MigCheckModel

/// What pairs of neighbours that differ in one property of one object came to, and what that says.
struct NeighbourOutcomes {
  private struct Outcome {
    var edit: FollowUp.Edit
    var kind: NeighbourValues.Class
    var isEqual: Bool
    var isUnread: Bool
    /// What the property holds after the upgrade of the store with the other value.
    var result: Value
    /// As above with the value of the start graph.
    var original: Value
  }

  private var outcomes = [Outcome]()

  mutating func add(_ edit: FollowUp.Edit, _ kind: NeighbourValues.Class, _ pair: NeighbourPair) {
    outcomes.append(
      Outcome(
        edit: edit, kind: kind, isEqual: pair.isEqual, isUnread: pair.isUnread,
        result: pair.otherResult,
        original: pair.result))
  }

  /// Whether no value could be tried.
  var isEmpty: Bool { outcomes.isEmpty }

  /// Whether every value that was tried comes to the same.
  var areAllEqual: Bool { outcomes.count > 1 && outcomes.allSatisfy(\.isEqual) }

  /// Whether every ordinary value that was tried comes to the same.
  var areFarLost: Bool {
    let far = outcomes.filter { $0.kind == .far }
    return !far.isEmpty && far.allSatisfy(\.isEqual)
  }

  /// Whether ordinary values that were tried stay apart.
  var areFarKept: Bool { outcomes.contains { $0.kind == .far && !$0.isEqual } }

  /// Whether the migration tells a few values apart and takes all others for one, as
  /// `CASE … ELSE` and `flag <> 0` do: a closed vocabulary, with which nothing is lost.
  var isVocabulary: Bool {
    let values = outcomes.filter { $0.kind != .near }
    let flags = values.flatMap { [$0.result, $0.original] }.filter { !$0.isNull }.map(\.flag)
    if flags.contains(true), flags.contains(false), !flags.contains(nil) { return true }
    let others = values.filter { $0.kind == .far }.map(\.result)
    guard let rest = others.first, others.allSatisfy({ $0 == rest }), !rest.isNull else {
      return false
    }
    return values.contains { $0.kind == .literal && $0.result != rest }
  }

  /// Whether an author knows that two values become equal: the migration names one of them, or it
  /// reads texts, which others tell apart, as something that neither of the two is.
  private func isExpected(_ outcome: Outcome) -> Bool {
    outcome.kind == .literal || outcome.isUnread
  }

  /// A pair that shows that every value of the object is lost; `nil`: no pair that became equal does.
  var lost: FollowUp.Edit? {
    var edit = outcomes.first { $0.isEqual && !$0.edit.isFormOnly }?.edit
    edit?.extent = .object
    return edit
  }

  /// The pair that shows best what is lost; `nil`: nothing is.
  var telling: FollowUp.Edit? {
    if areAllEqual { return lost }
    if isVocabulary { return nil }
    let equal = outcomes.filter { $0.isEqual && !$0.edit.isFormOnly && !isExpected($0) }
    return (equal.first { $0.kind == .near } ?? equal.first)?.edit
  }
}

extension Value {
  /// Yes or no; `nil`: it says more than that.
  fileprivate var flag: Bool? {
    switch self {
    case .bool(let flag): flag
    case .int(0), .double(0): false
    case .int(1), .double(1): true
    default: nil
    }
  }
}
