import MigCheckModel
import MigCheckText

// All paths of a trial.

extension TrialRun {
  /// How many distinct states of one version are followed.
  static let stateLimit = 64

  /// Runs all paths from the start version to the last one.
  func explore(_ paths: VerificationOptions.Paths) throws {
    try limited { try exploreToTheEnd(paths) }
  }

  private func exploreToTheEnd(_ paths: VerificationOptions.Paths) throws {
    guard let node = try begin() else { return }
    node.pathCount = 1
    switch paths {
    case .merged: try exploreMerged(from: node)
    case .all:
      var ends = [Node]()
      try exploreAll(from: node, ends: &ends)
      try compareEnds(ends)
    }
  }

  /// Version by version: the states of a version are complete before any of them is left, so each
  /// has its shortest path by then.
  private func exploreMerged(from first: Node) throws {
    let last = span.versions.count - 1
    var nodes = Array(repeating: [Node](), count: span.versions.count)
    nodes[start] = [first]
    defer {
      for node in nodes.joined() { discard(node.replicas) }
    }
    for position in start..<last {
      for node in nodes[position] {
        for target in (position + 1)...last {
          try advance(node, to: target, nodes: &nodes[target], isLastHop: target == last)
        }
        discard(node.replicas)
        node.replicas.entries = []
      }
    }
    completed = nodes[last].reduce(0) { $0.addingSaturated($1.pathCount) }
    try compareEnds(nodes[last])
  }

  private func advance(
    _ node: Node, to target: Int, nodes: inout [Node], isLastHop: Bool
  ) throws {
    guard let result = try hop(from: node, to: target, consuming: isLastHop) else { return }
    let step = step(from: node, to: target)
    let known = nodes.first { $0.state.isIdentical(to: result.state) }
    if known == nil, nodes.count >= Self.stateLimit {
      let version = span.versions[target].number
      if !cappedVersions.contains(version) { cappedVersions.append(version) }
      discard(result.replicas)
      return
    }
    guard
      let arrived = try arrive(result, from: node, at: target, step: step, merging: known)
    else { return }
    arrived.pathCount = arrived.pathCount.addingSaturated(node.pathCount)
    if known == nil {
      nodes.append(arrived)
    } else {
      if step.path.count < arrived.path.count { arrived.path = step.path }
      if result.isTainted { arrived.isTainted = true }
    }
  }

  /// Depth first, so that no more stores are open than there are versions.
  private func exploreAll(from node: Node, ends: inout [Node]) throws {
    let last = span.versions.count - 1
    defer { discard(node.replicas) }
    for target in (node.position + 1)...last {
      guard let result = try hop(from: node, to: target, consuming: target == last) else {
        continue
      }
      let step = step(from: node, to: target)
      guard target == last else {
        if let next = try arrive(result, from: node, at: target, step: step, merging: nil) {
          next.pathCount = 1
          try exploreAll(from: next, ends: &ends)
        }
        continue
      }
      let known = ends.first { $0.state.isIdentical(to: result.state) }
      if known == nil, ends.count >= Self.stateLimit {
        let version = span.versions[target].number
        if !cappedVersions.contains(version) { cappedVersions.append(version) }
        discard(result.replicas)
        continue
      }
      guard let end = try arrive(result, from: node, at: target, step: step, merging: known)
      else { continue }
      completed = completed.addingSaturated(1)
      if known == nil {
        discard(end.replicas)
        end.replicas.entries = []
        ends.append(end)
      } else {
        if step.path.count < end.path.count { end.path = step.path }
        if result.isTainted { end.isTainted = true }
      }
    }
  }
}
