import MigCheckModel
import MigCheckText

/// `invariant`: what the author says of every object that lives on.
enum InvariantCheck {
  /// - Returns: the fault, if there is one, and for how many objects the invariant was tried.
  static func outcome(
    of invariant: Invariant, subject: any Subject, version: UInt64, from start: Snapshot,
    to end: Snapshot
  ) -> (fault: Fault?, objects: Int) {
    do {
      let outcome = try subject.evaluate(invariant, of: version, from: start, to: end)
      guard let first = outcome.violations.first else { return (nil, outcome.objects) }
      let fault = Fault(
        .invariantFails, type: invariant.type, object: first, count: outcome.violations.count,
        subject: invariant.name,
        detail: invariant.expression?.text)
      return (fault, outcome.objects)
    } catch is Cancelled {
      return (nil, 0)
    } catch {
      let upgradeError = error as? UpgradeError
      let fault = Fault(
        .invariantCannotBeEvaluated, code: upgradeError?.code.rawValue ?? "authorError",
        type: invariant.type, subject: invariant.name,
        detail: upgradeError?.message ?? String(describing: error))
      return (fault, 0)
    }
  }
}
