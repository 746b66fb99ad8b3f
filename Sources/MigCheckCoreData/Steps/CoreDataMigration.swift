import MigCheckHistory
import MigCheckModel
import MigCheckStores

/// An upgrade of a Core Data store, as code of its author sees it: what an `NSEntityMigrationPolicy`,
/// or the `willMigrate` and `didMigrate` of a custom stage, would do.
///
/// It runs after the mapping, so that every object has what could be inferred.
public final class CoreDataMigration {
  /// The version of the store before the upgrade.
  public let oldVersion: UInt64
  /// The version that the store is being upgraded to.
  public let newVersion: UInt64
  private var steps: CoreDataSteps?

  init(_ steps: CoreDataSteps) {
    self.steps = steps
    oldVersion = steps.from
    newVersion = steps.target.number
  }

  /// What code may have kept of the migration has no effect from here on.
  func end() { steps = nil }

  private func running() throws -> CoreDataSteps {
    guard let steps else { throw UpgradeError(.authorError, "The migration is over.") }
    return steps
  }

  /// Calls a closure for each object of an entity of the new model, in order of their age.
  ///
  /// - Parameters:
  ///   - entity: its name in the new model; objects of its subentities are left out.
  ///   - body: gets the object as it was, or `nil` if a migration made it, and as it is now.
  /// - Throws: `UpgradeError` for an entity that the model does not have, and what the closure throws.
  public func enumerateObjects(
    ofEntity entity: String, _ body: (_ old: ObjectView?, _ new: CoreDataObject) throws -> Void
  ) throws {
    let steps = try running()
    let store = steps.store
    guard let table = store.table(named: Name(entity)) else {
      throw UpgradeError(.noSuchType, "There is no entity '\(entity)'.", type: Name(entity))
    }
    let old = store.oldTables.first { $0.id == table.id }
    let known = Set(try old.map { try store.oldKeys(of: $0.id) } ?? [])
    for key in try store.keys(of: table.id) {
      let reference = ObjectReference(type: table.id, index: Int(key))
      var view: ObjectView?
      if let old, known.contains(key) {
        view = ObjectView(
          type: ObjectType(old.name, old.properties),
          values: try old.properties.map { try store.oldValue(of: $0.name, in: reference) })
      }
      try body(view, CoreDataObject(reference, of: table.name, steps))
    }
  }

  /// Adds an object; attributes that nobody sets have their default.
  ///
  /// - Throws: `UpgradeError` for an entity that the model does not have, or an abstract one.
  public func create(entity: String) throws -> CoreDataObject {
    let steps = try running()
    return CoreDataObject(try steps.insert(Name(entity), []), of: Name(entity), steps)
  }

  /// Deletes an object; links to it go.
  public func delete(_ object: CoreDataObject) throws {
    let steps = try running()
    steps.record(
      try steps.store.delete([Int64(object.reference.index)], from: object.reference.type))
  }
}

/// An object of the new model.
public final class CoreDataObject {
  let reference: ObjectReference
  private let entity: Name
  private let steps: CoreDataSteps

  init(_ reference: ObjectReference, of entity: Name, _ steps: CoreDataSteps) {
    self.reference = reference
    self.entity = entity
    self.steps = steps
  }

  private func property(_ name: String) throws -> Property {
    guard let property = steps.target.schema.type(named: entity)?.property(named: Name(name)) else {
      throw UpgradeError(
        .noSuchProperty, "Entity '\(entity)' has no property '\(name)'.", type: entity,
        property: Name(name))
    }
    return property
  }

  /// The value of a stored property.
  public func value(of name: String) throws -> Value {
    try steps.store.value(of: property(name).name, in: reference)
  }

  /// Sets an attribute.
  ///
  /// - Throws: `UpgradeError` for a value that the attribute cannot have, and for a relationship.
  public func set(_ name: String, to value: Value) throws {
    let property = try property(name)
    guard !property.isLink else {
      throw UpgradeError(
        .typeMismatch, "'\(entity).\(name)' is a relationship; steps set attributes.", type: entity,
        property: property.name)
    }
    guard value.isNull ? property.isOptional : value.scalarType == property.type else {
      throw UpgradeError(
        value.isNull ? .nullForRequired : .typeMismatch,
        "'\(entity).\(name)' cannot have this value.", type: entity, property: property.name)
    }
    try steps.store.setValue(value, of: property.name, in: reference)
    steps.recorder?.wrote(property.name, of: entity, keys: [Int64(reference.index)])
  }
}
