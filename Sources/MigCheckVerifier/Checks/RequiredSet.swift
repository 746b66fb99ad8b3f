import MigCheckModel

/// `required-set`: no null in a required property, nor in a collection of required elements.
enum RequiredSet: HopCheck {
  static let name = "required-set"
  static let demand = "no required property is null"

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case nullInRequired }

    static let check = Check.requiredSet
    var owner: Name
    var required: Name
    var object: Int64?
    var count = 1

    var kind: Kind { .nullInRequired }
    var type: Name? { owner }
    var property: Name? { required }

    func sentence(at site: FailureSite) -> String {
      "\(place) is required, and null after the upgrade."
    }

    func rows(at site: FailureSite) -> [FailureRow] { [row("object")] }
  }

  static func isComponentwise(on plan: HopPlan) -> Bool { true }

  static func violations(in context: HopContext) -> [Violation] {
    var violations = [Violation]()
    let after = context.after
    for (index, type) in after.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated() where !property.isOptional {
        var violation: Violation?
        for position in 0..<after.count(of: index) {
          guard holdsNull(after.value(of: index, at: position, column: column)) else { continue }
          let key = after.key(of: index, at: position)
          let isOlder = context.wasSo(key, type: type.name, property: property.name) {
            holdsNull($0) && !$1.isOptional
          }
          if isOlder { continue }
          if violation == nil {
            violation = Violation(owner: type.name, required: property.name, object: key)
          } else {
            violation?.count += 1
          }
        }
        if let violation { violations.append(violation) }
      }
    }
    return violations
  }

  private static func holdsNull(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .list(let elements), .set(let elements): elements.contains(where: \.isNull)
    case .dictionary(let entries): entries.contains { $0.value.isNull }
    default: false
    }
  }
}

extension Check {
  /// Asserts that no required property, and no required element, is null.
  public static let requiredSet = Check(RequiredSet.self)
}
