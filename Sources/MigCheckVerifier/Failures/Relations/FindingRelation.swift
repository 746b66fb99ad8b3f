import MigCheckModel

/// One way in which some findings of a run stand for others.
///
/// A further relation is a function and a line in `all`.
struct FindingRelation: Sendable {
  /// A finding that stays, with what it stands for.
  struct Kept {
    /// Among all findings.
    var position: Int
    /// The hops of those that it represents.
    var alsoAt: [Hop]
    /// Other properties of the same cause; `nil`: the relation says nothing of them.
    var likewise: [PropertyPath]?

    init(_ position: Int, alsoAt: [Hop] = [], likewise: [PropertyPath]? = nil) {
      self.position = position
      self.alsoAt = alsoAt
      self.likewise = likewise
    }
  }

  /// What a relation may have to know beyond the findings.
  struct Facts {
    /// The versions whose migrations hold code.
    var codeVersions: [UInt64]
    /// Whether an upgrade over several versions runs the same statements as those between them.
    var runsStatements: Bool
  }

  private let ofStatements: Bool
  private let kept: @Sendable ([Finding], Facts) -> [Kept]

  /// - Parameter ofStatements: whether it holds only where longer upgrades run the statements of the
  ///   shorter ones.
  private init(
    ofStatements: Bool = false, _ kept: @escaping @Sendable ([Finding], Facts) -> [Kept]
  ) {
    self.ofStatements = ofStatements
    self.kept = kept
  }

  /// A relation that only leaves findings out.
  private static func leavingOut(
    ofStatements: Bool = false, _ keep: @escaping @Sendable ([Finding]) -> [Int]
  ) -> FindingRelation {
    FindingRelation(ofStatements: ofStatements) { findings, _ in
      keep(findings).map { Kept($0) }
    }
  }

  /// A relation by which findings take over the hops of others.
  private static func joining(
    ofStatements: Bool = false, _ keep: @escaping @Sendable ([Finding]) -> [Kept]
  ) -> FindingRelation {
    FindingRelation(ofStatements: ofStatements) { findings, _ in keep(findings) }
  }

  /// All relations, in the order in which they are applied.
  static let all = [
    joining(FindingSelection.ofDistinctStatements),
    FindingRelation { findings, facts in
      FindingSelection.withoutEffectsOfChance(findings, code: facts.codeVersions)
    },
    leavingOut(FindingSelection.withoutConsequences),
    joining(FindingSelection.ofOlderReleases),
    joining(ofStatements: true, FindingSelection.withoutLaterLooks),
    leavingOut(ofStatements: true, FindingSelection.withoutLaterRefusals),
    joining(ofStatements: true, FindingSelection.withoutRepeatedDeletions),
    joining(ofStatements: true, FindingSelection.ofStatements),
    leavingOut(ofStatements: true, FindingSelection.withoutRetoldWarnings),
    joining(ofStatements: true, FindingSelection.withoutEffectsOfOrder),
    leavingOut(FindingSelection.withoutExplainedNeighbours),
    leavingOut(FindingSelection.withoutRetoldLosses),
  ]

  /// Leaves the findings that tell of a cause of their own.
  ///
  /// - Parameter finding: the finding in an element.
  static func causes<Element>(
    among elements: [Element], _ finding: WritableKeyPath<Element, Finding>, _ facts: Facts
  ) -> [Element] {
    var elements = elements
    for relation in all where facts.runsStatements || !relation.ofStatements {
      elements = relation.kept(elements.map { $0[keyPath: finding] }, facts).map { kept in
        var element = elements[kept.position]
        let own = element[keyPath: finding]
        let hops = own.alsoAt + kept.alsoAt.filter { $0 != own.hop }
        if !kept.alsoAt.isEmpty { element[keyPath: finding].alsoAt = Set(hops).sorted() }
        if let likewise = kept.likewise { element[keyPath: finding].likewise = likewise }
        return element
      }
    }
    return elements
  }
}
