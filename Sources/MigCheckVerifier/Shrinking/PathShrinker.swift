import MigCheckModel

/// Finds the fewest stores, the shortest paths and the latest start version with which a graph
/// fails, before it is shrunk.
///
/// A candidate counts if its failure has the same signature. Only its versions may come closer
/// together: the same failure on a hop inside the one that fails, or between two paths that span
/// fewer versions, stands for the longer one, as it does in `FindingSelection`.
struct PathShrinker {
  private let shrinker: FindingShrinker
  /// As a trial met it.
  let failure: Failure
  private(set) var candidate: FindingShrinker.Candidate
  private(set) var evaluations = 0
  /// Hops that failed too, and for which a shorter one now stands.
  private(set) var longerHops: [Hop] = []

  private var span: VersionSpan { shrinker.span }

  /// How many starts, ends and pairs of paths are tried, beside dropping stops.
  private static let limit = 48

  /// - Parameter isShortest: `false`: another failure represents this one, whose paths stay as they are.
  init(
    _ shrinker: FindingShrinker, failure: Failure, start: Int, graph: ObjectGraph,
    isShortest: Bool = true
  ) throws {
    self.shrinker = shrinker
    self.failure = failure
    candidate = FindingShrinker.Candidate(
      failure, start: start, graph: graph, kinds: shrinker.kinds)
    guard isShortest else { return }
    try narrowStores()
    try simplifyChange()
    if candidate.otherPath != nil {
      try lowerEnd()
      try dropStops(in: \.path)
      try dropStops(in: \.unwrappedOtherPath)
      try findShorterPair()
    } else {
      try dropStops(in: \.path)
      try shortenHop()
    }
    try startLater()
    if candidate.otherPath != nil { try startBetween() }
  }

  /// Takes a candidate if it fails in the same way.
  private mutating func attempt(_ next: FindingShrinker.Candidate) throws -> Bool {
    guard span.hasPath(next.path), next.otherPath.map(span.hasPath) ?? true else { return false }
    evaluations += 1
    guard try shrinker.fails(next) else { return false }
    candidate = next
    return true
  }

  private mutating func narrowStores() throws {
    guard candidate.kinds.count > 1, candidate.signature.scope != .stores else { return }
    for kind in candidate.kinds {
      var next = candidate
      next.kinds = [kind]
      if try attempt(next) { return }
    }
  }

  /// Looks for a simpler way to make the other graph.
  private mutating func simplifyChange() throws {
    guard let change = candidate.change else { return }
    for simpler in change.definition.changes(of: candidate.graph.schema) {
      if simpler == change { return }
      var next = candidate
      next.change = simpler
      if try attempt(next) { return }
    }
  }

