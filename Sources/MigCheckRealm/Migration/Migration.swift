import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine

// The names that a file with a Realm migration block uses, in the shapes of RealmSwift 10.54: the file
// can be a member of the app, where it imports RealmSwift, and of a test target, where it imports this
// module.
//
//     #if MIGCHECK
//       import MigCheckRealm
//     #else
//       import RealmSwift
//     #endif

/// A migration block as a Realm configuration takes it.
public typealias MigrationBlock =
  @Sendable (_ migration: Migration, _ oldSchemaVersion: UInt64) ->
  Void

/// An object that a migration block reads and writes by the names of its properties.
public typealias MigrationObject = DynamicObject

/// What is called with each object as it was and as it is.
public typealias MigrationObjectEnumerateBlock = (
  _ oldObject: MigrationObject?, _ newObject: MigrationObject?
) -> Void

/// What a migration block is given.
///
/// An error ends the block at the statement that makes it, as an exception of Realm ends the app.
public struct Migration {
  let base: RealmMigration

  init(_ base: RealmMigration) {
    self.base = base
  }

  /// The types of the store before the migration.
  public var oldSchema: Schema { Schema(base.oldSchema) }

  /// The types of the version that the store is upgraded to.
  public var newSchema: Schema { Schema(base.newSchema) }

  /// Calls a block with each object of a type as it was and as it is.
  public func enumerateObjects(
    ofType typeName: String, _ block: MigrationObjectEnumerateBlock
  ) {
    base.enumerateObjects(ofType: typeName) { old, new in
      block(old.map(DynamicObject.init(base:)), new.map(DynamicObject.init(base:)))
    }
  }

  /// Adds an object.
  ///
  /// - Parameter value: a dictionary, an array with a value for each property in the order of their
  ///   declaration, or an object. Objects inside of it that are not of the new state are copied.
  @discardableResult
  public func create(
    _ typeName: String, value: Any = [String: Any]()
  ) -> MigrationObject {
    DynamicObject(made: base.create(typeName, from: value))
  }

  /// Deletes an object of the new state.
  public func delete(_ object: MigrationObject) {
    base.delete(object.base)
  }

  /// Deletes all objects of a type; the whole type, if the new schema no longer has it.
  ///
  /// - Returns: whether there was such a type.
  @discardableResult
  public func deleteData(forType typeName: String) -> Bool {
    base.deleteData(forType: typeName)
  }

  /// Moves the values of a property to another name.
  public func renameProperty(onType typeName: String, from oldName: String, to newName: String) {
    base.renameProperty(onType: typeName, from: oldName, to: newName)
  }
}
