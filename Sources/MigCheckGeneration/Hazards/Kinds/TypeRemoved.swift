import MigCheckModel

/// A type goes, and with it the objects that others link to.
struct TypeRemoved: HazardKind {
  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place, case .typeRemoved = difference.change else {
      return []
    }
    return [Hazard(Self(), difference)]
  }

  func addShapes(to witnesses: inout WitnessList, of type: Int) {
    witnesses.addLinked(to: type)
  }
}
