import MigCheckModel
import MigCheckStores

/// An object as it was before the migration, or as it is in the store under upgrade.
///
/// Its values are plain Swift values: `Bool`, `Int`, `Float`, `Double`, `String`, `Data`, `Date`,
/// `UUID`, `Decimal128`, `ObjectIDBytes`, another `RealmMigrationObject` for a link, an array for a list
/// or set, a dictionary with string keys; `nil` for null.
public final class RealmMigrationObject {
  let migration: RealmMigration
  let type: Name
  let reference: ObjectReference
  let isOld: Bool

  init(migration: RealmMigration, type: Name, reference: ObjectReference, isOld: Bool) {
    self.migration = migration
    self.type = type
    self.reference = reference
    self.isOld = isOld
  }

  public var typeName: String { type.text }

  /// The value of a property; setting one of an old object, or one that does not exist, ends the
  /// upgrade with an error.
  public subscript(property: String) -> Any? {
    get { migration.attempt { try read(Name(property)) } ?? nil }
    set { migration.attempt { try write(newValue, to: Name(property)) } }
  }

  private func noSuchProperty(_ name: Name) -> UpgradeError {
    UpgradeError(
      .noSuchProperty, "Invalid property name '\(name)' for class '\(type)'.", type: type,
      property: name)
  }

  private func read(_ name: Name) throws -> Any? {
    migration.bridge(try storedValue(of: name), isOld: isOld)
  }

  /// - Throws: `noSuchProperty`.
  func storedValue(of name: Name) throws -> Value {
    let store = migration.store
    if isOld {
      guard let table = store.oldTables.first(where: { $0.id == reference.type }),
        table.property(named: name) != nil
      else { throw noSuchProperty(name) }
      return try store.oldValue(of: name, in: reference)
    }
    guard migration.schema.type(named: type)?.storedIndex(of: name) != nil else {
      throw noSuchProperty(name)
    }
    guard !migration.isDead(name, of: type) else {
      throw migration.deadPropertyError(name, of: type)
    }
    return try store.value(of: name, in: reference)
  }

  private func write(_ newValue: Any?, to name: Name) throws {
    guard !isOld else {
      throw UpgradeError(
        .authorError, "Property '\(type).\(name)' of the old state cannot be written.",
        type: type, property: name)
    }
    let target = migration.schema.type(named: type)
    let property = try migration.writable(name, of: type, in: target).get()
    let value = try migration.bridge(newValue, to: property, of: type)
    let overwritten = try migration.store.setValue(value, of: name, in: reference)
    if target?.primaryKey == name { migration.touchKey(of: type) }
    migration.recorder?.wrote(name, of: type, keys: [Int64(reference.index)])
    migration.record(overwritten, as: .overwritten)
  }
}
