import MigCheckModel
import MigCheckText

/// What is one cause where migrations are scripts: an upgrade over several versions runs the same
/// statements as the upgrades between them do.
extension FindingSelection {
  /// Leaves out losses on longer hops that a loss of the same property on a shorter one explains,
  /// though it looks otherwise from there.
  ///
  /// - Returns: positions of those to keep, each with the hops of those that it stands for.
  static func withoutLaterLooks(_ findings: [Finding]) -> [(position: Int, alsoAt: [Hop])] {
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
      return (position, longer.flatMap { [$0.hop] + $0.alsoAt })
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
    (finding.failure.violation as? UpgradeSucceeds.Violation)?.refusal.constraint
  }

  /// Joins losses of several properties of one type by one statement, objects of several types that go
  /// with those that one statement deletes, references of several properties
  /// that one upgrade leaves without an end, and constraints of one kind on several columns of a table
  /// that one statement breaks.
  ///
  /// - Returns: positions of those to keep, each with the other properties and the hops of those that
  ///   it stands for.
  static func ofStatements(
    _ findings: [Finding]
  ) -> [(position: Int, likewise: [PropertyPath], alsoAt: [Hop])] {
    func areOne(_ first: Finding, _ second: Finding) -> Bool {
      guard first.check == second.check, first.severity == second.severity,
        let place = first.source, let other = second.source
      else { return false }
      if first.check == .dataPreserved, first.property == nil, second.property == nil {
        // One and the same type has been told of once.
        return place.line != nil && place == other && first.type != second.type
          && first.type != nil && second.type != nil
      }
      guard first.property != nil, second.property != nil else { return false }
      if first.check == .upgradeSucceeds {
        return first.type == second.type && place == other
          && constraint(first).map { $0 == constraint(second) } ?? false
      }
      switch first.check {
      case .dataPreserved: return place.line != nil && place == other && first.type == second.type
      case .linksResolve: return place.file == other.file && first.hop == second.hop
      default: return false
      }
    }
    func rank(_ position: Int) -> (Hop, Int, Int) {
      (findings[position].hop, findings[position].counterexample.objects, position)
    }
    func path(_ finding: Finding) -> PropertyPath? {
      finding.type.map { PropertyPath(type: $0, property: finding.property) }
    }
    return findings.indices.compactMap { position in
      let alike = findings.indices.filter {
        $0 != position && areOne(findings[$0], findings[position])
      }
      guard !alike.contains(where: { rank($0) < rank(position) }) else { return nil }
      var others = [PropertyPath]()
      for other in alike.compactMap({ path(findings[$0]) })
      where other != path(findings[position]) && !others.contains(other) {
        others.append(other)
      }
      return (position, others, alike.flatMap { [findings[$0].hop] + findings[$0].alsoAt })
    }
  }
}
