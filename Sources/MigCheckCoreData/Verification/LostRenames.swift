import MigCheckModel

/// Finds what may have been renamed without an identifier in common: something goes, and something
/// much like it comes.
struct LostRenames {
  let mapping: PreparedMapping
  let old: CoreDataModel
  let new: CoreDataModel
  /// Whether a mapping model of the app says what is the same, so that only what keeps its name counts.
  var hasMappingModel = false

  var warnings: [EngineDefect] {
    mapping.removedEntities.compactMap(entity) + mapping.changedEntities.flatMap(properties)
  }

  private func warning(_ place: PropertyPath, _ message: String, _ remedy: String) -> EngineDefect {
    EngineDefect(
      name: CoreDataWarnings.possibleRename, place: place, message: message, remedy: remedy)
  }

  /// Something that has its name before and after, and is another one to a mapping.
  private func sameName(
    _ place: PropertyPath, _ before: some CoreDataMatchable, _ after: some CoreDataMatchable,
    lost: String
  ) -> EngineDefect {
    guard !hasMappingModel else {
      return warning(
        place,
        "\(place) keeps its name and loses \(lost): the mapping model fills it from nothing.",
        "Fill it in the mapping model, or list it in drops.")
    }
    return warning(
      place,
      "\(place) keeps its name and loses \(lost): its renaming identifier was "
        + "\(before.matchingIdentifier) and is \(after.matchingIdentifier) now, so that it is "
        + "removed and added again.",
      "Keep the renaming identifier \(before.matchingIdentifier) in every later version.")
  }

  // MARK: Entities

  private func entity(_ removed: Name) -> EngineDefect? {
    if mapping.addedEntities.contains(removed), let before = old.entity(removed),
      let after = new.entity(removed)
    {
      return sameName(PropertyPath(type: removed), before, after, lost: "its objects")
    }
    guard !hasMappingModel else { return nil }
    let properties = old.features(of: removed)
    let successor = mapping.addedEntities.first { added in
      let others = new.features(of: added)
      let shared = properties.intersection(others).count
      return shared > 1 && 2 * shared > max(properties.count, others.count)
    }
    return successor.map { successor in
      warning(
        PropertyPath(type: removed),
        "\(removed) is removed while \(successor) is added, which is much like it, and no object "
          + "goes there.",
        "If it is the same, give \(successor) the renaming identifier \(removed).")
    }
  }

  // MARK: Properties

  private func properties(of entity: InferredEntity) -> [EngineDefect] {
    guard let source = entity.source else { return [] }
    let assigned = mapping.assignments[entity.destination] ?? [:]
    let added = entity.attributes.filter {
      $0.source == nil && $0.destination.isStored && assigned[$0.destination.name] == nil
    }.map(\.destination)
    let inherited = old.entity(source)?.parent
    func isOwn(_ property: some CoreDataProperty, _ all: (Name) -> [some CoreDataProperty]) -> Bool
    {
      property.isStored && entity.removed.contains(property.name)
        && !(inherited.map(all)?.contains { $0.name == property.name } ?? false)
    }
    let attributes = old.attributes(of: source).filter { isOwn($0, old.attributes) }
      .compactMap { removed -> EngineDefect? in
        let place = PropertyPath(type: source, property: removed.name)
        if let same = added.first(where: { $0.name == removed.name }) {
          return sameName(place, removed, same, lost: "its values")
        }
        guard !hasMappingModel else { return nil }
        return added.first { $0.type == removed.type && $0.name.isLike(removed.name) }.map {
          warning(
            place,
            "\(place) is removed while \($0.name) is added with the same type, and no value goes "
              + "there.",
            "If it is the same, give \($0.name) the renaming identifier \(removed.name).")
        }
      }
    let relationships = old.relationships(of: source).filter { isOwn($0, old.relationships) }
      .compactMap { removed -> EngineDefect? in
        entity.relationships.first {
          $0.source == nil && $0.destination.isStored && $0.destination.name == removed.name
        }.map {
          sameName(
            PropertyPath(type: source, property: removed.name), removed, $0.destination,
            lost: "its objects")
        }
      }
    return attributes + relationships
  }
}

extension CoreDataModel {
  /// What is stored of an entity, each by its name and the kind of its values. The destination of a
  /// relationship does not count: it may be renamed as well.
  fileprivate func features(of entity: Name) -> Set<String> {
    let attributes = attributes(of: entity).filter(\.isStored).map { "\($0.name): \($0.type)" }
    let relationships = relationships(of: entity).filter(\.isStored).map { relationship in
      "\(relationship.name): \(relationship.isToMany ? "objects" : "object")"
    }
    return Set(attributes + relationships)
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
