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

  /// Joins losses of several properties of one type by one statement.
  ///
  /// - Returns: positions of those to keep, each with the other properties and the hops of those that
  ///   it stands for.
  static func ofStatements(
    _ findings: [Finding]
  ) -> [(position: Int, likewise: [Name], alsoAt: [Hop])] {
    func areOne(_ first: Finding, _ second: Finding) -> Bool {
      first.check == .dataPreserved && second.check == .dataPreserved
        && first.source?.line != nil && first.source == second.source
        && first.type == second.type && first.severity == second.severity
        && first.property != nil && second.property != nil
    }
    func rank(_ position: Int) -> (Hop, Int, Int) {
      (findings[position].hop, findings[position].counterexample.objects, position)
    }
    return findings.indices.compactMap { position in
      let alike = findings.indices.filter {
        $0 != position && areOne(findings[$0], findings[position])
      }
      guard !alike.contains(where: { rank($0) < rank(position) }) else { return nil }
      var names = [Name]()
      for name in alike.compactMap({ findings[$0].property })
      where name != findings[position].property && !names.contains(name) {
        names.append(name)
      }
      return (position, names, alike.flatMap { [findings[$0].hop] + findings[$0].alsoAt })
    }
  }
}
