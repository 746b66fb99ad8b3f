import MigCheckModel

/// A property gets another default: values that equal the old or the new one must stay.
struct DefaultChanged: HazardKind {
  private let property: Name
  private let old: Value?
  private let new: Value?

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place,
      case .defaultChanged(_, let property, let old, let new) = difference.change
    else { return [] }
    return [Hazard(Self(property: property, old: old, new: new), difference)]
  }

  var linked: [Name] { [property] }

  func values(in type: ObjectType) -> [HazardValues] {
    [
      HazardValues(of: property, in: type) {
        [old, new, .null, $0.type.zeroValue].compactMap(\.self)
      }
    ].compactMap(\.self)
  }
}
