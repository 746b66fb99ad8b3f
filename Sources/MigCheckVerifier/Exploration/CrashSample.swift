import MigCheckModel

/// Which upgrade of a trial is interrupted.
enum CrashChoice: Sendable, Equatable {
  case none
  /// To the last version or to the next one in turn; the turn also decides which moments are tried.
  case turn(Int)
  /// To both.
  case both
  /// To both, at as many moments as for a finding.
  case all
}

/// Which of the crashes of one upgrade are tried.
struct CrashSample {
  /// In the order in which they are tried: the simplest to understand first.
  let points: [CrashPoint]
  /// How many there are in all.
  let possible: Int

  /// At most so many moments of a kind: statements are few, and each leaves a state of its own.
  private static func limit(_ kind: CrashPoint.Kind) -> Int {
    kind == .killedAfterStatement ? 32 : 6
  }

  /// Where only one upgrade is looked at.
  private static let thoroughLimit = 48

  /// A sample of all kinds.
  ///
  /// - Parameters:
  ///   - moments: how often each kind could happen.
  ///   - turn: other turns take other moments, where not all can be taken; `nil`: more are taken.
  init(of moments: [CrashPoint.Kind: Int], turn: Int?) {
    points = CrashPoint.Kind.allCases.flatMap { kind in
      Self.sample(
        kind, of: moments[kind] ?? 0, limit: turn == nil ? Self.thoroughLimit : Self.limit(kind),
        turn: turn ?? 0)
    }
    possible = moments.values.reduce(0, +)
  }

  /// The very same point, then others of its kind: on a smaller graph the same thing happens
  /// at another moment.
  init(of moments: [CrashPoint.Kind: Int], like known: CrashPoint) {
    let count = moments[known.kind] ?? 0
    let others = Self.sample(known.kind, of: count, limit: Self.thoroughLimit, turn: 0)
    points = (known.moment <= count ? [known] : []) + others.filter { $0 != known }
    possible = count
  }

  /// Evenly from the first to the last, which is where a transaction ends and always among them; what
  /// lies between is shifted from turn to turn, by the golden section, so that few turns spread well.
  private static func sample(
    _ kind: CrashPoint.Kind, of count: Int, limit: Int, turn: Int
  ) -> [CrashPoint] {
    let taken = min(count, limit)
    return (0..<taken).map { place in
      if place > 0, place == taken - 1 { return CrashPoint(kind, at: count) }
      let first = place * count / taken
      let width = (place + 1) * count / taken - first
      return CrashPoint(kind, at: 1 + first + turn * width * 618 / 1000 % width)
    }
  }
}