  // MARK: Paths

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
      if signature.spansPaths || version != signature.hop.from {
        next[keyPath: path].remove(at: place)
        if next.path != next.otherPath { _ = try attempt(next) }
      }
      place -= 1
    }
  }

  /// Tries the straight way against each way with one stop, where two paths have more stops.
  private mutating func findShorterPair() throws {
    guard let other = candidate.otherPath, candidate.path.count + other.count > 5,
      let first = candidate.path.first, let last = candidate.path.last
    else { return }
    for pair in pairs(from: first, to: last) {
      var next = candidate
      (next.path, next.otherPath) = pair
      if try attempt(next) { return }
    }
  }

  /// The straight way and each way with one stop.
  private func pairs(from first: UInt64, to last: UInt64) -> [([UInt64], [UInt64]?)] {
    span.versions.map(\.number).filter { first < $0 && $0 < last }.prefix(Self.limit).map {
      ([first, last], [first, $0, last])
    }
  }

  // MARK: The failing hop

  /// Looks for a hop inside the failing one that fails as well: from a later version, then to an
  /// earlier one.
  private mutating func shortenHop() throws {
    let signature = candidate.signature
    guard !signature.spansPaths, let end = span.position(of: signature.hop.to),
      let begin = span.position(of: signature.hop.from), end > begin + 1
    else { return }
    let before = candidate.path.filter { $0 <= signature.hop.from }
    for position in (begin + 1..<end).reversed().prefix(Self.limit) {
      let from = span.versions[position].number
      guard let next = try starting(after: before + [from], then: [signature.hop.to]) else {
        continue
      }
      if try attemptHop(next, Hop(from: from, to: signature.hop.to)) { break }
    }
    let from = candidate.signature.hop.from
    guard let begin = span.position(of: from) else { return }
    for position in (begin + 1..<end).prefix(Self.limit) {
      var next = candidate
      let to = span.versions[position].number
      next.path = candidate.path.filter { $0 <= from } + [to]
      if try attemptHop(next, Hop(from: from, to: to)) { return }
    }
  }

  private mutating func attemptHop(
    _ candidate: FindingShrinker.Candidate, _ hop: Hop
  ) throws -> Bool {
    var next = candidate
    next.signature.hop = hop
    let known = self.candidate.signature.hop
    guard try attempt(next) else { return false }
    longerHops.append(known)
    return true
  }

  // MARK: The start

  /// Tries the latest state before the failing hop, or before the paths part, as a start graph.
  private mutating func startLater() throws {
    guard candidate.signature.scope != .path else { return }
    var common = Array(candidate.path.dropLast())
    if let other = candidate.otherPath {
      common = zip(candidate.path, other).prefix { $0 == $1 }.map(\.0)
    }
    while common.count > 1 {
      let rest = candidate.path.dropFirst(common.count)
      if var next = try starting(after: common, then: Array(rest)) {
        next.otherPath = candidate.otherPath.map {
          [common[common.count - 1]] + $0.dropFirst(common.count)
        }
        if next.signature.spansPaths { next.signature.hop.from = next.path[0] }
        if try attempt(next) { return }
      }
      common.removeLast()
    }
  }

  /// Tries whether two paths disagree from a later version on, which the graph was upgraded to.
  private mutating func startBetween() throws {
    guard candidate.signature.scope != .path, let other = candidate.otherPath,
      let last = candidate.path.last, let end = span.position(of: last), end > candidate.start + 2
    else { return }
    let path = candidate.path
    var tries = 0
    for position in (candidate.start + 1...end - 2).reversed() {
      let version = span.versions[position].number
      let ways = [[path[0], version], (path.filter { $0 < version } + [version])]
      for way in ways[0] == ways[1] ? [ways[0]] : ways {
        guard let started = try starting(after: way, then: [last]) else { continue }
        let own = (
          [version] + path.filter { $0 > version }, [version] + other.filter { $0 > version }
        )
        for (first, second) in [(own.0, Optional(own.1))] + pairs(from: version, to: last)
        where first != second && tries < Self.limit {
          tries += 1
          var next = started
          (next.path, next.otherPath) = (first, second)
          next.signature.hop.from = version
          if try attempt(next) { return }
        }
      }
    }
  }

  /// The candidate with the state that a part of a path leads to as its start graph.
  ///
  /// - Parameters:
  ///   - way: from the present start on; the graph is that of its last version.
  ///   - rest: the versions that follow.
  /// - Returns: `nil` if no start graph can hold that state.
  private func starting(
    after way: [UInt64], then rest: [UInt64]
  ) throws -> FindingShrinker.Candidate? {
    guard span.hasPath(way), let version = way.last, let start = span.position(of: version),
      let graph = try shrinker.graph(at: way, of: candidate),
      graph.schema == span.versions[start].schema
    else { return nil }
    var next = candidate
    next.start = start
    next.graph = graph
    next.path = [version] + rest
    return next
  }
}

extension FindingShrinker.Candidate {
  /// A failure as a trial met it.
  init(_ failure: Failure, start: Int, graph: ObjectGraph, kinds: [StoreKind]) {
    self.init(
      start: start, graph: graph, path: failure.site.path, otherPath: failure.site.otherPath,
      change: failure.site.change,
      crash: failure.violation.crash, kinds: kinds,
      signature: failure.signature)
  }

  fileprivate var unwrappedOtherPath: [UInt64] {
    get { otherPath ?? [] }
    set { otherPath = newValue }
  }
}
