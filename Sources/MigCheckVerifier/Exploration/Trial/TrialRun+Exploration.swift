import MigCheckModel
import MigCheckText

// All paths of a trial.

extension TrialRun {
  /// How many distinct states of one version are followed.
  static let stateLimit = 64

  /// How many paths run to the last version if nothing is refused.
  var plannedPaths: UInt64 { itinerary.count(from: start, in: span) }

  /// Whether all paths ran to their end.
  var isComplete: Bool { log.completed >= plannedPaths }

  /// The position of the version that paths lead to.
  private var last: Int { itinerary.end(last: span.pathEnd(from: start)) }

  /// Runs the trial's paths from the start version to the last one.
  func explore(_ exploration: VerificationOptions.Exploration) throws {
    try limited { try exploreToTheEnd(exploration) }
  }

  private func exploreToTheEnd(_ exploration: VerificationOptions.Exploration) throws {
    guard let node = try begin() else { return }
    node.pathCount = 1
    node.onward = itinerary.onward
    switch exploration {
    case .merged: try exploreMerged(from: node)
    case .separate:
      var ends = NodeList()
      try exploreAll(from: node, ends: &ends)
      try judgeEnds(ends.nodes)
    }
  }

  /// Version by version: the states of a version are complete before any of them is left, so each
  /// has its shortest path by then.
  private func exploreMerged(from first: Node) throws {
    let last = self.last
    var nodes = Array(repeating: NodeList(), count: span.versions.count)
    nodes[start].append(first)
    var runs = [PassedRun]()
    for position in start..<last {
      if mustBeFlawless, !isFlawless { return }
      for node in nodes[position].nodes {
        try leave(node, to: &nodes, &runs)
        node.replicas.entries = []
        node.run = nil
      }
      runs.removeAll { $0.versions.last == span.versions[position].number }
    }
    // Where no store can go on, paths end before the last version.
    for position in start..<last where isDeadEnd(position) {
      try judgeEnds(nodes[position].nodes)
    }
    noteEnds(nodes[last].nodes)
    try judgeEnds(nodes[last].nodes)
  }

  /// Counts the paths that ran to their end.
  func noteEnds(_ ends: [Node]) {
    for node in ends where last > start { log.noteEnd(node, of: node.pathCount) }
  }

  func judgeEnds(_ ends: [Node]) throws {
    try judge.ends(ends) { try firstUnrepeatableHop(on: $0, kind: kinds[0]) }
  }

  /// Runs once more, in a store that holds nothing else, paths that ended differently in a batch.
  ///
  /// - Returns: whether they do so alone.
  func judgeAlone(_ ends: [Node]) throws -> Bool {
    let alone = TrialRun(
      span: span, kinds: [kinds[0]], start: start, graph: graph, samples: false,
      scratch: scratch, limit: limit)
    var nodes = [Node]()
    for end in ends {
      guard let node = try alone.run(path: end.path) else { return false }
      node.isMarred = end.isMarred
      nodes.append(node)
    }
    guard !alone.log.hasUnforeseenFailures, !judge.agree(nodes) else { return false }
    // What upgrades of batches do is known to depend on nothing but the store.
    try judge.ends(nodes) { _ in nil }
    return true
  }

  /// Makes all hops from a state.
  ///
  /// - Parameters:
  ///   - nodes: by the position of the version.
  ///   - runs: the runs that have passed versions; if the stores make these hops in one run, it is added.
  private func leave(
    _ node: Node, to nodes: inout [NodeList], _ runs: inout [PassedRun]
  ) throws {
    var legs = [Itinerary.Leg]()
    for leg in itinerary.legs(from: node, in: span) {
      if let run = run(of: runs, showing: leg.target, from: node) {
        if let end = run.nodes[leg.target] {
          try follow(leg, from: node, to: end, shownBy: run)
        } else {
          try advance(node, along: leg, nodes: &nodes[leg.target], shownBy: run)
        }
      } else {
        legs.append(leg)
      }
    }
    try pass(from: node, along: legs)
    if let run = node.run { runs.append(run) }
    for (number, leg) in legs.enumerated() {
      try advance(
        node, along: leg, nodes: &nodes[leg.target], isLastHop: number == legs.count - 1)
    }
  }

