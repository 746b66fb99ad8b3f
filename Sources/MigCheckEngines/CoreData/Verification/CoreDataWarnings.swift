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
      + (areNeighbours ? renames(mapping, old, new) : [])
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

  // MARK: Renames without an identifier

  /// Attributes that go while one of a like name and the same type comes, and entities that go while
  /// one comes with most of their attributes.
  private static func renames(
    _ mapping: PreparedMapping, _ old: CoreDataModel, _ new: CoreDataModel
  ) -> [EngineDefect] {
    let entities = mapping.removedEntities.compactMap { removed -> EngineDefect? in
      let attributes = old.attributes(of: removed).filter(\.isStored)
      let successor = mapping.addedEntities.first { added in
        let others = new.attributes(of: added).filter(\.isStored)
        let shared = attributes.count { attribute in
          others.contains { $0.name == attribute.name && $0.type == attribute.type }
        }
        return shared > 1 && 2 * shared > max(attributes.count, others.count)
      }
      return successor.map { successor in
        EngineDefect(
          name: possibleRename, place: PropertyPath(type: removed),
          message:
            "\(removed) is removed while \(successor) is added, which is much like it, and no "
            + "object goes there.",
          remedy: "If it is the same, give \(successor) the renaming identifier \(removed).")
      }
    }
    let attributes = mapping.changedEntities.flatMap { entity -> [EngineDefect] in
      guard let source = entity.source else { return [] }
      let added = entity.attributes.filter { $0.source == nil && $0.destination.isStored }
        .map(\.destination)
      let inherited = old.entity(source)?.parent.map(old.attributes) ?? []
      return old.attributes(of: source).filter { removed in
        removed.isStored && entity.removed.contains(removed.name)
          && !inherited.contains { $0.name == removed.name }
      }.compactMap { removed in
        added.first { $0.type == removed.type && $0.name.isLike(removed.name) }.map { successor in
          EngineDefect(
            name: possibleRename, place: PropertyPath(type: source, property: removed.name),
            message:
              "\(source).\(removed.name) is removed while \(successor.name) is added with the "
              + "same type, and no value goes there.",
            remedy: "If it is the same, give \(successor.name) the renaming identifier "
              + "\(removed.name).")
        }
      }
    }
    return entities + attributes
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

extension Name {
  /// Whether two names may well mean the same: they differ in nothing but case and separators, or
  /// one is a part of the other.
  fileprivate func isLike(_ other: Name) -> Bool {
    func plain(_ name: Name) -> String {
      String(decoding: name.utf8.filter { $0 != 0x5F && $0 != 0x2D }, as: UTF8.self).lowercased()
    }
    let (first, second) = (plain(self), plain(other))
    if first == second { return true }
    let (short, long) = first.utf8.count < second.utf8.count ? (first, second) : (second, first)
    return short.utf8.count > 2 && (long.hasPrefix(short) || long.hasSuffix(short))
  }
}
