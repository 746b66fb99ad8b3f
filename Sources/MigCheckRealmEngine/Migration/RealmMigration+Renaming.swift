import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// Properties that get another name.

extension RealmMigration {
  /// - Throws: `noSuchType`, `noSuchProperty`, `invalidRename`.
  func rename(_ from: Name, to: Name, of type: Name) throws {
    func typeError(_ reason: String) -> UpgradeError {
      UpgradeError(
        .noSuchType, "Cannot rename properties for type '\(type)' because it \(reason).",
        type: type)
    }
    func renameError(_ reason: String) -> UpgradeError {
      UpgradeError(
        .invalidRename,
        "Cannot rename property '\(type).\(from)' to '\(to)' because \(reason).",
        type: type, property: from)
    }
    guard let table = store.table(named: type) else { throw typeError("does not exist") }
    guard let target = schema.type(named: type) else {
      throw typeError("has been removed from the Realm")
    }
    // Also as the name of linking objects.
    guard target.property(named: from) == nil else {
      throw renameError("the source property still exists")
    }
    // A name for itself goes first, and is missed then.
    guard let source = table.property(named: from), from != to else {
      throw UpgradeError(
        .noSuchProperty,
        "Cannot rename property '\(type).\(from)' because it does not exist.",
        type: type, property: from)
    }
    if let replaced = table.property(named: to) {
      guard source.type == replaced.type,
        source.objectType == replaced.objectType
      else {
        throw renameError(
          "it would change from type '\(RealmSchemaRules.typeString(source))' to "
            + "'\(RealmSchemaRules.typeString(replaced))'")
      }
      guard !source.isOptional || replaced.isOptional else {
        throw renameError("it would change from optional to required")
      }
      log?.renamed(source, to: replaced, of: type)
      // The real engine accepts another kind of collection and ruins the store.
      guard source.collection == replaced.collection else {
        throw renameError(
          "it would change from type '\(RealmSchemaRules.typeString(source))' to "
            + "'\(RealmSchemaRules.typeString(replaced))'")
      }
      let wasKey = table.primaryKey.map { $0 == to } ?? false
      if wasKey { try store.setPrimaryKey(nil, of: table.id) }
      try store.removeProperty(to, from: table.id)
      try store.renameProperty(from, to: to, of: table.id)
      deadProperties.removeAll { isSame($0, to, of: type) }
      if replaced.isOptional, !source.isOptional {
        try store.setOptional(true, property: to, of: table.id)
        if source.collection == nil, target.storedIndex(of: to) != nil {
          deadProperties.append(PropertyPath(type: type, property: to))
        }
      }
    } else {
      log?.renamed(from, toPassingName: to, of: type)
      try store.renameProperty(from, to: to, of: table.id)
    }
    touchKey(of: type)
    recorder?.renamed(type: type, from: from, to: to)
  }
}
