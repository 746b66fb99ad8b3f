import MigCheckModel

/// `defaults-applied`: an added property of an existing object has its declared default, unless
/// the migration wrote it.
enum DefaultsApplied: HopCheck {
  static let name = "defaults-applied"
  static let demand =
    "an added property of an existing object has its declared default, unless the migration "
    + "wrote it"
  static let needs = NeededEvidence.trace

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case defaultNotApplied }

    static let check = Check.defaultsApplied
    var owner: Name
    var added: Name
    var object: Int64?
    var count = 1
    var expected: String
    var found: String

    var kind: Kind { .defaultNotApplied }
    var type: Name? { owner }
    var property: Name? { added }

    func sentence(at site: FailureSite) -> String {
      "\(place) is new and declares a default, but existing objects do not have it."
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      [row("expected", expected), row("found", found)]
    }
  }

  static func isComponentwise(on plan: HopPlan) -> Bool { true }

  static func violations(in context: HopContext) -> [Violation] {
    var violations = [Violation]()
    let (before, after) = (context.before, context.after)
    for (newIndex, type) in after.schema.types.enumerated() {
      guard let oldIndex = context.plan.oldType[newIndex] else { continue }
      let isIdentified = context.identifies(oldIndex)
      // Where no object is new, all of them are older than the property.
      guard isIdentified || !context.record.mayCreate(type.name) else { continue }
      let oldType = before.schema.types[oldIndex]
      for (column, property) in type.storedProperties.enumerated() {
        guard let expected = context.expectedDefault(of: property, in: type),
          context.isAdded(property.name, to: type, from: oldType)
        else { continue }
        let written = context.record.written(property.name, of: type.name)
        // On the way through its schema an object gets the default of that time.
        let earlier =
          context.runsEachVersion
          ? context.plan.earlierDefaults(of: property.name, in: type.name) : []
        var violation: Violation?
        for position in 0..<after.count(of: newIndex) {
          let key = after.key(of: newIndex, at: position)
          let found = after.value(of: newIndex, at: position, column: column)
          guard found != expected, context.comparable(found) != context.comparable(expected),
            !isIdentified || before.position(of: key, type: oldIndex) != nil,
            !written.contains(key), !earlier.contains(found)
          else { continue }
          if violation == nil {
            violation = Violation(
              owner: type.name, added: property.name, object: key,
              expected: after.snapshot.text(of: expected), found: after.snapshot.text(of: found))
          } else {
            violation?.count += 1
          }
        }
        if let violation { violations.append(violation) }
      }
    }
    return violations
  }
}

extension HopContext {
  /// What objects that are there have in a property that they get.
  fileprivate func expectedDefault(of property: Property, in type: ObjectType) -> Value? {
    // An engine that says which properties are new gives null, or nothing, without a default.
    property.defaultValue
      ?? (plan.mapping?.types[type.name]?.properties[property.name] == nil
        || !property.isOptional && property.collection == nil ? nil : property.zeroValue)
  }

  /// Whether a property is new to the objects of a type.
  fileprivate func isAdded(
    _ property: Name, to type: ObjectType, from oldType: ObjectType
  ) -> Bool {
    if let mapping = plan.mapping {
      if case .added = mapping.origin(of: property, in: type) { return true }
      return false
    }
    return oldType.storedIndex(of: property) == nil
      && !record.isRenameTarget(property, of: type.name)
  }
}

extension Check {
  /// Asserts that an added property of existing objects has its default, unless it was written.
  public static let defaultsApplied = Check(DefaultsApplied.self)
}
