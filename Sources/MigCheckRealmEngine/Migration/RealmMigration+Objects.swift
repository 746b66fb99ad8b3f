import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// Objects that a migration creates and deletes.

extension RealmMigration {
  func create(_ type: Name, expressions: [MigrationStep.Assignment]) throws {
    let (table, target) = try creatable(type)
    var values = [(property: Name, value: Value)]()
    for assignment in expressions.sorted(by: { $0.property < $1.property }) {
      let property = try writableForCreation(assignment.property, of: target)
      values.append((property.name, try value(assignment.expression, for: property, of: type)))
    }
    let object = try insert(values, into: table, target: target)
    createdObjects.removeAll { $0.type == type }
    createdObjects.append((type, object))
  }

  private func value(
    _ expression: SQLExpression, for property: Property, of type: Name
  ) throws -> Value {
    let scope = ExpressionEvaluator.Scope(old: nil, new: nil, hasOrdinal: false)
    do {
      let compiled = try evaluator.compile(expression, in: scope, type: type)
      let surroundings = Surroundings(isPerturbed: isPerturbed, subject: place.number)
      guard !expression.findsObjects else {
        let links = objectLinks
        let result = try evaluator.findingObjects(by: links) {
          try compiled.evaluate(in: surroundings)
        }
        return property.isLink
          ? try links.value(result, for: property, of: type)
          : try ValueConversion.value(result, for: property, of: type, by: store.rules)
      }
      let result = try compiled.evaluate(in: surroundings)
      return try ValueConversion.value(result, for: property, of: type, by: store.rules)
    } catch let error as UpgradeError {
      throw error.about(property.name)
    }
  }

  /// The table of a type that objects can be created in.
  ///
  /// - Throws: `noSuchType`, `embeddedWithoutParent`.
  func creatable(_ type: Name) throws -> (StoreTable, ObjectType) {
    guard let target = schema.type(named: type), let table = store.table(named: type) else {
      throw UpgradeError(
        .noSuchType, "Object type '\(type)' is not managed by the Realm.", type: type)
    }
    guard !target.isEmbedded else {
      throw UpgradeError(
        .embeddedWithoutParent, "Embedded objects cannot be created directly", type: type)
    }
    return (table, target)
  }

  func writableForCreation(_ name: Name, of target: ObjectType) throws -> Property {
    log?.asked(toWrite: name, of: target.name)
    guard let index = target.storedIndex(of: name) else {
      throw UpgradeError(
        .noSuchProperty, "Invalid property name '\(name)' for class '\(target.name)'.",
        type: target.name, property: name)
    }
    return target.storedProperties[index]
  }

  /// Adds an object; properties that are left out get the default of the target schema.
  ///
  /// - Parameter isNested: whether an object gets it as one of its own.
  func insert(
    _ values: [(property: Name, value: Value)], into table: StoreTable, target: ObjectType,
    isNested: Bool = false
  ) throws -> ObjectReference {
    // A type on its way from embedded to top-level is still embedded now.
    guard isNested || !table.isEmbedded else {
      throw UpgradeError(
        .embeddedWithoutParent,
        "Explicit creation of embedded object not allowed in: class_\(target.name)",
        type: target.name)
    }
    let all = try target.storedProperties.map { property in
      let given = values.first { $0.property == property.name }?.value
      // A dead property that would be left alone does no harm.
      if given != nil || property.defaultValue != nil, isDead(property.name, of: target.name) {
        throw deadPropertyError(property.name, of: target.name)
      }
      let initial =
        given ?? freshValues.next(for: property, of: target.name) ?? property.initialValue
      let value = store.rules.overwritingNewZero(initial, of: property)
      return (property: property.name, value: arranged(value, of: property))
    }
    let key = try store.create(in: table.id, values: all)
    touchKey(of: target.name)
    recorder?.created(key, of: target.name)
    return ObjectReference(type: table.id, index: Int(key))
  }

  func arranged(_ value: Value, of property: Property) -> Value {
    switch value {
    case .list(let elements): .list(store.rules.list(elements, of: property))
    case .set(let elements):
      .set(store.rules.set(elements, of: property))
    default: value
    }
  }

  /// Empties the table of a type that the target has, and drops that of any other.
  ///
  /// Embedded objects stay behind without a parent: those in the dictionaries of a table that is
  /// emptied, and all of a table that is dropped.
  ///
  /// - Returns: whether there was such a type.
  /// - Throws: `typeStillReferenced`.
  func deleteAll(ofType type: Name) throws -> Bool {
    guard let table = store.table(named: type) else { return false }
    if schema.index(of: type) != nil {
      try log?.willDelete(nil, of: type, in: store, isClearing: true)
      record(try store.clear(table.id), as: .migration)
      return true
    }
    guard !store.slots.isTargetOfOthers(table.id) else {
      throw UpgradeError(
        .typeStillReferenced, "Cannot remove class_\(type) that is target of outside links",
        type: type)
    }
    try log?.willDelete(nil, of: type, in: store, isClearing: true)
    try recorder?.deleted(store.keys(of: table.id), of: type, cause: .migration)
    try store.removeTable(table.id)
    return true
  }
}
