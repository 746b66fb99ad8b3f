import MigCheckModel

/// What is worth a look in an upgrade that the engine carries out.
enum CoreDataWarnings {
  static let undocumented = "coredata-undocumented"
  static let orderLost = "coredata-order-lost"
  static let possibleRename = "coredata-possible-rename"

  static let names = [undocumented, orderLost, possibleRename]

  /// - Parameter areNeighbours: whether no version is between the two: what goes in one and comes in
  ///   another is no rename.
  static func warnings(
    of mapping: PreparedMapping, from old: CoreDataModel, to new: CoreDataModel,
    areNeighbours: Bool
  ) -> [EngineDefect] {
    guard mapping.refusals.isEmpty else { return [] }
    return mapping.warnings.map(undocumented) + orders(mapping)
      + (areNeighbours ? LostRenames(mapping: mapping, old: old, new: new).warnings : [])
  }

  private static func undocumented(_ problem: InferenceProblem) -> EngineDefect {
    let place = PropertyPath(type: problem.entity, property: problem.property)
    return EngineDefect(
      name: undocumented, place: place,
      message: "\(place): \(problem.reason.plain). What Core Data makes of it is not documented.",
      remedy: "Try the upgrade on a device with real data, or give it a mapping model of its own "
        + "and name it with --custom.")
  }

  /// Relationships whose objects stay, and their order does not.
  private static func orders(_ mapping: PreparedMapping) -> [EngineDefect] {
    mapping.changedEntities.flatMap { entity in
      entity.relationships.filter { $0.losesOrder && $0.source?.isOrdered == true }.map {
        let place = PropertyPath(type: entity.destination, property: $0.destination.name)
        return EngineDefect(
          name: orderLost, place: place,
          message: "\(place) loses the order of its objects, as its inverse leads to one object "
            + "before and to several afterwards, or the other way round.",
          remedy: "Let the app note the order elsewhere before the upgrade and restore it "
            + "afterwards.")
      }
    }
  }
}

extension InferenceReason {
  /// The reason without the word that a list of reasons puts in front.
  fileprivate var plain: String {
    let prefix = "undocumented: "
    let text = "\(self)"
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }
}
