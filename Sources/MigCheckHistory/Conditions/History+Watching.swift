import MigCheckModel
import MigCheckStores
import MigCheckText

extension History {
  /// The steps of a version that visit objects, with their conditions and assignments.
  public func objectSteps(into version: UInt64) -> [ObjectStep] {
    (stage(version)?.steps ?? []).enumerated().compactMap { position, step in
      guard case .enumerate(let type, let condition, let assignments, _) = step.action else {
        return nil
      }
      return ObjectStep(
        position: position, type: type, condition: condition,
        assignments: assignments.map { ObjectStep.Assignment($0.property, $0.expression) },
        onlyFrom: step.onlyFrom, onlyTo: targets(of: step))
    }
  }

  /// The history, with upgrades that report to a watch what its probes evaluate to.
  public func watched(by watch: any ConditionWatch) -> (any Subject)? {
    var copy = self
    copy.watch = watch
    for stage in copy.stages.indices {
      let version = copy.stages[stage].number
      for position in copy.stages[stage].steps.indices {
        copy.stages[stage].steps[position].place = .step(version: version, position: position)
      }
    }
    return copy
  }

  /// The probes of an invariant that somebody still wants to know of.
  func invariantProbes(
    _ invariant: Invariant, of version: UInt64, scope: ExpressionEvaluator.Scope
  ) -> ProbeEvaluation? {
    guard let watch,
      let position = stage(version)?.invariants.firstIndex(where: {
        $0.name == invariant.name && $0.type == invariant.type
          && $0.since == invariant.since
      })
    else { return nil }
    return ProbeEvaluation(
      of: watch.probes(at: .invariant(version: version, position: position)), watch, scope: scope)
  }
}

extension ObjectUpdate {
  /// Evaluates the probes of a step for the objects that it is about to visit.
  ///
  /// Nothing that goes wrong here matters: the step itself will say so.
  ///
  /// - Parameter problem: why a property of the new state cannot be read; `nil`: it can.
  package func watchConditions(
    _ watch: any ConditionWatch, at place: ConditionPlace, in store: any Store,
    evaluator: ExpressionEvaluator, problem: (Property) -> UpgradeError? = { _ in nil }
  ) {
    // Most trials find nothing new to watch, and need no scope.
    let wanted = watch.probes(at: place)
    guard !wanted.isEmpty,
      let probes = ProbeEvaluation(
        of: wanted, watch, scope: scope(), evaluator: evaluator)
    else { return }
    defer { probes.tell() }
    guard let keys = try? oldTable.map(store.oldKeys) ?? newTable.map(store.keys) else { return }
    var ordinal = 0
    for key in keys {
      if let table = newTable {
        let object = ObjectReference(type: table, index: Int(key))
        guard let isThere = try? store.contains(object), isThere else { continue }
      }
      probes.evaluate(ordinal: ordinal) { source in
        switch source {
        case .old(let index):
          return (try oldValue(index, key: key, in: store), oldProperty(index))
        case .new(let index):
          if index < newProperties.count, let problem = problem(newProperties[index]) {
            throw problem
          }
          return (try newValue(index, key: key, in: store), newProperty(index))
        case .ordinal: preconditionFailure("it is given beside")
        }
      }
      ordinal += 1
      if probes.isDone { return }
    }
  }
}
