import MigCheckModel

/// A top-level type becomes embedded: each of its objects must live in exactly one parent then.
struct BecomesEmbedded: HazardKind {
  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place, case .becameEmbedded = difference.change else {
      return []
    }
    return [Hazard(Self(), difference)]
  }

  func addShapes(to witnesses: inout WitnessList, of type: Int) {
    witnesses.addEmbedding(of: type)
  }
}
