import MigCheckGeneration
import MigCheckModel

/// Makes an observation into a finding that is as small as it can be made.
///
/// First the store and the path, then the graph. A candidate counts only if it fails with the same
/// signature; for a disagreement of paths the versions between which they run may come closer
/// together.
struct FindingShrinker {
  let span: VersionSpan
  /// The stores of the run, memory before file.
  let kinds: [StoreKind]
  let scratch: RunFolder
  let budget: Int
  let interruption: Interruption?

  /// A start graph and what is run on it.
  struct Candidate: Sendable {
    /// Position of the start version.
    var start: Int
    var graph: ObjectGraph
    var path: [UInt64]
    var otherPath: [UInt64]?
    var kinds: [StoreKind]
    var signature: Signature

    var isBetweenPaths: Bool { otherPath != nil }
  }

  // MARK: Evaluating

  /// Runs a candidate.
  ///
  /// - Returns: the observation with its signature, or `nil`.
  func evaluate(_ candidate: Candidate) throws -> Observation? {
    let run = TrialRun(
      span: span, kinds: candidate.kinds, start: candidate.start, graph: candidate.graph,
      samples: candidate.signature.kind.needsSampling, scratch: scratch)
    defer { run.finish() }
    if let other = candidate.otherPath {
      try run.run(path: candidate.path, against: other)
    } else {
      _ = try run.run(path: candidate.path)
    }
    return run.observations.all.first {
      $0.otherPath == candidate.otherPath
        && (candidate.isBetweenPaths
          ? $0.signature.isAlike(candidate.signature) : $0.signature == candidate.signature)
    }
  }

  private func fails(_ candidate: Candidate) throws -> Bool {
    if interruption?.isRequested ?? false { return false }
    return try evaluate(candidate) != nil
  }

  // MARK: Paths

  /// The first candidate of an observation, with the path as short as it gets on its graph.
  func narrowed(
    _ observation: Observation, start: Int, graph: ObjectGraph
  ) throws -> (candidate: Candidate, evaluations: Int) {
    var candidate = Candidate(
      start: start, graph: graph, path: observation.path, otherPath: observation.otherPath,
      kinds: kinds, signature: observation.signature)
    var evaluations = 0
    func attempt(_ next: Candidate) throws -> Bool {
      evaluations += 1
      guard try fails(next) else { return false }
      candidate = next
      return true
    }
    try narrowStores(&candidate, attempt: attempt)
    if candidate.isBetweenPaths { _ = try lowerEnd(candidate, attempt: attempt) }
    try dropStops(in: \.path, of: { candidate }, attempt: attempt)
    if candidate.isBetweenPaths {
      try dropStops(in: \.unwrappedOtherPath, of: { candidate }, attempt: attempt)
    }
    if let later = try rerooted(candidate) { _ = try attempt(later) }
    return (candidate, evaluations)
  }

  private func narrowStores(
    _ candidate: inout Candidate, attempt: (Candidate) throws -> Bool
  ) throws {
    guard kinds.count > 1, !candidate.signature.kind.isBetweenStores else { return }
    for kind in kinds {
      var next = candidate
      next.kinds = [kind]
      if try attempt(next) { return }
    }
  }

  /// Looks for an earlier version at which the two paths disagree already.
  private func lowerEnd(
    _ candidate: Candidate, attempt: (Candidate) throws -> Bool
  ) throws -> Bool {
    guard let other = candidate.otherPath, let last = candidate.path.last else { return false }
    for version in span.versions[(candidate.start + 1)...] where version.number < last {
      var next = candidate
      next.path = candidate.path.filter { $0 < version.number } + [version.number]
      let otherPath = other.filter { $0 < version.number } + [version.number]
      next.otherPath = otherPath
      if next.path != otherPath, try attempt(next) { return true }
    }
    return false
  }

  /// Leaves out versions between the first and the failing hop.
  private func dropStops(
    in path: WritableKeyPath<Candidate, [UInt64]>, of current: () -> Candidate,
    attempt: (Candidate) throws -> Bool
  ) throws {
    var place = current()[keyPath: path].count - 2
    while place > 0 {
      var next = current()
      let version = next[keyPath: path][place]
      let isOfHop = !next.signature.kind.isOverPaths && version == next.signature.hop.from
      if !isOfHop {
        next[keyPath: path].remove(at: place)
        if next.path != next.otherPath { _ = try attempt(next) }
      }
      place -= 1
    }
  }

  /// The same failure from a later start: the state before the failing hop, as a graph.
  private func rerooted(_ candidate: Candidate) throws -> Candidate? {
    guard candidate.signature.kind.check != .invariant else { return nil }
    var common = Array(candidate.path.dropLast())
    if let other = candidate.otherPath {
      common = zip(candidate.path, other).prefix { $0 == $1 }.map(\.0)
    }
    guard common.count > 1, let version = common.last, let start = span.position(of: version)
    else { return nil }
    let run = TrialRun(
      span: span, kinds: [candidate.kinds[0]], start: candidate.start, graph: candidate.graph,
      samples: false, scratch: scratch)
    defer { run.finish() }
    guard let node = try run.run(path: common), node.snapshot.misplaced.isEmpty,
      node.snapshot.danglingLinks.isEmpty, node.snapshot.graph.validate().isEmpty,
      node.snapshot.graph.schema == span.versions[start].schema
    else { return nil }
    var next = candidate
    next.start = start
    next.graph = node.snapshot.graph
    next.path = Array(candidate.path.dropFirst(common.count - 1))
    next.otherPath = candidate.otherPath.map { Array($0.dropFirst(common.count - 1)) }
    if next.isBetweenPaths, let last = next.path.last {
      next.signature.hop = Hop(from: version, to: last)
    }
    return next
  }

  // MARK: Graphs

  /// Shrinks the graph, and runs the result twice.
  func finding(
    _ observation: Observation, candidate: Candidate, evaluations: Int, trial: Int?,
    originalObjects: Int
  ) throws -> Finding {
    var candidate = candidate
    var shrinker = Shrinker(budget: budget)
    let result = try shrinker.shrink(candidate.graph) { graph in
      var next = candidate
      next.graph = graph
      return try fails(next)
    }
    candidate.graph = result.graph
    let (first, second) = (try evaluate(candidate), try evaluate(candidate))
    let last = first ?? second ?? observation
    let counterexample = Counterexample(
      version: span.versions[candidate.start].number, graph: candidate.graph,
      originalObjects: originalObjects, isMinimal: result.isMinimal,
      anyValues: result.anyMarks.map {
        Counterexample.AnyValue(type: $0.type, property: $0.property, row: $0.row)
      })
    return Finding(
      fault: last.fault, severity: last.fault.kind == .pathsUndecided ? .warning : .error,
      hop: last.hop, path: candidate.path, otherPath: candidate.otherPath, store: last.store,
      trial: trial, evaluations: evaluations + result.evaluations,
      counterexample: counterexample, isFlaky: first == nil || second == nil)
  }
}

extension FindingShrinker.Candidate {
  fileprivate var unwrappedOtherPath: [UInt64] {
    get { otherPath ?? [] }
    set { otherPath = newValue }
  }
}

extension Fault.Kind {
  fileprivate var needsSampling: Bool {
    switch check {
    case .deterministic, .reopenStable: true
    default: false
    }
  }

  var isBetweenStores: Bool { check == .storesAgree }

  /// Whether the fault is not one of a single hop.
  var isOverPaths: Bool { check == .pathsAgree || check == .invariant }

  var check: Check { Fault(self).check }
}
