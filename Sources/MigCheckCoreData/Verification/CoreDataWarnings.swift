import MigCheckHistory
import MigCheckModel

/// What is worth a look in an upgrade that the engine carries out.
enum CoreDataWarnings {
  static let undocumented = "coredata-undocumented"
  static let orderLost = "coredata-order-lost"
  static let possibleRename = "coredata-possible-rename"
  static let cloudKit = "coredata-cloudkit"
  static let transformer = "coredata-transformer"
  static let unsavable = "coredata-unsavable"
  static let equalVersions = "coredata-equal-versions"

  static let names = [
    undocumented, orderLost, possibleRename, cloudKit, transformer, unsavable, equalVersions,
  ]

  /// - Parameters:
  ///   - areNeighbours: whether no version is between the two: what goes in one and comes in another is
  ///     no rename, and what a version between them breaks is reported there.
  ///   - isFirst: whether no version is before the old one.
  static func warnings(
    of mapping: PreparedMapping, from old: CoreDataModel, to new: CoreDataModel,
    areNeighbours: Bool, isFirst: Bool, hasMappingModel: Bool
  ) -> [EngineDefect] {
    guard mapping.refusals.isEmpty else { return [] }
    let all =
      mapping.warnings.map { undocumented($0, hasMappingModel: hasMappingModel) } + orders(mapping)
    let renames = LostRenames(
      mapping: mapping, old: old, new: new, hasMappingModel: hasMappingModel)
    guard areNeighbours else { return hasMappingModel ? all + renames.warnings : all }
    return all + renames.warnings
      + cloudKit(mapping, from: old, to: new, isFirst: isFirst)
      + TransformerChanges(old: old, new: new).warnings
      + unsavable(mapping, from: old, to: new)
  }

  /// Versions before one that a plan cannot contain as well. Those that one migration leads from are
  /// refused.
  static func equalVersions(to target: HistoryVersion, in history: History) -> [EngineDefect] {
    guard history.isPlan, let entity = target.coreDataModel.entities.first else { return [] }
    let options = history.options as? CoreDataOptions ?? CoreDataOptions()
    return history.stages.filter { version in
      version.number < target.number && options.staged?.names(version, target) ?? true
        && !history.isJudgedMigration(from: version.number, to: target.number)
        && VersionHashes.areEqual(version.coreDataModel, target.coreDataModel)
    }.map { version in
      EngineDefect(
        name: equalVersions, place: PropertyPath(type: entity.name),
        message: PreparedMapping.sameChecksum(version, target, options),
        remedy: "Leave one of them out, or let their models differ.")
    }
  }

  /// Demands that objects need not meet after an upgrade.
  private static func unsavable(
    _ mapping: PreparedMapping, from old: CoreDataModel, to new: CoreDataModel
  ) -> [EngineDefect] {
    let rules = TightenedRules(old: old, new: new) { name in
      guard !mapping.addedEntities.contains(name) else { return nil }
      let changed = mapping.changedEntities.first { $0.destination == name }
      return old.entity(changed?.source ?? name)
    }
    return rules.rules.map { rule in
      EngineDefect(
        name: unsavable, place: rule.place,
        message:
          "\(rule.place) \(rule.demand) from now on. Objects that break this limit keep their values in "
          + "the upgrade, and cannot be saved once they change.",
        remedy: "Let the app repair such objects after the upgrade, or keep the former limit.")
    }
  }

  /// What a version breaks that those before it do not.
  private static func cloudKit(
    _ mapping: PreparedMapping, from old: CoreDataModel, to new: CoreDataModel, isFirst: Bool
  ) -> [EngineDefect] {
    let rules = CloudKitRules(new)
    let before = CloudKitRules(old).faults
    let known = Set(before)
    let faults =
      (isFirst ? before : []) + rules.faults.filter { !known.contains($0) }
      + rules.faults(after: old, mapping)
    return faults.map { fault in
      EngineDefect(
        name: cloudKit, place: fault.place, message: "\(fault.place) \(fault.problem).",
        remedy: fault.remedy)
    }
  }

  private static func undocumented(
    _ problem: InferenceProblem, hasMappingModel: Bool
  ) -> EngineDefect {
    let place = PropertyPath(type: problem.entity, property: problem.property)
    if case .identifierChanged(let old, let new) = problem.reason {
      return identifier(place, [old, new].sorted())
    }
    return EngineDefect(
      name: undocumented, place: place,
      message: "\(place): \(problem.reason.plain). What Core Data makes of it is not documented.",
      remedy: "Try the upgrade on a device with real data, or "
        + (hasMappingModel
          ? "convert it in a policy of the mapping model."
          : "give it a mapping model of its own and name it with --custom."))
  }

  /// The same for the upgrade to a version with another identifier and for the one back from it, which
  /// have one cause.
  private static func identifier(_ place: PropertyPath, _ identifiers: [Name]) -> EngineDefect {
    EngineDefect(
      name: undocumented, place: place,
      message: "\(place) has the renaming identifier \(identifiers[0]) in one of the versions and "
        + "\(identifiers[1]) in the other, so that relationships to it lead to another entity. What "
        + "Core Data makes of them is not documented.",
      remedy: "Give \(place) one renaming identifier in all versions, or try the upgrade on a "
        + "device with real data.")
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
