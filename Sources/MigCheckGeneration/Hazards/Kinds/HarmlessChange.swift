import MigCheckModel

/// A change that takes nothing from an object: a type, a property or an index comes, an index or the
/// mark of a primary key goes. What is there must come through it all the same.
struct HarmlessChange: HazardKind {
  private let property: Name?

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place else { return [] }
    switch difference.change {
    case .typeAdded, .primaryKeyRemoved, .propertyAdded, .indexAdded, .indexRemoved:
      return [Hazard(Self(property: difference.change.property), difference)]
    default: return []
    }
  }

  var linked: [Name] { [property].compactMap(\.self) }
}
