import MigCheckModel
import MigCheckText

/// Which failures become findings: one for each cause, as far as that can be told.
///
/// The same failure shows on every hop that spans the change behind it. Of alike signatures those
/// whose hop contains the hop of another are therefore only counted.
enum FindingSelection {
  /// - Parameter signatures: in any order, each once.
  /// - Returns: positions of those to keep, each with the hops of those that it stands for.
  /// - Complexity: O(*n*²) in the number of alike signatures.
  static func minimal(_ signatures: [Signature]) -> [FindingRelation.Kept] {
    let alike = Dictionary(grouping: signatures.indices) { signatures[$0].anywhere }
    let kept = alike.flatMap { signature, positions in
      let hops = positions.map { signatures[$0].hop }
      return zip(positions, hops).compactMap { position, own -> FindingRelation.Kept? in
        let others = hops.lazy.filter { $0 != own }
        if signature.isOfEveryUpgrade {
          guard !others.contains(where: { $0 < own }) else { return nil }
          return FindingRelation.Kept(position, alsoAt: others.sorted())
        }
        guard !others.contains(where: { own.contains($0) }) else { return nil }
        return FindingRelation.Kept(
          position, alsoAt: others.filter { $0.contains(own) }.sorted())
      }
    }
    return kept.sorted { $0.position < $1.position }
  }

  /// Leaves out what follows from an upgrade that gives another result each time.
  ///
  /// Whatever compares two upgrades finds such a difference too, on every path that passes the
  /// migration, and what fails by chance comes and goes. Where the migration is code, several values
  /// that differ are taken for one cause: it cannot be seen how many there are.
  ///
  /// - Parameter code: the versions whose migrations hold code.
  /// - Returns: positions of those to keep, each with the hops of those that it stands for.
  static func withoutEffectsOfChance(
    _ findings: [Finding], code: [UInt64]
  ) -> [FindingRelation.Kept] {
    let causes = findings.indices.filter { findings[$0].check == .deterministic }
    guard !causes.isEmpty else { return findings.indices.map { FindingRelation.Kept($0) } }
    func passes(_ hop: Hop, _ version: UInt64) -> Bool { hop.from < version && version <= hop.to }
    func shareCode(_ first: Hop, _ second: Hop) -> Bool {
      code.contains { passes(first, $0) && passes(second, $0) }
    }
    /// Whether a finding may follow from a cause.
    func follows(_ finding: Finding, from cause: Finding) -> Bool {
      let isComparison =
        [.pathsAgree, .storesAgree, .reopenStable].contains(finding.check)
        || Check.ofFollowUps.contains { $0.name == finding.check.rawValue }
      guard isComparison || finding.isFlaky else { return false }
      let paths = [finding.path, finding.otherPath ?? []]
      return paths.contains { path in
        zip(path, path.dropFirst()).contains { from, to in
          let hop = Hop(from: from, to: to)
          return hop.contains(cause.hop) || shareCode(hop, cause.hop)
        }
      }
    }
    return findings.indices.compactMap { position in
      let finding = findings[position]
      if finding.check != .deterministic {
        let isEffect = causes.contains { follows(finding, from: findings[$0]) }
        return isEffect ? nil : FindingRelation.Kept(position)
      }
      let alike = causes.filter { shareCode(findings[$0].hop, finding.hop) && $0 != position }
      if alike.contains(where: { $0 < position }) { return nil }
      return FindingRelation.Kept(
        position, alsoAt: alike.flatMap { [findings[$0].hop] + findings[$0].alsoAt })
    }
  }

  /// Joins findings of one statement that differ in nothing but the hop.
  ///
  /// Where paths were not shortened, as when the time limit ended the run, one fault shows on hops of
  /// which none contains another. The statement tells that it is one.
  ///
  /// - Returns: positions of those with the shortest path, each with the hops of those that it stands
  ///   for.
  static func ofDistinctStatements(_ findings: [Finding]) -> [FindingRelation.Kept] {
    func areOne(_ first: Finding, _ second: Finding) -> Bool {
      first.source != nil && first.source == second.source && first.severity == second.severity
        && first.failure.signature.isAlike(second.failure.signature)
    }
    func rank(_ position: Int) -> (Int, Hop, Int) {
      (findings[position].path.count, findings[position].hop, position)
    }
    return findings.indices.compactMap { position in
      let alike = findings.indices.filter {
        $0 != position && areOne(findings[$0], findings[position])
      }
      guard !alike.contains(where: { rank($0) < rank(position) }) else { return nil }
      return FindingRelation.Kept(
        position, alsoAt: alike.flatMap { [findings[$0].hop] + findings[$0].alsoAt })
    }
  }

