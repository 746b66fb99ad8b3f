/// A property that must hold of every upgrade, known by its stable name in options and reports.
public struct Check: Sendable, Hashable, RawRepresentable {
  /// The stable name, such as `paths-agree`.
  public let rawValue: String

  /// - Returns: `nil` for a name that no check has.
  public init?(rawValue: String) {
    guard Self.definitions.contains(where: { $0.name == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  init(_ definition: any CheckDefinition.Type) {
    rawValue = definition.name
  }
}

extension Check: CaseIterable {
  /// All checks, in the order of the documentation.
  public static let allCases = definitions.map { Check($0) }
}

// By its name, as for any raw value.
extension Check: Codable {}

extension Check {
  /// What must hold, in a phrase; the table of Checks.md has the same.
  package var demand: String { definition.demand }

  /// Whether the check compares the upgrades of two start graphs.
  package var hasFollowUps: Bool { definition is any FollowUpCheck.Type }

  /// Whether trials can show a failure of the check; `exercised` is judged by a run's coverage.
  package var hasFindings: Bool { definition is any TrialCheck.Type }

  /// How the check is written down.
  var definition: any CheckDefinition.Type {
    guard let definition = Self.definitions.first(where: { $0.name == rawValue }) else {
      preconditionFailure("a check is made by its name or its definition, which is listed")
    }
    return definition
  }
}
