import MigCheckVerifier

/// What became of the upgrade between each pair of versions, with neighbouring versions joined whose
/// upgrades all came to the same, so that a history of any length fits a small screen.
struct HopMatrix {
  /// What a cell says, the worst last.
  enum State: Int, Comparable {
    case passed, notRun, warns, longer, begins

    static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }

    var sign: String {
      switch self {
      case .passed: "✓"
      case .notRun: "–"
      case .warns: "⚠"
      case .longer: "•"
      case .begins: "✘"
      }
    }

    var meaning: String {
      switch self {
      case .passed: "nothing found"
      case .notRun: "not run"
      case .warns: "a warning"
      case .longer: "fails for the same reason on a longer way"
      case .begins: "begins to fail here"
      }
    }
  }

  /// Neighbouring versions.
  struct Group {
    var first: Int
    var last: Int
  }

  struct Cell {
    var state: State
    /// Positions of the findings among those that matter most first.
    var findings: [Int]
    /// How many upgrades it is about, and how many of them ran.
    var upgrades: Int
    var ran: Int
  }

  let versions: [UInt64]
  let findings: [ReportDocument.Finding]
  /// `nil`: it is not known which upgrades ran.
  private let ran: Set<ReportDocument.Hop>?
  /// Positions of the findings that show on an upgrade, by the positions of its versions.
  private let shown: [[[Int]]]

  /// - Complexity: O(*n*² *f*) in the numbers of versions and of findings.
  init(_ document: ReportDocument) {
    let versions = document.versions.map(\.number)
    let ranked = document.ranked
    self.versions = versions
    findings = ranked
    ran = document.ran
    let problems = ranked.indices.filter { ranked[$0].standing != .known }
    shown = versions.map { from in
      versions.map { to in
        guard from < to else { return [] }
        let hop = ReportDocument.Hop(from: from, to: to)
        return problems.filter { ranked[$0].shows(on: hop) }
      }
    }
  }

  /// The cell of an upgrade.
  func cell(_ from: Int, _ to: Int) -> Cell {
    let hop = ReportDocument.Hop(from: versions[from], to: versions[to])
    let own = shown[from][to]
    let isRun = ran?.contains(hop) ?? true
    let states = own.map { place -> State in
      let finding = findings[place]
      if finding.standing == .warns || finding.standing == .undecided { return .warns }
      return finding.hop == hop ? .begins : .longer
    }
    return Cell(
      state: states.max() ?? (isRun ? .passed : .notRun), findings: own, upgrades: 1,
      ran: isRun ? 1 : 0)
  }

  /// All cells between two groups, or within one, in one.
  func cell(_ from: Group, _ to: Group) -> Cell? {
    var result: Cell?
    for start in from.first...from.last {
      for end in to.first...to.last where start < end {
        let next = cell(start, end)
        guard let known = result else {
          result = next
          continue
        }
        result = Cell(
          state: Self.joined(known.state, next.state),
          findings: Set(known.findings + next.findings).sorted(),
          upgrades: known.upgrades + 1, ran: known.ran + next.ran)
      }
    }
    return result
  }

  /// Of upgrades of which some ran, those count.
  private static func joined(_ first: State, _ second: State) -> State {
    if Set([first, second]) == [.passed, .notRun] { return .passed }
    return max(first, second)
  }

  /// Each version on its own.
  var single: [Group] { versions.indices.map { Group(first: $0, last: $0) } }

  /// Neighbouring versions are one group if the same findings show on their upgrades from and to each
  /// other version, and none begins between them.
  ///
  /// - Complexity: O(*n*²) in the number of versions.
  var groups: [Group] {
    var groups = [Group]()
    for next in versions.indices {
      guard let last = groups.last, areAlike(last, next) else {
        groups.append(Group(first: next, last: next))
        continue
      }
      groups[groups.count - 1].last = next
    }
    return groups
  }

  private func areAlike(_ group: Group, _ next: Int) -> Bool {
    let own = group.last
    func findings(_ one: Int, _ other: Int) -> [Int] { shown[min(one, other)][max(one, other)] }
    func starts(at one: Int, _ other: Int) -> Bool {
      let hop = ReportDocument.Hop(
        from: versions[min(one, other)], to: versions[max(one, other)])
      return findings(one, other).contains { self.findings[$0].hop == hop }
    }
    let inner = findings(group.first, group.last)
    guard findings(own, next) == inner || group.first == group.last && findings(own, next).isEmpty
    else { return false }
    return versions.indices.allSatisfy { other in
      if other == own || other == next || (group.first...group.last).contains(other) { return true }
      return findings(own, other) == findings(next, other)
        && starts(at: own, other) == starts(at: next, other)
    }
  }

  func name(_ group: Group) -> String {
    group.first == group.last
      ? "\(versions[group.first])" : "\(versions[group.first])–\(versions[group.last])"
  }
}
