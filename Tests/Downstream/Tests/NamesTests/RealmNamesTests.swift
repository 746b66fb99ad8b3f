import MigCheck
import RealmSwift
import Testing

// Names of RealmSwift's, in a file that imports MigCheck too: they must mean RealmSwift's.

private let block: MigrationBlock = { (migration: Migration, oldSchemaVersion: UInt64) in
  migration.enumerateObjects(ofType: "Note") { (old: MigrationObject?, new: MigrationObject?) in }
}

@Suite struct RealmNamesTests {
  @Test("RealmSwift's names mean RealmSwift's types")
  func realmSwiftsNamesMeanRealmSwiftsTypes() {
    let names: [(any Any.Type, String)] = [
      (AnyRealmValue.self, "AnyRealmValue"), (Decimal128.self, "Decimal128"),
      (Event.self, "Event"), (List<Int>.self, "List"), (Logger.self, "RLMLogger"),
      (Map<Int, Int>.self, "Map"), (Migration.self, "Migration"),
      (MigrationObject.self, "DynamicObject"), (Object.self, "RealmSwiftObject"),
      (ObjectChange<Int>.self, "ObjectChange"), (ObjectId.self, "ObjectId"),
      (ObjectSchema.self, "ObjectSchema"), (EmbeddedObject.self, "RealmSwiftEmbeddedObject"),
      (Projection<Int>.self, "Projection"), (Property.self, "Property"),
      (PropertyChange.self, "PropertyChange"), (PropertyType.self, "RLMPropertyType"),
      (Query<Int>.self, "Query"), (Results<Int>.self, "Results"), (Schema.self, "Schema"),
      (SortDescriptor.self, "SortDescriptor"), (User.self, "RLMUser"),
    ]
    for (type, name) in names {
      let full = String(reflecting: type)
      #expect(full.hasPrefix("RealmSwift.\(name)"), "\(full)")
    }
    block(Migration(), 1)
  }
}
