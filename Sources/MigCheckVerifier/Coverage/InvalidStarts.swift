import MigCheckModel

/// How many random graphs of one start version made no store. Adding in any order gives the same.
struct InvalidStarts: Codable {
  private struct Example: Codable {
    /// Of the trial.
    var position: Int
    var reason: String
  }

  /// More of them than this share call for a warning.
  static let tolerated = 0.1

  /// The start version.
  let version: UInt64
  private(set) var trials = 0
  private(set) var invalid = 0
  /// Of the lowest position.
  private var first: Example?

  var hasExample: Bool { first != nil }

  init(version: UInt64) {
    self.version = version
  }

  /// - Parameter reason: a sentence; `nil` for a graph that made a store.
  mutating func add(position: Int, reason: String?) {
    trials += 1
    guard let reason else { return }
    invalid += 1
    let next = Example(position: position, reason: reason)
    if first.map({ position < $0.position }) ?? true { first = next }
  }

  /// Adds those of other trials with the same start version.
  mutating func join(_ other: InvalidStarts) {
    trials &+= other.trials
    invalid &+= other.invalid
    if let next = other.first, first.map({ next.position < $0.position }) ?? true { first = next }
  }

  /// The warning `invalid-graphs`, if one is due: if at a confidence of 95 % more than the tolerated
  /// share of graphs is invalid, by the lower bound of Wilson's interval.
  var warning: HealthWarning? {
    let share = WilsonInterval(invalid, of: trials, deviations: 1.96)
    guard let first, share.low > Self.tolerated else {
      return nil
    }
    return .invalidGraphs(invalid, of: trials, version: version, first: first.reason)
  }
}