  /// Leaves out neighbours that become equal for a reason that another finding gives, and warnings about
  /// values of which an error says that they are lost.
  ///
  /// - Returns: positions of those to keep.
  static func withoutExplainedNeighbours(_ findings: [Finding]) -> [Int] {
    func concern(_ other: Finding, _ neighbours: Finding) -> Bool {
      guard other.check != .informationKept, !other.isUndecided,
        neighbours.hop.contains(other.hop) || other.hop.contains(neighbours.hop),
        let property = neighbours.failure.violation.propertyAfter
      else { return false }
      let concerned = [other.path(of: other.property)].compactMap(\.self) + other.likewise
      return concerned.contains { $0 == property || $0 == neighbours.path(of: neighbours.property) }
    }
    func explains(_ cause: Finding, _ effect: Finding) -> Bool {
      if cause.isAllowedElsewhere(than: effect) {
        false
      } else if effect.check == .informationKept {
        (cause.severity != .warning || effect.severity == .warning) && concern(cause, effect)
      } else {
        cause.check == .informationKept && cause.severity == .error && effect.check == .sideEffects
          && effect.severity == .warning && concern(effect, cause)
      }
    }
    return findings.indices.filter { place in
      !findings.contains { explains($0, findings[place]) }
    }
  }

  /// Leaves out disagreements of the same two paths that follow from others.
  ///
  /// Where one path ends with other objects of a type than the other, links to and from objects of
  /// that type differ as well, and which objects are called missing and which added is arbitrary.
  ///
  /// - Returns: positions of those to keep.
  static func withoutConsequences(_ findings: [Finding]) -> [Int] {
    func difference(_ finding: Finding) -> EndDifference? {
      (finding.failure.violation as? PathsAgree.Violation)?.difference
    }
    func isPresence(_ finding: Finding) -> Bool { difference(finding)?.isPresence ?? false }
    func areOfSamePaths(_ first: Finding, _ second: Finding) -> Bool {
      first.path == second.path && first.otherPath == second.otherPath
    }
    func concerns(_ finding: Finding, _ type: Name) -> Bool {
      guard let own = finding.type else { return false }
      if own == type { return true }
      let declared = finding.counterexample.graph.schema.type(named: own)
      let target = finding.property.flatMap { declared?.property(named: $0) }?.objectType
      return target == type
    }
    return findings.enumerated().filter { place, finding in
      guard isPresence(finding) || difference(finding)?.kind == .linkDiffers else {
        return true
      }
      return !findings.enumerated().contains { otherPlace, other in
        guard otherPlace != place, isPresence(other), areOfSamePaths(finding, other),
          let type = other.type, concerns(finding, type)
        else { return false }
        let (objects, otherObjects) = (
          finding.counterexample.objects, other.counterexample.objects
        )
        return !isPresence(finding) || (otherObjects, otherPlace) < (objects, place)
      }
    }.map(\.offset)
  }
}

extension Signature {
  /// The same for all alike ones.
  fileprivate var anywhere: Signature {
    var signature = self
    signature.hop = Hop(from: 0, to: 0)
    return signature
  }

  /// Whether the app refuses every upgrade for one reason, which no type and no property has.
  fileprivate var isOfEveryUpgrade: Bool {
    check == .upgradeSucceeds && type.isEmpty && property.isEmpty
      && code.isIdentical(to: UpgradeError.Code.schemaMismatch.rawValue)
  }
}

extension Finding {
  fileprivate func path(of property: Name?) -> PropertyPath? {
    guard let type, let property else { return nil }
    return PropertyPath(type: type, property: property)
  }
}

extension Finding {
  /// Whether a comment allows it that is about another statement than another finding.
  fileprivate func isAllowedElsewhere(than other: Finding) -> Bool {
    guard case .allowed = acceptance else { return false }
    return source != other.source
  }
}
