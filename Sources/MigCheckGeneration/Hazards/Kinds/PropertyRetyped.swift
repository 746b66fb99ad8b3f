import MigCheckModel

/// A property changes its type: values may not be representable in the new one.
struct PropertyRetyped: HazardKind {
  private let old: Property
  private let new: Property

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place,
      case .propertyRetyped(_, let old, let new) = difference.change
    else { return [] }
    return [Hazard(Self(old: old, new: new), difference)]
  }

  var linked: [Name] { [new.name] }

  func values(in type: ObjectType) -> [HazardValues] {
    [
      HazardValues(of: old.name, in: type) {
        Conversions.values(from: $0.type, to: new.type) + HazardValues.distinct($0)
      }
    ].compactMap(\.self)
  }
}
