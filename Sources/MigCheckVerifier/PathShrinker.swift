import MigCheckModel

/// Finds the fewest stores and the shortest path on which a graph fails, before it is shrunk.
struct PathShrinker {
  private let shrinker: FindingShrinker
  private(set) var candidate: FindingShrinker.Candidate
  private(set) var evaluations = 0

  private var span: VersionSpan { shrinker.span }

  init(
    _ shrinker: FindingShrinker, observation: Observation, start: Int, graph: ObjectGraph
  ) throws {
    self.shrinker = shrinker
    candidate = FindingShrinker.Candidate(
      start: start, graph: graph, path: observation.path, otherPath: observation.otherPath,
      change: observation.change, kinds: shrinker.kinds, signature: observation.signature)
    try narrowStores()
    try simplifyChange()
    try lowerEnd()
    try dropStops(in: \.path)
    if candidate.otherPath != nil { try dropStops(in: \.unwrappedOtherPath) }
    try startLater()
  }

  /// Takes a candidate if it fails in the same way.
  private mutating func attempt(_ next: FindingShrinker.Candidate) throws -> Bool {
    evaluations += 1
    guard try shrinker.fails(next) else { return false }
    candidate = next
    return true
  }

  private mutating func narrowStores() throws {
    guard candidate.kinds.count > 1, !candidate.signature.kind.isBetweenStores else { return }
    for kind in candidate.kinds {
      var next = candidate
      next.kinds = [kind]
      if try attempt(next) { return }
    }
  }

  /// Looks for a simpler way to make the other graph.
  private mutating func simplifyChange() throws {
    guard let change = candidate.change else { return }
    for simpler in FollowUp.Change.all(of: change.check, schema: candidate.graph.schema) {
      if simpler == change { return }
      var next = candidate
      next.change = simpler
      if try attempt(next) { return }
    }
  }

  /// Looks for an earlier version at which two paths disagree already.
  private mutating func lowerEnd() throws {
    guard let other = candidate.otherPath, let last = candidate.path.last else { return }
    for version in span.versions[(candidate.start + 1)...] where version.number < last {
      var next = candidate
      next.path = candidate.path.filter { $0 < version.number } + [version.number]
      next.unwrappedOtherPath = other.filter { $0 < version.number } + [version.number]
      next.signature.hop.to = version.number
      if next.path != next.otherPath, try attempt(next) { return }
    }
  }

  /// Leaves out versions between the first and the failing hop.
  private mutating func dropStops(
    in path: WritableKeyPath<FindingShrinker.Candidate, [UInt64]>
  ) throws {
    var place = candidate[keyPath: path].count - 2
    while place > 0 {
      var next = candidate
      let version = next[keyPath: path][place]
      let signature = next.signature
      if signature.kind.isOverPaths || version != signature.hop.from {
        next[keyPath: path].remove(at: place)
        if next.path != next.otherPath { _ = try attempt(next) }
      }
      place -= 1
    }
  }

  /// Tries the state before the failing hop, or before the paths part, as a start graph.
  private mutating func startLater() throws {
    guard candidate.signature.kind.check != .invariant else { return }
    var common = Array(candidate.path.dropLast())
    if let other = candidate.otherPath {
      common = zip(candidate.path, other).prefix { $0 == $1 }.map(\.0)
    }
    guard common.count > 1, let version = common.last, let start = span.position(of: version),
      let graph = try shrinker.graph(at: common, of: candidate),
      graph.schema == span.versions[start].schema
    else { return }
    var next = candidate
    next.start = start
    next.graph = graph
    next.path.removeFirst(common.count - 1)
    next.otherPath?.removeFirst(common.count - 1)
    if next.signature.kind.isOverPaths { next.signature.hop.from = version }
    _ = try attempt(next)
  }
}

extension FindingShrinker.Candidate {
  fileprivate var unwrappedOtherPath: [UInt64] {
    get { otherPath ?? [] }
    set { otherPath = newValue }
  }
}
