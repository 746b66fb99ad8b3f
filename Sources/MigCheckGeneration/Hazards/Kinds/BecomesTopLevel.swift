import MigCheckModel

/// An embedded type becomes top-level: objects that lived in others stand for themselves.
struct BecomesTopLevel: HazardKind {
  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place, case .becameTopLevel = difference.change else {
      return []
    }
    return [Hazard(Self(), difference)]
  }

  func addShapes(to witnesses: inout WitnessList, of type: Int) {
    witnesses.addParents(of: type)
  }
}
