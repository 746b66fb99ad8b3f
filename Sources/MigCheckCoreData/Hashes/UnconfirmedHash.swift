import MigCheckModel

/// Something in a model whose place in a version hash was never compared with a real store.
///
/// Hashes of entities with such a part tell versions apart, but may differ from those that Core Data
/// computes.
package struct UnconfirmedHash: Sendable, Hashable, CustomStringConvertible {
  package enum Part: Sendable, Hashable {
    case type(CoreDataAttributeType)
    case derivedAttribute
    case fetchedProperty
    case entityModifier
    case severalConstraints
  }

  package let entity: Name
  /// `nil`: the entity as a whole.
  package let property: Name?
  package let part: Part

  /// `Note.total: a derived attribute`.
  package var description: String {
    let place = property.map { "\(entity).\($0)" } ?? "\(entity)"
    return "\(place): \(part.phrase)"
  }

  /// In the order of the declarations; inherited ones stand at the entity that declares them.
  static func parts(of model: CoreDataModel) -> [UnconfirmedHash] {
    model.entities.flatMap { entity -> [UnconfirmedHash] in
      func part(_ part: Part, _ property: Name? = nil) -> UnconfirmedHash {
        UnconfirmedHash(entity: entity.name, property: property, part: part)
      }
      var parts = entity.attributes.filter { !$0.isTransient }.compactMap { attribute in
        Part(of: attribute).map { part($0, attribute.name) }
      }
      parts += entity.fetchedProperties.map { part(.fetchedProperty, $0) }
      if entity.versionHashModifier != nil { parts.append(part(.entityModifier)) }
      let constraints = entity.uniquenessConstraints
      if constraints.count > 1 || constraints.contains(where: { $0.count > 1 }) {
        parts.append(part(.severalConstraints))
      }
      return parts
    }
  }
}

extension UnconfirmedHash.Part {
  fileprivate init?(of attribute: CoreDataAttribute) {
    if attribute.isDerived {
      self = .derivedAttribute
    } else if !attribute.compositePath.isEmpty {
      self = .type(.composite)
    } else {
      switch attribute.type {
      case .decimal, .uuid, .uri, .composite: self = .type(attribute.type)
      default: return nil
      }
    }
  }

  fileprivate var phrase: String {
    switch self {
    case .type(let type): "the type \(type)"
    case .derivedAttribute: "a derived attribute"
    case .fetchedProperty: "a fetched property"
    case .entityModifier: "a hash modifier of an entity"
    case .severalConstraints: "a uniqueness constraint that is not one attribute alone"
    }
  }
}
