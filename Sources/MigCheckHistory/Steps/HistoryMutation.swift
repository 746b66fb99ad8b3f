import MigCheckModel
import MigCheckText

/// One deliberate mistake in the migration of a history.
///
/// A check of a history is worth as much as the mistakes that it notices; a mutant that nobody
/// notices shows where an invariant is missing.
package struct HistoryMutant: Sendable {
  /// The kind of mistake; a stable name for reports.
  package enum Operator: String, Sendable, CaseIterable {
    /// A step other than a rename is left out.
    case dropStep = "drop-step"
    case dropRename = "drop-rename"
    case dropAssignment = "drop-assignment"
    case dropCondition = "drop-condition"
    case negateCondition = "negate-condition"
    case swapAssignments = "swap-assignments"
    /// A step runs one version earlier or later.
    case moveStep = "move-step"
    /// A step does not run from a version that it must run from, or runs from another one: a
    /// comparison with the old version is off by one.
    case shiftBoundary = "shift-boundary"
    /// A step runs from all versions, not only from some.
    case dropBoundary = "drop-boundary"
  }

  package var kind: Operator
  /// The version whose migration holds the mistake.
  package var version: UInt64
  /// What was done to the step, in words that its own come after: `leave out`.
  package var change: String
  /// The step as it was.
  package var step: MigrationStep
  /// The type and the property whose values the mistake is about; no property for whole objects.
  package var subject: PropertyPath
  package var history: History
}

extension History {
  /// Every mutant of the declared steps, in the order of versions and steps.
  ///
  /// Blocks in Swift cannot be looked into: they can only be left out as a whole.
  ///
  /// - Complexity: O(*n*) in the number of steps and assignments, squared within one step.
  package func mutants() -> [HistoryMutant] {
    var mutants = [HistoryMutant]()
    for stage in stages.indices {
      for step in stages[stage].steps.indices {
        mutants += stepMutants(stage, step)
        mutants += assignmentMutants(stage, step)
        mutants += moves(stage, step)
        mutants += boundaryMutants(stage, step)
      }
    }
    return mutants
  }

  private func replacing(_ stage: Int, _ step: Int, with steps: [MigrationStep]) -> History {
    var copy = self
    copy.stages[stage].steps.replaceSubrange(step...step, with: steps)
    return copy
  }

  private func mutant(
    _ kind: HistoryMutant.Operator, _ stage: Int, _ step: Int, _ change: String,
    _ subject: PropertyPath, _ history: History
  ) -> HistoryMutant {
    HistoryMutant(
      kind: kind, version: stages[stage].number, change: change, step: stages[stage].steps[step],
      subject: subject, history: history)
  }

  private func stepMutants(_ stage: Int, _ index: Int) -> [HistoryMutant] {
    let step = stages[stage].steps[index]
    let isRename = if case .renameProperty = step.action { true } else { false }
    var result = [
      mutant(
        isRename ? .dropRename : .dropStep, stage, index, "leave out", step.subject,
        replacing(stage, index, with: []))
    ]
    if case .enumerate(let type, let condition?, let assignments, let deletes) = step.action {
      func changed(_ condition: SQLExpression?) -> History {
        var step = step
        step.action = .enumerate(type: type, where: condition, set: assignments, delete: deletes)
        return replacing(stage, index, with: [step])
      }
      result.append(
        mutant(
          .dropCondition, stage, index, "leave out the condition \(condition) of", step.subject,
          changed(nil)))
      // Of null neither the condition nor its negation holds.
      result.append(
        mutant(
          .negateCondition, stage, index, "turn round the condition \(condition) of",
          step.subject, changed(SQLExpression("(\(condition)) IS NOT TRUE"))))
    }
    return result
  }

