import MigCheckModel

/// One deliberate mistake in the migration of a history.
///
/// A check of a history is worth as much as the mistakes that it notices; a mutant that nobody
/// notices shows where an invariant is missing.
package struct HistoryMutant: Sendable {
  /// The kind of mistake; a stable name for reports.
  package enum Operator: String, Sendable, CaseIterable {
    case dropStep = "drop-step"
    case dropAssignment = "drop-assignment"
    case dropCondition = "drop-condition"
    case swapAssignments = "swap-assignments"
    case moveStep = "move-step"
  }

  package var kind: Operator
  /// The version whose migration holds the mistake.
  package var version: UInt64
  /// What was done, in words.
  package var description: String
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
    stages.indices.flatMap { stage in
      stages[stage].steps.indices.flatMap { step in
        stepMutants(stage, step) + assignmentMutants(stage, step) + moves(stage, step)
      }
    }
  }

  private func replacing(_ stage: Int, _ step: Int, with steps: [MigrationStep]) -> History {
    var copy = self
    copy.stages[stage].steps.replaceSubrange(step...step, with: steps)
    return copy
  }

  private func mutant(
    _ kind: HistoryMutant.Operator, _ stage: Int, _ description: String, _ subject: PropertyPath,
    _ history: History
  ) -> HistoryMutant {
    HistoryMutant(
      kind: kind, version: stages[stage].number, description: description, subject: subject,
      history: history)
  }

  private func stepMutants(_ stage: Int, _ index: Int) -> [HistoryMutant] {
    let step = stages[stage].steps[index]
    var result = [
      mutant(
        .dropStep, stage, "leave out: \(step.words)", step.subject,
        replacing(stage, index, with: []))
    ]
    if case .enumerate(let type, let condition?, let assignments, let deletes) = step.action {
      var changed = step
      changed.action = .enumerate(type: type, where: nil, set: assignments, delete: deletes)
      result.append(
        mutant(
          .dropCondition, stage, "leave out the condition \(condition) of: \(step.words)",
          step.subject, replacing(stage, index, with: [changed])))
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
          .dropAssignment, stage, "leave out \(left.property) of: \(step.words)",
          PropertyPath(type: step.subject.type, property: left.property),
          replacing(stage, index, with: [step.withAssignments(fewer)])))
    }
    for first in assignments.indices {
      for second in assignments.indices
      where second > first && assignments[first].expression != assignments[second].expression {
        var swapped = assignments
        swapped[first].expression = assignments[second].expression
        swapped[second].expression = assignments[first].expression
        result.append(
          mutant(
            .swapAssignments, stage,
            "swap \(assignments[first].property) and \(assignments[second].property) in: "
              + step.words,
            PropertyPath(type: step.subject.type, property: assignments[first].property),
            replacing(stage, index, with: [step.withAssignments(swapped)])))
      }
    }
    return result
  }

  /// The step runs one version too late, as when a boundary is off by one.
  private func moves(_ stage: Int, _ index: Int) -> [HistoryMutant] {
    guard stage + 1 < stages.count else { return [] }
    let step = stages[stage].steps[index]
    var moved = replacing(stage, index, with: [])
    moved.stages[stage + 1].steps.insert(step, at: 0)
    return [
      mutant(
        .moveStep, stage, "run with version \(stages[stage + 1].number): \(step.words)",
        step.subject, moved)
    ]
  }
}

extension MigrationStep {
  /// The step in a few words.
  package var words: String {
    let condition =
      onlyFrom.map { versions in
        " (only from " + versions.map(String.init).joined(separator: ", ") + ")"
      } ?? ""
    func list(_ assignments: [Assignment]) -> String {
      assignments.map { "\($0.property) = \($0.expression)" }.joined(separator: ", ")
    }
    switch action {
    case .renameProperty(let type, let from, let to):
      return "rename \(type).\(from) to \(to)" + condition
    case .enumerate(let type, let filter, let assignments, let deletes):
      var parts = assignments.isEmpty ? [] : [list(assignments)]
      if deletes { parts.append("delete") }
      if parts.isEmpty { parts.append("visit") }
      let rest = filter.map { " where \($0)" } ?? ""
      return "for each \(type)\(rest): " + parts.joined(separator: ", ") + condition
    case .create(let type, let value): return "create \(type) (\(list(value)))" + condition
    case .deleteData(let type): return "delete all of \(type)" + condition
    case .embed(let type, let orphans, let shared):
      return "embed \(type): \(orphans.rawValue) orphans, \(shared.rawValue) shared objects"
        + condition
    case .block: return "a block in Swift" + condition
    }
  }

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
    case .block: PropertyPath(type: "")
    }
  }
}
