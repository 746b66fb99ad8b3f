import MigCheckModel

/// At which versions the trials of a long history stop.
///
/// Between *n* versions there are *n*²/2 hops, and a trial that takes every path makes all that follow
/// its start version. In a long history a trial therefore stops at some of the versions only, and
/// takes every path over these; those that it does not stop at, it skips. The stops move on from trial
/// to trial and from start version to start version.
///
/// How many stops there are follows from a number of hops, which grows with the versions: no history
/// costs less than a shorter one. Trials that share stores make their hops once for all of them, so
/// they may stop more often.
struct StopSelection: Sendable {
  /// How many hops a run makes, if each start version has one trial.
  struct Budget: Sendable {
    /// The maximum of versions of which every path is taken.
    var everyPathLimit: Int
    /// How many hops each further version adds.
    var growth: Int

    /// For a trial that has stores of its own.
    static let single = Budget(everyPathLimit: 12, growth: 15)
    /// For as many trials as fit into one store.
    static let shared = Budget(everyPathLimit: 24, growth: 15)

    /// How many hops there are.
    ///
    /// - Parameter versions: how many there are.
    func hops(versions: Int) -> Int {
      let most = min(versions, everyPathLimit)
      return (most + 1) * most * (most - 1) / 6 + growth * max(0, versions - everyPathLimit)
    }
  }

  /// From how many start versions, evenly spread, the graph that holds everything goes through
  /// version by version.
  private static let stepwiseStarts = 16

  private let versions: Int
  /// By start version: the position of the last version that stores come to.
  private let ends: [Int]
  private let single: [Int]
  private let shared: [Int]

  /// - Parameters:
  ///   - versions: how many there are; at least two.
  ///   - ends: by start version, the position of the last version that stores come to.
  init(versions: Int, ends: [Int]) {
    self.versions = versions
    self.ends = ends
    single = Self.stops(within: .single, versions: versions)
    shared = Self.stops(within: .shared, versions: versions)
  }

  /// How many hops there are between a start version, a number of stops and the last version.
  static func hops(over stops: Int) -> Int { (stops + 2) * (stops + 1) / 2 }

  /// - Returns: by start version, how many stops keep the hops of all start versions within a budget.
  /// - Complexity: O(*n*²) in the number of versions.
  private static func stops(within budget: Budget, versions: Int) -> [Int] {
    let most = (0..<versions - 1).map { versions - $0 - 2 }
    var left = budget.hops(versions: versions) - (versions - 1)
    var result = most.map { _ in 0 }
    // One stop more for each start version, the oldest first, as long as there are hops left.
    for count in 1..<max(versions, 2) {
      for start in result.indices where most[start] >= count {
        left -= hops(over: count) - hops(over: count - 1)
        guard left >= 0 else { return result }
        result[start] = count
      }
    }
    return result
  }

  /// How many versions on the way a trial stops at.
  ///
  /// - Parameter sharing: how many trials have the same stops, in the same stores; `nil`: it has stores
  ///   of its own.
  private func stopCount(from start: Int, sharing: Int?) -> Int {
    guard let sharing else { return single[start] }
    if versions <= Budget.shared.everyPathLimit { return shared[start] }
    let limit = Self.hops(over: single[start]) * max(1, sharing)
    return (single[start]...max(single[start], shared[start])).last { Self.hops(over: $0) <= limit }
      ?? single[start]
  }

  /// - Parameters:
  ///   - turn: counts the trials of the start version, or those together that share stores.
  ///   - sharing: how many trials have the same paths, in the same stores; `nil`: it has stores of its
  ///     own.
  ///   - spans: pairs of versions that a path must lead through, with nothing between them.
  ///   - isStepwise: whether one of the paths skips no version.
  func itinerary(
    from start: Int, turn: Int, sharing: Int? = nil, through spans: [(Int, Int)] = [],
    isStepwise: Bool
  ) -> Itinerary {
    let last = ends[start]
    let between = last - start - 1
    let count = stopCount(from: start, sharing: sharing)
    guard count < between else { return .everyPath }
    let stops = (0..<count).map { place in
      let (lower, upper) = (place * between / count, (place + 1) * between / count)
      return start + 1 + lower + (turn + (start + place) * 7 + place * place) % (upper - lower)
    }
    var network = HopNetwork(from: start, to: last, over: stops)
    let spans = spans.filter { start <= $0 && $0 < $1 && $1 <= last }
    if isStepwise || spans.count > count {
      network.add(Array(start...last))
      for (from, to) in spans { network.add([from, to]) }
    } else {
      for (from, to) in spans {
        network.add((from == start ? [] : [start]) + [from, to] + (to == last ? [] : [last]))
      }
    }
    return .hops(network)
  }

  /// Whether the graph that holds everything goes through version by version from a start version.
  func isStepwise(from start: Int) -> Bool {
    start % ((versions + Self.stepwiseStarts - 2) / Self.stepwiseStarts) == 0
  }
}

/// Some of the hops between the versions from a start version on: a trial takes every path along them.
struct HopNetwork: Sendable, Equatable {
  let start: Int
  /// The position of the version that every path leads to.
  let last: Int
  /// The versions between that are stopped at: there are all hops between these, the first and the last.
  let stops: [Int]
  /// By the position of a version, counted from `start`: where hops lead from there, in order.
  private var targets: [[Int]]

  /// All hops between the start version, some stops and the last version.
  ///
  /// - Parameter stops: in increasing order.
  init(from start: Int, to last: Int, over stops: [Int]) {
    (self.start, self.last, self.stops) = (start, last, stops)
    targets = Array(repeating: [], count: last - start + 1)
    let all = [start] + stops + [last]
    for (place, stop) in all.enumerated() { targets[stop - start] = Array(all[(place + 1)...]) }
  }

  /// Where hops lead from a version.
  func targets(from position: Int) -> [Int] { targets[position - start] }

  mutating func add(_ path: [Int]) {
    for (from, to) in zip(path, path.dropFirst()) {
      let place = targets[from - start].firstIndex { $0 >= to } ?? targets[from - start].count
      guard place == targets[from - start].count || targets[from - start][place] != to
      else { continue }
      targets[from - start].insert(to, at: place)
    }
  }

  /// How many paths there are; at most `UInt64.max`.
  ///
  /// - Parameter isTaken: whether paths take a hop.
  func pathCount(where isTaken: (_ from: Int, _ to: Int) -> Bool) -> UInt64 {
    var counts = Array(repeating: UInt64(0), count: targets.count)
    counts[0] = 1
    for (place, targets) in targets.enumerated() where counts[place] > 0 {
      for target in targets where isTaken(start + place, target) {
        counts[target - start] = counts[target - start].addingSaturated(counts[place])
      }
    }
    return counts[last - start]
  }

  /// The path that makes all stops.
  var pathOverStops: [Int] { [start] + stops + [last] }
}
