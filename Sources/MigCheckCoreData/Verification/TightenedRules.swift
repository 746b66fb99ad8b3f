import MigCheckModel

/// What a version demands of objects that the version before does not, so that an object may come out of
/// an upgrade that cannot be saved: Core Data validates objects when they change, and not when they are
/// migrated.
struct TightenedRules {
  let old: CoreDataModel
  let new: CoreDataModel
  /// The entity of the source that an entity comes from; `nil`: from none.
  let source: (Name) -> CoreDataEntity?

  struct Rule {
    var place: PropertyPath
    /// What is demanded, as the end of a sentence about the property.
    var demand: String
  }

  /// In the order of the model's entities.
  var rules: [Rule] {
    new.entities.flatMap { entity -> [Rule] in
      guard let former = source(entity.name) else { return [] }
      let attributes = entity.attributes.filter(\.isStored).flatMap { attribute in
        demands(of: attribute, among: old.attributes(of: former.name)).map {
          Rule(place: PropertyPath(type: entity.name, property: attribute.name), demand: $0)
        }
      }
      let relationships = entity.relationships.filter(\.isStored).flatMap { relationship in
        demands(of: relationship, among: old.relationships(of: former.name)).map {
          Rule(place: PropertyPath(type: entity.name, property: relationship.name), demand: $0)
        }
      }
      return attributes + relationships
    }
  }

  private func demands(
    of new: CoreDataAttribute, among candidates: [CoreDataAttribute]
  ) -> [String] {
    guard let old = candidates.first(where: { $0.matchingIdentifier == new.matchingIdentifier }),
      old.isStored
    else { return [] }
    let measure = new.type == .string ? " characters" : ""
    var demands = [String]()
    if let limit = new.minimum, isTighter(limit, than: old.minimum, >) {
      demands.append("has at least \(limit)\(measure)")
    }
    if let limit = new.maximum, isTighter(limit, than: old.maximum, <) {
      demands.append("has at most \(limit)\(measure)")
    }
    return demands
  }

  private func isTighter(
    _ limit: String, than old: String?, _ excludes: (Double, Double) -> Bool
  ) -> Bool {
    guard let old else { return true }
    guard let limit = Double(limit), let former = Double(old) else { return limit != old }
    return excludes(limit, former)
  }

  private func demands(
    of new: CoreDataRelationship, among candidates: [CoreDataRelationship]
  ) -> [String] {
    // A to-one relationship is judged by the objects of an upgrade.
    guard new.isToMany else { return [] }
    let old = candidates.first { $0.matchingIdentifier == new.matchingIdentifier && $0.isStored }
    var demands = [String]()
    if new.leastCount > (old?.leastCount ?? 0) {
      demands.append(
        "leads to at least \(new.leastCount) \(new.leastCount == 1 ? "object" : "objects")")
    }
    if let old, new.maximumCount > 0, old.isToMany,
      old.maximumCount == 0 || new.maximumCount < old.maximumCount
    {
      demands.append(
        "leads to at most \(new.maximumCount) \(new.maximumCount == 1 ? "object" : "objects")")
    }
    return demands
  }
}

extension CoreDataRelationship {
  /// One that is optional may lead to none whatever its minimum is, and without a minimum so may one that is
  /// required: only `nil` is refused, and a set is never that.
  fileprivate var leastCount: Int { isOptional ? 0 : minimumCount }
}
