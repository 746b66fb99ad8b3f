import MigCheckModel

/// A property is made required or optional: null and the zero of the type may be confused.
struct OptionalityChanged: HazardKind {
  private let property: Name

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place else { return [] }
    switch difference.change {
    case .madeRequired(_, let property), .madeOptional(_, let property):
      return [Hazard(Self(property: property.name), difference)]
    default: return []
    }
  }

  var linked: [Name] { [property] }

  func values(in type: ObjectType) -> [HazardValues] {
    [
      HazardValues(of: property, in: type) {
        [.null, $0.type.zeroValue] + HazardValues.distinct($0)
      }
    ].compactMap(\.self)
  }
}
