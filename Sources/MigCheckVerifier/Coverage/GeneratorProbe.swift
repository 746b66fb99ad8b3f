import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Everything that a subject says of itself and that trials are made from.
///
/// What an author wrote takes part in it: a subject of one's own computes its versions, and a
/// migration's expressions, whenever it is asked. If an answer changes during a run, no seed can
/// repeat the run.
struct GeneratorProbe {
  private let name: String
  private let ignoring: [PropertyPath]
  private let versions: [(version: SubjectVersion, expressions: [String])]

  init(_ subject: any Subject) {
    name = subject.name
    ignoring = subject.ignoring
    let evidence = subject.evidence
    versions = subject.versions.map { version in
      (
        version,
        evidence.expressions(into: version.number).map {
          "\(PropertyPath(type: $0.type, property: $0.property)): \($0.expression)"
        }
      )
    }
  }

  /// What is different in later answers, as a warning; of several things the first.
  func warning(against later: GeneratorProbe) -> HealthWarning? {
    difference(from: later).map { .nondeterministicSubject(name, $0) }
  }

  private func difference(from later: GeneratorProbe) -> String? {
    if !name.isIdentical(to: later.name) { return "another name" }
    if ignoring != later.ignoring { return "another list of ignored properties" }
    guard versions.map(\.version.number) == later.versions.map(\.version.number) else {
      return "other versions"
    }
    for (own, other) in zip(versions, later.versions) {
      let number = own.version.number
      if own.version.schema != other.version.schema {
        return "another schema for version \(number)"
      }
      if own.version.drops != other.version.drops { return "other drops for version \(number)" }
      let invariants = [own, other].map { answers in
        answers.version.invariants.map {
          "\($0.name) \($0.type) \($0.since) \($0.expression?.text ?? "")"
        }
      }
      if !Self.areAlike(invariants[0], invariants[1]) {
        return "other invariants for version \(number)"
      }
      if !Self.areAlike(own.expressions, other.expressions) {
        return "another migration into version \(number)"
      }
    }
    return nil
  }

  private static func areAlike(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
  }

  /// Makes some random trials twice: the first, the last and two between them.
  ///
  /// - Parameters:
  ///   - trials: how many there are.
  ///   - graph: makes the graph of one of them.
  /// - Returns: a warning about the first that came out differently.
  static func warning(
    trials: Int, number: (Int) -> Int, graph: (Int) -> ObjectGraph
  ) -> HealthWarning? {
    var tried = [Int]()
    for trial in [0, trials / 3, trials * 2 / 3, trials - 1]
    where trial >= 0 && trial < trials && !tried.contains(trial) {
      tried.append(trial)
      guard graph(trial).isIdentical(to: graph(trial)) else {
        return .nondeterministicTrial(number(trial))
      }
    }
    return nil
  }
}
