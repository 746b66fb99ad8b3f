import MigCheckModel

/// What a mapping model gives an attribute that no single property of the object gives it.
package enum MappingAssignment: Sendable, Equatable {
  case constant(Value)
  /// To-one relationships of the old version, of which the first is one of the object's, and an
  /// attribute of the object that they lead to.
  case path([Name])

  /// As a text that tells it from others.
  var definition: String {
    switch self {
    case .constant(let value): "\(value)"
    case .path(let names): names.map(\.text).joined(separator: ".")
    }
  }
}

extension MappingAssignment {
  /// - Parameters:
  ///   - entity: that of the objects in the old version.
  ///   - attribute: what is filled.
  ///   - place: how messages call it.
  /// - Throws: `Problem` for values that the attribute cannot hold, or that may be absent.
  /// - Complexity: O(*n*) in the number of properties of the entities on the way.
  func requireFit(
    _ attribute: CoreDataAttribute, at place: PropertyPath, of entity: Name,
    in old: CoreDataModel
  ) throws(MappingPlan.Problem) {
    guard attribute.isStored, !attribute.isDerived else {
      throw MappingPlan.Problem("fills \(place), which holds no value of its own")
    }
    switch self {
    case .constant(let value):
      if value.isNull, !attribute.isOptional {
        throw MappingPlan.Problem("leaves \(place) without a value, which it must have")
      }
    case .path(let names):
      var (entity, mayBeAbsent) = (entity, false)
      for name in names.dropLast() {
        guard
          let relationship = old.relationships(of: entity).first(where: { $0.name == name }),
          relationship.isStored, !relationship.isToMany
        else {
          throw MappingPlan.Problem(
            "takes \(place) by way of \(entity).\(name), which is not a relationship to one object")
        }
        if relationship.isOptional { mayBeAbsent = true }
        entity = relationship.destination
      }
      guard let name = names.last,
        let source = old.attributes(of: entity).first(where: { $0.name == name }), source.isStored
      else {
        throw MappingPlan.Problem(
          "takes \(place) from \(names.map(\.text).joined(separator: ".")), which is not an attribute"
        )
      }
      guard source.type == attribute.type else {
        throw MappingPlan.Problem(
          "takes \(place) from \(entity).\(name), which has another type: \(source.type)")
      }
      if mayBeAbsent || source.isOptional, !attribute.isOptional {
        throw MappingPlan.Problem("may leave \(place) without a value, which it must have")
      }
    }
  }
}