  /// The run that shows what a hop does; `nil`: the hop has to run.
  private func run(of runs: [PassedRun], showing target: Int, from node: Node) -> PassedRun? {
    if runsKnownHops || repeats(from: node.position, to: target) { return nil }
    let (from, to) = (span.versions[node.position].number, span.versions[target].number)
    // A hop to a version may have ended in a state that is not followed.
    return runs.first { run in
      run.nodes[node.position] === node && (run.nodes[target] != nil || run.knowsEnds(at: to))
        && run.shows(from: from, to: to)
    }
  }

  /// Judges a hop that need not run, and leads to a known state.
  private func follow(
    _ leg: Itinerary.Leg, from node: Node, to end: Node, shownBy run: PassedRun
  ) throws {
    try requireTime()
    let step = step(from: node, to: leg.target)
    guard canRun(step, from: node.position, to: leg.target) else { return }
    log.noteHop(step.hop, stores: run.kinds.count)
    let result = StepResult(
      replicas: end.replicas, state: end.state,
      trace: run.trace(from: step.hop.from, to: step.hop.to), isTainted: node.isTainted)
    if let arrived = try arrive(result, from: node, at: leg.target, step: step, merging: end) {
      join(arrived, along: leg, step: step, isTainted: result.isTainted)
    }
  }

  /// - Parameters:
  ///   - run: has passed the node, and shows what the hop does; `nil`: the hop has to run.
  ///   - isLastHop: whether the stores of the node may be used up.
  private func advance(
    _ node: Node, along leg: Itinerary.Leg, nodes: inout NodeList, shownBy run: PassedRun? = nil,
    isLastHop: Bool = false
  ) throws {
    let target = leg.target
    guard let result = try hop(from: node, to: target, shownBy: run, consuming: isLastHop) else {
      return
    }
    let step = step(from: node, to: target)
    let known = nodes.node(in: result.state)
    if known == nil, nodes.nodes.count >= Self.stateLimit {
      log.noteCapped(span.versions[target].number)
      return
    }
    guard
      let arrived = try arrive(result, from: node, at: target, step: step, merging: known)
    else { return }
    if known == nil { nodes.append(arrived) }
    join(arrived, along: leg, step: step, isTainted: result.isTainted)
    if let run = run ?? node.run, run.versions.contains(step.hop.to), !result.isTainted,
      result.replicas.entries.count == run.kinds.count
    {
      run.add(arrived)
    }
  }

  /// Notes that a leg leads to a state.
  private func join(
    _ arrived: Node, along leg: Itinerary.Leg, step: PathStep, isTainted: Bool
  ) {
    arrived.pathCount = arrived.pathCount.addingSaturated(leg.pathCount)
    arrived.onward += leg.onward
    if step.path.count < arrived.path.count { arrived.path = step.path }
    if isTainted { arrived.isTainted = true }
  }

  /// Depth first, so that no more stores are open than there are versions.
  private func exploreAll(from node: Node, ends: inout NodeList) throws {
    defer { node.replicas.entries = [] }
    let legs = itinerary.legs(from: node, in: span)
    for (number, leg) in legs.enumerated() {
      let target = leg.target
      guard let result = try hop(from: node, to: target, consuming: number == legs.count - 1)
      else { continue }
      let step = step(from: node, to: target)
      guard target == last else {
        if let next = try arrive(result, from: node, at: target, step: step, merging: nil) {
          next.pathCount = 1
          next.onward = leg.onward
          try exploreAll(from: next, ends: &ends)
        }
        continue
      }
      let known = ends.node(in: result.state)
      if known == nil, ends.nodes.count >= Self.stateLimit {
        log.noteCapped(span.versions[target].number)
        continue
      }
      guard let end = try arrive(result, from: node, at: target, step: step, merging: known)
      else { continue }
      log.noteEnd(end, of: leg.pathCount)
      if known == nil {
        end.replicas.entries = []
        ends.append(end)
      } else {
        if step.path.count < end.path.count { end.path = step.path }
        if result.isTainted { end.isTainted = true }
      }
    }
  }
}
