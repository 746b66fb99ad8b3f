import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// The methods that a migration block calls. They carry Realm's names and, like Realm's, do not
// throw: an error ends the block and the upgrade.

extension RealmMigration {
  /// Calls `block` with each object of a type as it was and as it is, in order of creation.
  ///
  /// - Objects of a type that both schemas have are visited if they were there before the
  ///   migration and still are. Objects that the migration creates are not.
  /// - Of a type that is new all objects are visited that are there when the enumeration begins, also
  ///   those that are deleted meanwhile, and `old` is `nil`.
  /// - Of a type that is gone the old objects are visited, and `new` is `nil`.
  /// - A type that neither schema has is passed over.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func enumerateObjects(
    ofType typeName: String,
    _ block: (_ oldObject: RealmMigrationObject?, _ newObject: RealmMigrationObject?) throws -> Void
  ) {
    attempt {
      let type = Name(typeName)
      guard let tables = enumeratedTables(type) else {
        return tell(ofVisitsTo: type, isKnown: false)
      }
      tell(ofVisitsTo: type)
      let keys =
        try tables.old.map { try store.oldKeys(of: $0.id) }
        ?? store.keys(of: tables.new?.id ?? 0)
      var hasMet = false
      for key in keys {
        let old = tables.old.map { object(key, of: $0, isOld: true) }
        var new: RealmMigrationObject?
        if let table = tables.new {
          // Of a new type all objects are visited, be they deleted meanwhile.
          let reference = ObjectReference(type: table.id, index: Int(key))
          guard try old == nil || store.contains(reference) else { continue }
          new = object(key, of: table, isOld: false)
        }
        if !hasMet { tell(ofVisitsTo: type, isMet: true) }
        hasMet = true
        do {
          try BlockThread.inAuthorsCode { try block(old, new) }
        } catch {
          throw Self.authorError(error)
        }
        if failure != nil { return }
      }
    }
  }

  /// Tells who watches; a block may end at any time.
  private func tell(ofVisitsTo type: Name, isKnown: Bool = true, isMet: Bool = false) {
    recorder?.watch?.saw(
      CodeVisit(
        from: oldSchemaVersion, to: newSchemaVersion, type: type, isKnown: isKnown, isMet: isMet))
  }

  private func object(_ key: Int64, of table: StoreTable, isOld: Bool) -> RealmMigrationObject {
    RealmMigrationObject(
      migration: self, type: table.name,
      reference: ObjectReference(type: table.id, index: Int(key)), isOld: isOld)
  }

  /// Adds an object. Properties that are left out get the default of the new schema.
  ///
  /// A link may be given as the values of an object that is created on the way.
  @discardableResult
  public func create(_ typeName: String, value: [String: Any?] = [:]) -> RealmMigrationObject? {
    create(typeName, from: value)
  }

  /// Adds an object with the values of another one, of whichever state and type, as they are. Every
  /// property of the new object's type must be one of the other's.
  @discardableResult
  public func create(
    _ typeName: String, value: RealmMigrationObject
  ) -> RealmMigrationObject? {
    create(typeName, from: value)
  }

  /// - Parameter value: a dictionary, an array with a value for each property in the order of their
  ///   declaration, an object, or what stands for one of these.
  @discardableResult
  package func create(_ typeName: String, from value: Any) -> RealmMigrationObject? {
    attempt {
      let type = Name(typeName)
      return RealmMigrationObject(
        migration: self, type: type, reference: try create(type, of: value), isOld: false)
    }
  }

  /// Deletes an object of the new state, and the embedded objects that belong to it.
  ///
  /// It must not be read, written or deleted again.
  public func delete(_ object: RealmMigrationObject) { delete(Optional(object)) }

  /// - Parameter object: `nil`: one that is in no store.
  package func delete(_ object: RealmMigrationObject?) {
    attempt {
      guard let object, object.migration === self, !object.isOld, !object.isDetached else {
        throw RealmException.foreignDeletion(object?.type ?? "MigrationObject")
      }
      defer { object.isDetached = true }
      guard try object.isAlive() else { return }
      let key = Int64(object.reference.index)
      try log?.willDelete([key], of: object.type, in: store)
      let deleted = try store.delete([key], from: object.reference.type)
      record(deleted, as: .migration)
    }
  }

  /// Deletes all objects of a type; the whole type, if the new schema no longer has it.
  ///
  /// - Returns: whether there was such a type.
  @discardableResult
  public func deleteData(forType typeName: String) -> Bool {
    attempt { try deleteAll(ofType: Name(typeName)) } ?? false
  }

  /// Moves the values of a property to another name.
  ///
  /// What an earlier step wrote into `newName` is lost, and so are the values that it had before.
  public func renameProperty(onType typeName: String, from oldName: String, to newName: String) {
    attempt { try rename(Name(oldName), to: Name(newName), of: Name(typeName)) }
  }

  static func authorError(_ error: any Error) -> UpgradeError {
    error as? UpgradeError ?? UpgradeError(.authorError, "\(error)")
  }

  /// Runs what the block asks for. An error ends the block there, as an exception of Realm ends the
  /// app: what comes after it, such as a `!`, is never reached.
  ///
  /// - Returns: `nil` where the block cannot be ended, since it called from a thread of its own.
  @discardableResult
  package func attempt<Result>(_ body: () throws -> Result) -> Result? {
    if failure == nil {
      do {
        return try BlockThread.inKit(body)
      } catch {
        if failure == nil { failure = error }
      }
    }
    BlockThread.end()
    return nil
  }
}
