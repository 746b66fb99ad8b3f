import MigCheckModel
import MigCheckText

/// Finds where the author wrote what a failure is about.
///
/// That is the step that touches the property, the invariant, or else the version that the failing
/// hop leads to. A failure between whole paths has no version of its own; it has a place only if
/// some step on the way touches its property.
struct FailureSource {
  let versions: [SubjectVersion]

  func place(of failure: Failure) -> SourcePlace? {
    let (hop, violation) = (failure.hop, failure.violation)
    if let known = violation.source { return known }
    let target = versions.first { $0.number == hop.to }
    if let name = violation.subject, failure.signature.scope == .path {
      return target?.invariants.first {
        $0.name == name && $0.since == hop.from
          && $0.type == violation.type
      }?.source
    }
    if let step = step(of: violation, hop: hop) { return step.place }
    return failure.signature.spansPaths ? nil : target?.source
  }

  /// The last step of the hop that concerns what the violation is about, since it has the last word.
  private func step(of violation: any CheckViolation, hop: Hop) -> StepSource? {
    let steps = versions.filter { hop.from < $0.number && $0.number <= hop.to }
      .flatMap(\.stepSources)
      .filter { $0.runs(from: hop.from, to: hop.to) }
    let known = steps.last { step in
      guard let type = violation.type, step.type == type else {
        return false
      }
      guard let property = violation.property else { return step.removesObjects }
      return step.properties.contains(property)
    }
    if let known { return known }
    // Swift code cannot be looked into; but if there is one piece of it only, nothing else can be
    // meant.
    let code = steps.filter { $0.type == nil }
    let isCode = steps.count == 1 || violation.upgradeRefusal?.code == .trap
    return code.count == 1 && isCode ? code[0] : nil
  }
}
