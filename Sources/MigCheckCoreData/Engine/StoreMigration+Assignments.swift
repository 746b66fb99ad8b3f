import MigCheckModel
import MigCheckStores

extension StoreMigration {
  /// What a mapping model gives one object.
  struct AssignedValue {
    var object: ObjectReference
    /// Its name in the new version.
    var attribute: Name
    var value: Value
  }

  /// The values that a mapping model assigns, from a store that is not changed yet.
  ///
  /// Tables keep their numbers when they are renamed, and objects their keys.
  ///
  /// - Parameter tables: those of the old version, by entity.
  func assignedValues(_ tables: [Name: Int]) throws -> [AssignedValue] {
    var values = [AssignedValue]()
    for (entity, assignments) in mapping.assignments.sorted(by: { $0.key < $1.key }) {
      guard let source = mapping.source(of: entity), let table = tables[source] else { continue }
      for (attribute, assignment) in assignments.sorted(by: { $0.key < $1.key }) {
        for key in try store.keys(of: table) {
          let object = ObjectReference(type: table, index: Int(key))
          values.append(
            AssignedValue(
              object: object, attribute: attribute,
              value: try value(of: assignment, for: object)))
        }
      }
    }
    return values
  }

  func value(
    of assignment: MappingAssignment, for object: ObjectReference
  ) throws -> Value {
    switch assignment {
    case .constant(let value): return value
    case .path(let names):
      var object = object
      for name in names.dropLast() {
        guard let next = try store.value(of: name, in: object).links.first else { return .null }
        object = next
      }
      return try names.last.map { try store.value(of: $0, in: object) } ?? .null
    }
  }
}

extension PreparedMapping {
  /// The entity of the source that objects of an entity come from; `nil`: there are none.
  func source(of entity: Name) -> Name? {
    if let changed = changedEntities.first(where: { $0.destination == entity }) {
      return changed.source
    }
    return addedEntities.contains(entity) ? nil : entity
  }
}
