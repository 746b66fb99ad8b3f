import MigCheckHistory
import MigCheckModel
import MigCheckStores

extension StoreMigration {
  /// An object that a mapping model makes of one that another mapping takes as well.
  struct FurtherObject {
    var entity: MappingPlan.Entity
    /// What it is made of: tables keep their numbers when they are renamed, and objects their keys.
    var original: ObjectReference
    /// By attribute.
    var values: [Name: Value]
  }

  /// What further objects there are, from a store that is not changed yet.
  ///
  /// - Parameter tables: those of the old version, by entity.
  func furtherObjects(_ tables: [Name: Int]) throws -> [FurtherObject] {
    var objects = [FurtherObject]()
    for entity in mapping.further {
      guard let table = tables[entity.source] else { continue }
      for key in try store.keys(of: table) {
        let original = ObjectReference(type: table, index: Int(key))
        let isTaken = try entity.further?.filter?.takes {
          try store.value(of: $0, in: original)
        }
        guard isTaken ?? true else { continue }
        objects.append(
          FurtherObject(
            entity: entity, original: original,
            values: try entity.assignments.mapValues { try value(of: $0, for: original) }))
      }
    }
    return objects
  }

  /// Deletes the objects that a filter of a mapping model does not take, as the author wants it.
  ///
  /// - Parameter tables: those of the old version, by entity.
  /// - Returns: the objects.
  func deleteFiltered(_ tables: [Name: Int]) throws -> Set<ObjectReference> {
    var deleted = Set<ObjectReference>()
    for (entity, filter) in mapping.filters.sorted(by: { $0.key < $1.key }) {
      guard let table = tables[entity] else { continue }
      let keys = try store.keys(of: table).filter { key in
        try !filter.takes {
          try store.value(of: $0, in: ObjectReference(type: table, index: Int(key)))
        }
      }
      try store.delete(keys, from: table)
      recorder?.deleted(keys, of: entity, cause: .engine(.mappingFilter))
      deleted.formUnion(keys.map { ObjectReference(type: table, index: Int($0)) })
    }
    return deleted
  }

  /// Makes further objects, and puts them into the inverses of their relationships.
  ///
  /// - Parameter ids: those of tables by entity.
  func make(
    _ objects: [FurtherObject], _ ids: [Name: Int], _ recorder: MigrationRecorder?
  ) throws {
    for object in objects {
      let entity = object.entity
      guard let table = ids[entity.name] else { continue }
      let values = new.storedProperties(of: entity.name).map { property in
        let isLinked = entity.further?.links.contains(property.name) ?? false
        let value =
          isLinked
          ? .link(object.original) : object.values[property.name] ?? property.initialValue
        return (
          property: property.name, value: store.rules.arranged(value, of: property.columnProperty)
        )
      }
      let key = try store.create(in: table, values: values)
      recorder?.created(key, of: entity.name)
      let link = Value.link(ObjectReference(type: table, index: Int(key)))
      for inverse in entity.inverses(in: new) {
        let property = inverse.relationship.property
        let value: Value =
          switch property.collection {
          case nil: link
          case .list: .list([link])
          default: .set([link])
          }
        try store.setValue(
          store.rules.arranged(value, of: property.columnProperty), of: property.name,
          in: object.original)
      }
    }
  }
}

extension EngineRemoval {
  /// A mapping model says which objects stay.
  static let mappingFilter = EngineRemoval(
    code: "mappingFilter", event: "do not stay, as the filter of the mapping model says",
    isDeclared: true)
}
