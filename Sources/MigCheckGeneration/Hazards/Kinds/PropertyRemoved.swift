import MigCheckModel

/// A property goes, and its values with it unless the migration takes them elsewhere.
struct PropertyRemoved: HazardKind {
  private let property: Name

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place,
      case .propertyRemoved(_, let property) = difference.change
    else { return [] }
    return [Hazard(Self(property: property.name), difference)]
  }

  var linked: [Name] { [property] }

  func values(in type: ObjectType) -> [HazardValues] {
    [HazardValues(of: property, in: type, HazardValues.distinct)].compactMap(\.self)
  }
}
