import MigCheckModel

/// What the engine of the subject knows to be dangerous in an upgrade, beyond what is so for every
/// engine.
struct KnownToEngine: HazardKind {
  private let hazard: EngineHazard

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .upgrade(let upgrade) = place else { return [] }
    return upgrade.known.map { hazard in
      Hazard(
        Self(hazard: hazard), from: upgrade.from.number, to: upgrade.to.number,
        type: hazard.place.type, property: hazard.place.property,
        description: hazard.description)
    }
  }

  func addShapes(to witnesses: inout WitnessList, of type: Int) {
    for graph in hazard.witnesses(witnesses.schema) where graph.schema == witnesses.schema {
      witnesses.add(graph)
    }
  }
}
