import MigCheckModel

extension Coverage {
  /// What is known of the code of migrations, which cannot be read: that trials met what it visits.
  package struct CodeCoverage: Sendable, Equatable, Codable {
    /// Objects of one type that code visits in one upgrade.
    package struct Visits: Sendable, Equatable, Codable {
      package var from: UInt64
      package var to: UInt64
      package var type: Name
      /// Whether a version has the type.
      package var isKnown: Bool
      /// Whether a trial met an object.
      package var isMet: Bool

      package init(from: UInt64, to: UInt64, type: Name, isKnown: Bool = true, isMet: Bool = false)
      {
        self.from = from
        self.to = to
        self.type = type
        self.isKnown = isKnown
        self.isMet = isMet
      }

      fileprivate func isSame(as other: Visits) -> Bool {
        from == other.from && to == other.to && type == other.type
      }

      fileprivate func precedes(_ other: Visits) -> Bool {
        (to, from) == (other.to, other.from)
          ? type < other.type : (to, from) < (other.to, other.from)
      }
    }

    /// In increasing order of the versions, then of the types.
    package private(set) var visits: [Visits] = []
    /// In the same order.
    package private(set) var doubts: [CodeDoubt] = []

    package init() {}

    mutating func add(_ visit: Visits) {
      guard let place = visits.firstIndex(where: visit.isSame) else {
        let place = visits.firstIndex(where: visit.precedes) ?? visits.endIndex
        return visits.insert(visit, at: place)
      }
      visits[place].isMet = visits[place].isMet || visit.isMet
    }

    mutating func add(_ doubt: CodeDoubt) {
      guard !doubts.contains(doubt) else { return }
      let place = doubts.firstIndex { isOrdered(doubt, $0) } ?? doubts.endIndex
      doubts.insert(doubt, at: place)
    }

    private func isOrdered(_ first: CodeDoubt, _ second: CodeDoubt) -> Bool {
      let (one, two) = (first.to, second.to)
      guard one == two else { return one < two }
      guard first.type == second.type else { return first.type < second.type }
      return first.property < second.property
    }

    mutating func join(_ other: CodeCoverage) {
      for visit in other.visits { add(visit) }
      for doubt in other.doubts { add(doubt) }
    }

    private var firstOfUnknownTypes: [Visits] {
      visits.filter { visit in
        !visit.isKnown && visits.first { $0.type == visit.type } == visit
      }
    }

    /// What is to be said of types that no schema has, and of what is unclear.
    var warnings: [HealthWarning] {
      firstOfUnknownTypes.map(HealthWarning.unknownType)
        + doubts.map(HealthWarning.unclearResult)
    }
  }
}
