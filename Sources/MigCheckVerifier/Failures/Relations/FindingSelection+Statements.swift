import MigCheckModel
import MigCheckText

/// What is one cause where migrations are lists of statements: an upgrade over several versions runs the
/// same statements as the upgrades between them do.
extension FindingSelection {
  /// Leaves out losses on longer hops that a loss of the same property on a shorter one explains,
  /// though it looks otherwise from there.
  ///
  /// - Returns: positions of those to keep, each with the hops of those that it stands for.
  static func withoutLaterLooks(_ findings: [Finding]) -> [FindingRelation.Kept] {
    func explains(_ cause: Finding, _ other: Finding) -> Bool {
      guard cause.check == .dataPreserved, other.check == .dataPreserved,
        let property = cause.property, property == other.property, cause.type == other.type,
        cause.severity == .error || other.severity != .error, !cause.isFlaky,
        other.hop != cause.hop
      else { return false }
      return other.hop.contains(cause.hop)
    }
    return findings.indices.compactMap { position in
      guard !findings.contains(where: { explains($0, findings[position]) }) else { return nil }
      let longer = findings.filter { explains(findings[position], $0) }
      return FindingRelation.Kept(position, alsoAt: longer.flatMap { [$0.hop] + $0.alsoAt })
    }
  }

  /// Leaves out upgrades that fail since rows refer to others that are not there, where an earlier
  /// upgrade of the same path was found to break the references.
  ///
  /// - Returns: positions of those to keep.
  static func withoutLaterRefusals(_ findings: [Finding]) -> [Int] {
    let broken = findings.filter { $0.check == .linksResolve && $0.severity == .error }
      .flatMap { [$0.hop] + $0.alsoAt }
    return findings.indices.filter { position in
      let finding = findings[position]
      guard finding.path.count > 2, constraint(finding)?.kind == .foreignKey else { return true }
      let earlier = zip(finding.path, finding.path.dropFirst()).dropLast()
      return !earlier.contains { from, to in
        broken.contains { Hop(from: from, to: to).contains($0) }
      }
    }
  }

  /// The constraint of a database that a refused upgrade breaks; `nil`: it breaks none.
  static func constraint(_ finding: Finding) -> BrokenConstraint? {
    finding.failure.violation.upgradeRefusal?.constraint
  }

  /// Joins what one statement does, or what one migration does in the same way: to several properties, or to
  /// objects of several types.
  ///
  /// - Returns: positions of those to keep, each with the other properties and the hops of those that
  ///   it stands for.
  static func ofStatements(
    _ findings: [Finding]
  ) -> [FindingRelation.Kept] {
    func rank(_ position: Int) -> (Hop, Int, Int) {
      (findings[position].hop, findings[position].counterexample.objects, position)
    }
    func path(_ finding: Finding) -> PropertyPath? {
      finding.type.map { PropertyPath(type: $0, property: finding.property) }
    }
    /// All that are one with a finding, directly or by way of others, without itself.
    func alike(_ position: Int) -> [Int] {
      var found = [position]
      var next = 0
      while next < found.count {
        let known = findings[found[next]]
        found += findings.indices.filter {
          !found.contains($0) && areOfOneStatement(known, findings[$0])
        }
        next += 1
      }
      return found.dropFirst().sorted()
    }
    return findings.indices.compactMap { position in
      let alike = alike(position)
      guard !alike.contains(where: { rank($0) < rank(position) }) else { return nil }
      var others = [PropertyPath]()
      for other in alike.compactMap({ path(findings[$0]) })
      where other != path(findings[position]) && !others.contains(other) {
        others.append(other)
      }
      return FindingRelation.Kept(
        position, alsoAt: alike.flatMap { [findings[$0].hop] + findings[$0].alsoAt },
        likewise: others)
    }
  }

  /// Leaves out warnings that a statement may harm a property where that was seen to happen.
  ///
  /// - Returns: positions of those to keep.
  static func withoutRetoldWarnings(_ findings: [Finding]) -> [Int] {
    let losses = findings.filter { $0.check == .dataPreserved && $0.severity == .error }
    return findings.indices.filter { position in
      let finding = findings[position]
      guard finding.check == .sideEffects, finding.severity == .warning, let type = finding.type,
        let property = finding.property, finding.source?.line != nil
      else { return true }
      let path = PropertyPath(type: type, property: property)
      return !losses.contains { loss in
        loss.source == finding.source
          && (loss.type == type && loss.property == property || loss.likewise.contains(path))
      }
    }
  }

  private static func areOfOneStatement(_ first: Finding, _ second: Finding) -> Bool {
    guard first.check == second.check, first.severity == second.severity,
      let place = first.source, let other = second.source
    else { return false }
    switch first.check {
    case .dataPreserved:
      // A statement reaches several types by what refers to its rows.
      if place.line != nil, place == other {
        return first.type == second.type
          ? first.property != nil && second.property != nil
          : first.type != nil && second.type != nil
      }
      // Whether foreign keys are enforced is one matter for all statements of a migration, and one
      // that empties tables does so for one reason.
      return place.file == other.file && first.type != second.type
        && (goesAlong(first) && goesAlong(second) || takesAll(first) && takesAll(second))
    case .upgradeSucceeds:
      guard first.property != nil, second.property != nil, place.file == other.file,
        let own = constraint(first), own.kind == constraint(second)?.kind
      else { return false }
      // A migration that makes columns unique, or takes NULL away from them, does so for one reason.
      return own.kind == .unique || own.kind == .notNull
        || first.type == second.type && place == other && own == constraint(second)
    case .linksResolve:
      return first.property != nil && second.property != nil && place.file == other.file
        && first.hop == second.hop
    default: return false
    }
  }

  /// Whether objects are gone with others that they refer to.
  private static func goesAlong(_ finding: Finding) -> Bool {
    (finding.failure.violation as? DataPreserved.Violation)?.goesAlong ?? false
  }

  /// Whether a statement takes all objects of the type.
  private static func takesAll(_ finding: Finding) -> Bool {
    (finding.failure.violation as? DataPreserved.Violation)?.takesAll ?? false
  }

  /// Joins the deletions of all objects of one type by several migrations: whoever empties a cache in one
  /// release does so in others.
  ///
  /// - Returns: positions of the first ones, each with the hops of those that it stands for.
  static func withoutRepeatedDeletions(
    _ findings: [Finding]
  ) -> [FindingRelation.Kept] {
    func areAlike(_ first: Finding, _ second: Finding) -> Bool {
      first.check == second.check && first.type == second.type && first.severity == second.severity
        && takesAll(first) && takesAll(second)
    }
    return findings.indices.compactMap { position in
      let alike = findings.indices.filter {
        $0 != position && areAlike(findings[$0], findings[position])
      }
      func rank(_ position: Int) -> (Hop, Int) { (findings[position].hop, position) }
      guard !alike.contains(where: { rank($0) < rank(position) }) else { return nil }
      return FindingRelation.Kept(
        position, alsoAt: alike.flatMap { [findings[$0].hop] + findings[$0].alsoAt })
    }
  }
}
