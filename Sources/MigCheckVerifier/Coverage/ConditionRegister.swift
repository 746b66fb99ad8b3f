import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// All conditions and object steps of a run, and which sides of them upgrades have met.
///
/// Knows booleans only, so that it does not matter in which order trials run and how many of them
/// look: a side that was met is met.
final class ConditionRegister: ConditionWatch {
  /// What one probe stands for.
  private enum Subject {
    /// Position among the conditions.
    case condition(Int)
    /// Position among the steps.
    case step(Int)
  }

  private struct State {
    var conditions: [Coverage.ConditionCoverage]
    var steps: [Coverage.StepCoverage]
    /// What is still wanted.
    var open: [ConditionPlace: [ConditionProbe]]
    var code = Coverage.CodeCoverage()
  }

  let kind: StoreKind
  private let subjects: [Subject]
  /// Those of all versions.
  private let types: Set<Name>
  private let state: Locked<State>

  init(span: VersionSpan, kind: StoreKind) {
    self.kind = kind
    types = Set(span.subject.versions.flatMap { $0.schema.types.map(\.name) })
    var builder = Builder(span: span)
    for position in span.versions.indices.dropFirst() { builder.add(position) }
    subjects = builder.subjects
    state = Locked(
      State(conditions: builder.conditions, steps: builder.steps, open: builder.open))
  }

  func probes(at place: ConditionPlace) -> [ConditionProbe] {
    state.withLock { $0.open[place] ?? [] }
  }

  func saw(_ results: [(probe: Int, one: Bool, two: Bool)]) {
    state.withLock { state in
      var closed = [Int]()
      for result in results {
        switch subjects[result.probe] {
        case .condition(let place):
          state.conditions[place].wasTrue = state.conditions[place].wasTrue || result.one
          state.conditions[place].wasNotTrue = state.conditions[place].wasNotTrue || result.two
          if state.conditions[place].isMetBothWays { closed.append(result.probe) }
        case .step(let place):
          state.steps[place].ran = state.steps[place].ran || result.one
          if state.steps[place].ran { closed.append(result.probe) }
        }
      }
      guard !closed.isEmpty else { return }
      for place in Array(state.open.keys) {
        state.open[place]?.removeAll { closed.contains($0.id) }
      }
    }
  }

  func saw(_ visit: CodeVisit) {
    state.withLock {
      $0.code.add(
        Coverage.CodeCoverage.Visits(
          from: visit.from, to: visit.to, type: visit.type,
          // A block may ask every store for a type that some versions have.
          isKnown: visit.isKnown || types.contains(visit.type), isMet: visit.isMet))
    }
  }

  func saw(_ doubt: CodeDoubt) {
    state.withLock { $0.code.add(doubt) }
  }

  /// What is known of code; `nil`: none visits objects.
  var code: Coverage.CodeCoverage? {
    state.withLock { $0.code.visits.isEmpty && $0.code.doubts.isEmpty ? nil : $0.code }
  }

  /// What was met so far, in the order of versions, steps and texts.
  var coverage: (conditions: [Coverage.ConditionCoverage], steps: [Coverage.StepCoverage]) {
    state.withLock { ($0.conditions, $0.steps) }
  }

  /// Collects what there is to meet.
  private struct Builder {
    let span: VersionSpan
    let compiler: (any ExpressionCompiler)?
    var subjects = [Subject]()
    var conditions = [Coverage.ConditionCoverage]()
    var steps = [Coverage.StepCoverage]()
    var open = [ConditionPlace: [ConditionProbe]]()

    init(span: VersionSpan) {
      self.span = span
      compiler = span.evidence.makeCompiler?()
    }

    /// Adds the steps and invariants of a version.
    mutating func add(_ position: Int) {
      let (version, earlier) = (span.versions[position], span.versions[..<position])
      for step in span.evidence.steps?.objectSteps(into: version.number) ?? [] {
        add(step, of: version, from: earlier)
      }
      // What users have run already is not to be changed.
      let isShipped = span.shipped.map { version.number <= $0 } ?? false
      let conditional =
        isShipped ? [] : span.evidence.steps?.conditionalSteps(into: version.number) ?? []
      for step in conditional {
        steps.append(
          Coverage.StepCoverage(
            version: version.number, step: step.position, type: step.type,
            condition: step.condition, place: step.place,
            isLeftToChance: step.isContradiction ? nil : true))
        watch(
          .step(steps.count - 1), "1",
          at: .step(version: version.number, position: step.position))
      }
      for (place, invariant) in version.invariants.enumerated() {
        guard let expression = invariant.expression,
          let start = earlier.first(where: { $0.number == invariant.since })
        else { continue }
        let scope = ConditionScope(
          old: [start.schema.type(named: invariant.type)].compactMap(\.self),
          new: version.schema.type(named: invariant.type), compiler: compiler)
        for site in ConditionSite.sites(ofInvariant: expression, in: scope) {
          conditions.append(
            Coverage.ConditionCoverage(
              version: version.number, invariant: invariant.name, type: invariant.type,
              condition: site.text))
          watch(
            .condition(conditions.count - 1), site.probe,
            at: .invariant(version: version.number, position: place))
        }
      }
    }

    private mutating func add(
      _ step: ObjectStep, of version: SubjectVersion, from earlier: ArraySlice<SubjectVersion>
    ) {
      let starts = earlier.filter { start in
        step.onlyFrom.map { $0.contains(start.number) } ?? true
      }
      let isOnTheWay = step.onlyTo.map { targets in
        span.versions.contains { $0.number >= version.number && targets.contains($0.number) }
      }
      guard !starts.isEmpty, isOnTheWay ?? true else { return }
      let scope = ConditionScope(
        old: starts.compactMap { $0.schema.type(named: step.type) },
        new: version.schema.type(named: step.type), compiler: compiler)
      let place = ConditionPlace.step(version: version.number, position: step.position)
      if (starts + [version]).contains(where: { $0.schema.canHold(step.type) }) {
        steps.append(
          Coverage.StepCoverage(
            version: version.number, step: step.position, type: step.type,
            condition: step.condition?.text))
        let probe = step.condition.map { "CASE WHEN (\($0)) THEN 1 ELSE 0 END" } ?? "1"
        watch(.step(steps.count - 1), probe, at: place)
      }
      let parts: [(Name?, [ConditionSite])] =
        [(nil, ConditionSite.sites(ofCondition: step.condition, in: scope))]
        + step.assignments.map {
          ($0.property, ConditionSite.sites(of: $0.expression, where: step.condition, in: scope))
        }
      for (property, sites) in parts {
        for site in sites {
          conditions.append(
            Coverage.ConditionCoverage(
              version: version.number, step: step.position, type: step.type, property: property,
              condition: site.text))
          watch(.condition(conditions.count - 1), site.probe, at: place)
        }
      }
    }

    private mutating func watch(_ subject: Subject, _ probe: String, at place: ConditionPlace) {
      open[place, default: []].append(ConditionProbe(id: subjects.count, text: probe))
      subjects.append(subject)
    }
  }
}
