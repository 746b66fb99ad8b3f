extension Coverage {
  /// The paths from one start version.
  package struct Paths: Sendable, Equatable, Codable {
    /// What is left of the objects of a start version at the ends of its paths.
    package enum Fate: String, Sendable, Codable {
      /// At least one object is at each end.
      case kept
      /// Nothing: upgrades remove all types that hold objects, which a finding or the list of drops
      /// says.
      case dropped
      /// Nothing: no store at the start version can hold an object.
      case absent
    }

    package var from: UInt64
    /// Where they end: the last version, or the last one that trials come to.
    package var to: UInt64
    /// How many paths there are; at most `UInt64.max`. 0: no trial runs any upgrade from here.
    package var count: UInt64
    /// How many of them ran to the end, in the trial in which most did, with at least one object at
    /// the start.
    package var completed: UInt64
    /// At how many of their ends there was an object, in the trial in which there were most.
    package var arrived: UInt64
    /// How many a trial takes at most, where there are too many to take all; `nil`: all.
    package var planned: UInt64?
    /// What the ends are expected to hold.
    package var fate: Fate

    package init(
      from: UInt64, to: UInt64, count: UInt64, completed: UInt64, arrived: UInt64,
      planned: UInt64? = nil, fate: Fate = .kept
    ) {
      self.from = from
      self.to = to
      self.count = count
      self.completed = completed
      self.arrived = arrived
      self.planned = planned
      self.fate = fate
    }

    package var isExercised: Bool { hasCompleted && hasArrived }

    package var hasCompleted: Bool { completed >= planned ?? count }

    /// Whether each end held the object that it should.
    package var hasArrived: Bool { fate != .kept || arrived >= planned ?? count }

    /// Whether some path was tried with something that an upgrade could lose.
    var isAnything: Bool { arrived > 0 || completed > 0 && fate == .dropped }
  }

  /// Upgrades that no trial runs.
  package struct Unjudged: Sendable, Equatable, Codable {
    /// In increasing order.
    package var hops: [Hop]
    /// Why, as what is said of each of them: "is …".
    package var reason: String
    /// What to do to have one of them checked, as a command.
    package var remedy: String

    package init(hops: [Hop], reason: String, remedy: String) {
      self.hops = hops
      self.reason = reason
      self.remedy = remedy
    }
  }

  /// Why a run checked nothing at all.
  package enum Void: Sendable, Equatable {
    /// No trial ran an upgrade.
    case noUpgrade
    /// No store at any start version can hold an object.
    case noObject
    /// Objects were upgraded, and none came to the end of a path.
    case noArrival
  }

  /// `nil`: at least one object came to the end of a path, or all went on purpose.
  package var void: Void? {
    guard !paths.isEmpty, !paths.contains(where: \.isAnything) else { return nil }
    if paths.allSatisfy({ $0.count == 0 }) { return .noUpgrade }
    // Refused upgrades that are accepted leave nothing to arrive.
    if paths.contains(where: { excusedStarts.contains($0.from) }) { return nil }
    return paths.allSatisfy { $0.count == 0 || $0.fate == .absent } ? .noObject : .noArrival
  }
}