  private func assignmentMutants(_ stage: Int, _ index: Int) -> [HistoryMutant] {
    let step = stages[stage].steps[index]
    let assignments = step.assignments
    var result = [HistoryMutant]()
    for position in assignments.indices where assignments.count > 1 {
      var fewer = assignments
      let left = fewer.remove(at: position)
      result.append(
        mutant(
          .dropAssignment, stage, index, "leave out \(left.property) of",
          PropertyPath(type: step.subject.type, property: left.property),
          replacing(stage, index, with: [step.withAssignments(fewer)])))
    }
    for first in assignments.indices {
      for second in assignments.indices
      where second > first
        && assignments[first].expression != assignments[second].expression
      {
        var swapped = assignments
        swapped[first].expression = assignments[second].expression
        swapped[second].expression = assignments[first].expression
        result.append(
          mutant(
            .swapAssignments, stage, index,
            "swap \(assignments[first].property) and \(assignments[second].property) in",
            PropertyPath(type: step.subject.type, property: assignments[first].property),
            replacing(stage, index, with: [step.withAssignments(swapped)])))
      }
    }
    return result
  }

  /// The step runs with the version after its own, or with the one before.
  private func moves(_ stage: Int, _ index: Int) -> [HistoryMutant] {
    let step = stages[stage].steps[index]
    var result = [HistoryMutant]()
    if stage + 1 < stages.count {
      var moved = replacing(stage, index, with: [])
      moved.stages[stage + 1].steps.insert(step, at: 0)
      result.append(
        mutant(
          .moveStep, stage, index, "run with version \(stages[stage + 1].number)", step.subject,
          moved))
    }
    // No upgrade leads into the first version.
    if stage > 1 {
      var moved = replacing(stage, index, with: [])
      moved.stages[stage - 1].steps.append(step)
      result.append(
        mutant(
          .moveStep, stage, index, "run with version \(stages[stage - 1].number)", step.subject,
          moved))
    }
    return result
  }

  /// A comparison of the old version with a number is off by one.
  private func boundaryMutants(_ stage: Int, _ index: Int) -> [HistoryMutant] {
    let step = stages[stage].steps[index]
    let numbers = stages.map(\.number)
    func running(from versions: [UInt64]?) -> History {
      var step = step
      step.onlyFrom = versions
      return replacing(stage, index, with: [step])
    }
    func shift(_ change: String, _ history: History) -> HistoryMutant {
      mutant(.shiftBoundary, stage, index, change, step.subject, history)
    }
    if let onlyFrom = step.onlyFrom {
      let names = onlyFrom.map(String.init).joined(separator: ", ")
      var result = [
        mutant(
          .dropBoundary, stage, index, "leave out \"only from \(names)\" of", step.subject,
          running(from: nil))
      ]
      for offset in [-1, 1] {
        let shifted = onlyFrom.compactMap { version in
          numbers.firstIndex(of: version).map { $0 + offset }
        }.filter { $0 >= 0 && $0 < stage }.map { numbers[$0] }
        guard !shifted.isEmpty, shifted != onlyFrom else { continue }
        let text = shifted.map(String.init).joined(separator: ", ")
        result.append(shift("run only from \(text)", running(from: shifted)))
      }
      return result
    }
    var result = [HistoryMutant]()
    // From the first version alone, it would not run at all.
    if stage > 1 {
      result.append(
        shift(
          "do not run from version \(numbers[stage - 1])",
          running(from: Array(numbers[..<(stage - 1)]))))
    }
    if stage + 1 < stages.count {
      var again = step
      again.onlyFrom = [numbers[stage]]
      var history = self
      history.stages[stage + 1].steps.insert(again, at: 0)
      result.append(shift("run once more from version \(numbers[stage])", history))
    }
    return result
  }
}

extension MigrationStep {
  fileprivate var assignments: [Assignment] {
    switch action {
    case .enumerate(_, _, let assignments, _): assignments
    case .create(_, let value): value
    default: []
    }
  }

  fileprivate func withAssignments(_ assignments: [Assignment]) -> MigrationStep {
    var step = self
    switch action {
    case .enumerate(let type, let condition, _, let deletes):
      step.action = .enumerate(type: type, where: condition, set: assignments, delete: deletes)
    case .create(let type, _): step.action = .create(type: type, value: assignments)
    default: break
    }
    return step
  }

  fileprivate var subject: PropertyPath {
    switch action {
    case .renameProperty(let type, _, let to): PropertyPath(type: type, property: to)
    case .enumerate(let type, _, let assignments, _):
      PropertyPath(type: type, property: assignments.first?.property)
    case .create(let type, _), .deleteData(let type), .embed(let type, _, _):
      PropertyPath(type: type)
    case .code: PropertyPath(type: "")
    }
  }
}
