import MigCheckHistory
import MigCheckModel

/// One mistake in the migration of a subject.
struct Mistake {
  /// A stable name, as `MutationTesting.Outcome.kind` has it.
  var kind: String
  var version: UInt64
  /// What is done to the step, in words that its own come after: `leave out`.
  var change: String
  /// The step as it was.
  var step: MigrationStep.Summary
  /// Makes the subject with the mistake; `nil`: its migration cannot run at all.
  let subject: @Sendable () -> (any Subject)?
  /// All that is known of a mistake in the declared steps of a history.
  var mutant: HistoryMutant?

  init(_ mutant: HistoryMutant) {
    kind = mutant.kind.rawValue
    version = mutant.version
    change = mutant.change
    step = mutant.step.summary
    let history = mutant.history
    subject = { history }
    self.mutant = mutant
  }

  /// A step that is left out.
  init(_ omission: StepOmission) {
    kind = HistoryMutant.Operator.dropStep.rawValue
    version = omission.version
    change = "leave out"
    step = MigrationStep.Summary(head: omission.step)
    subject = omission.subject
  }
}
