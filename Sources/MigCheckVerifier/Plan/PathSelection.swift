import MigCheckModel

/// Which paths the trials of a long history take where every upgrade runs the migration into each
/// version.
///
/// There an upgrade takes the longer the more versions lie between, and passes these on its way, so
/// `StopSelection` would run the same statements again and again. A trial takes a few paths: the
/// straight one, one that makes some stops, and one straight to each stop, which goes on over the later
/// ones: it is in the same state by then as the path that makes all of them, so that what follows runs
/// once. Upgrades straight from a stop to the end are left out, since trials from that version run
/// them.
///
/// The graph that holds everything goes straight to every later version, and through version by
/// version. All other trials of the start version stop less, and one about a hazard stops behind the
/// hazard, which shows what a later version may take away. Most of these take that one path and end
/// there: what a later version does is for its own hazards to show, and whether paths agree for the
/// others. So does each part of a graph that held several of them and found something. A graph of
/// many of one type goes on to the last version, as does every second one of its parts: a mistake may stop the
/// others.
struct PathSelection: Sendable {
  /// The maximum of versions of which every path is taken: beyond, the few paths of a trial cost less
  /// than all paths of one version less.
  static let versionLimit = 6
  /// The maximum of versions where start versions do not share the witnesses of a hazard.
  static let sharingLimit = 10
  /// The same for both if each upgrade starts a program, which may take half a second.
  static let programLimit = 4
  /// How many versions between the first and the last one a trial stops at.
  static let stopCount = 6
  /// The same once the trials of a start version have gone straight to every later one.
  static let briefStopCount = 2
  /// Of so many trials that stop behind a hazard one goes on to the last version.
  private static let shareToTheEnd = 8
  /// The position of the last version that paths lead to.
  private(set) var last: Int

  /// - Parameters:
  ///   - versions: how many there are.
  ///   - limit: the maximum of versions of which every path is taken.
  /// - Returns: `nil` where every path is taken.
  init?(versions: Int, limit: Int = Self.versionLimit) {
    guard versions > limit else { return nil }
    last = versions - 1
  }

  /// The same for a start version from which no store comes further than a version.
  func ending(at position: Int, from start: Int) -> PathSelection {
    guard position > start else { return self }
    var selection = self
    selection.last = position
    return selection
  }

  /// - Parameters:
  ///   - turn: counts the trials of the start version.
  ///   - spans: pairs of versions; a path must stop at the later one of each.
  ///   - isStepwise: whether one of the paths skips no version.
  ///   - isBrief: whether to stop less where every later version was reached.
  ///   - isReached: whether it was, whatever the turn.
  ///   - goesOn: whether paths are to lead to the last version.
  func itinerary(
    from start: Int, turn: Int, through spans: [(Int, Int)] = [], isStepwise: Bool,
    isBrief: Bool = false, isReached: Bool = false, goesOn: Bool = false
  ) -> Itinerary {
    let spans = spans.filter { start <= $0 && $0 < $1 && $1 <= last }
    var stops = stops(from: start, turn: turn)
    if isBrief, isReached || turn >= turns(from: start), stops.count > Self.briefStopCount {
      stops = (0..<Self.briefStopCount).map { place in
        stops[(turn / turns(from: start) + place * stops.count / Self.briefStopCount) % stops.count]
      }.sorted()
      if !isStepwise, spans.contains(where: { $0.1 < last }) {
        if !goesOn, turn % Self.shareToTheEnd != 0,
          let path = path(from: start, behind: spans), path.last != last
        {
          return .selected([path])
        }
        return .selected(joined(from: start, stops: [], through: spans, isStepwise: false))
      }
    }
    // Towards the end there are so few versions left that all paths are hardly more.
    if stops.count >= last - start - 1 { return .everyPath }
    if isStepwise, !isBrief { stops = Array(start + 1..<last) }
    return .selected(joined(from: start, stops: stops, through: spans, isStepwise: isStepwise))
  }

  /// One path that stops behind hazards and ends behind the last of them.
  ///
  /// - Parameter spans: pairs of versions that hazards lie between.
  /// - Returns: `nil` if there are none.
  func path(from start: Int, behind spans: [(Int, Int)]) -> [Int]? {
    let spans = spans.filter { start <= $0 && $0 < $1 && $1 <= last }
    return spans.map(\.1).max().map { end in
      [start] + Self.stops(behind: spans, before: end) + [end]
    }
  }

  /// A witness may be of dozens of hazards: of their versions it stops at some, evenly spread.
  private static func stops(behind spans: [(Int, Int)], before last: Int) -> [Int] {
    let ends = Set(spans.map(\.1)).subtracting([last]).sorted()
    let count = min(ends.count, stopCount)
    return (0..<count).map { ends[$0 * ends.count / count] }
  }

  /// The straight path, one over all stops, and one straight to each that goes on like that.
  private func joined(
    from start: Int, stops: [Int], through spans: [(Int, Int)], isStepwise: Bool
  ) -> [[Int]] {
    let through = Self.stops(behind: spans, before: last)
    let all = isStepwise ? Array(start + 1..<last) : Set(stops + through).sorted()
    let straight = stops.map { stop in [start, stop] + all.filter { $0 > stop } + [last] }
    return ([[start, last]] + straight + [[start] + all + [last]]).withoutRepeated
  }

  /// After so many trials from a start version the stops begin anew.
  func turns(from start: Int) -> Int {
    (max(last - start - 1, 1) + Self.stopCount - 1) / Self.stopCount
  }

  private func stops(from start: Int, turn: Int) -> [Int] {
    let between = last - start - 1
    guard between > Self.stopCount else { return Array(start + 1..<last) }
    let stride = turns(from: start)
    return (0..<Self.stopCount).map { start + 1 + $0 * stride + turn % stride }
      .filter { $0 < last }
  }
}

extension [[Int]] {
  /// Each path once, in the order in which they come first.
  fileprivate var withoutRepeated: [[Int]] {
    enumerated().filter { place, path in !self[..<place].contains(path) }.map(\.element)
  }
}

/// The pairs of versions between which some trial of a run goes without a stop.
struct PlannedHops {
  private let count: Int
  private var isPlanned: [Bool]

  /// - Parameter versions: how many there are.
  init(versions: Int) {
    count = versions
    isPlanned = Array(repeating: false, count: versions * versions)
  }

  mutating func add(_ itinerary: Itinerary, from start: Int) {
    switch itinerary {
    case .everyPath:
      for from in start..<count - 1 {
        for to in from + 1..<count { isPlanned[from * count + to] = true }
      }
    case .selected(let paths):
      for path in paths {
        for (from, to) in zip(path, path.dropFirst()) { isPlanned[from * count + to] = true }
      }
    case .hops(let network):
      for from in network.start..<network.last {
        for to in network.targets(from: from) { isPlanned[from * count + to] = true }
      }
    }
  }

  func contains(_ from: Int, _ to: Int) -> Bool { isPlanned[from * count + to] }

  var total: Int { isPlanned.count(where: \.self) }
}
