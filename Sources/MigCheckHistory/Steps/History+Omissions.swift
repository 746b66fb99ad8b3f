import MigCheckModel

/// A step of a migration that is left out on purpose.
struct OmittedStep: Sendable {
  /// The version whose migration lacks it.
  var version: UInt64
  /// Its position there.
  var position: Int
  /// Whether it never runs; else it runs on the hop into its version from the one before.
  var everywhere: Bool
}

extension History {
  /// One copy of the history for each step, without that step.
  public func omissions(everywhere: Bool) -> [StepOmission] {
    stages.flatMap { stage in
      stage.steps.enumerated().map { position, step in
        let omitted = OmittedStep(
          version: stage.number, position: position, everywhere: everywhere)
        return StepOmission(
          version: stage.number, step: step.summary.text, subject: omitting(omitted))
      }
    }
  }

  private func omitting(_ step: OmittedStep) -> History {
    var copy = self
    copy.omittedStep = step
    return copy
  }

  /// The steps of each version with any that an upgrade passes, oldest first.
  package func steps(from: UInt64, to version: UInt64) -> [VersionSteps] {
    guard from < version else { return [] }
    let passed = stages.indices.filter { stages[$0].number > from && stages[$0].number <= version }
    return passed.compactMap { position in
      // A whole version would be a copy.
      guard !stages[position].steps.isEmpty else { return nil }
      let number = stages[position].number
      var steps = VersionSteps(
        version: number, steps: stages[position].steps, position: isFromFile ? position : nil)
      if let omittedStep, omittedStep.everywhere || passed.count > 1,
        number == omittedStep.version
      {
        steps.steps.remove(at: omittedStep.position)
      }
      return steps
    }
  }
}
