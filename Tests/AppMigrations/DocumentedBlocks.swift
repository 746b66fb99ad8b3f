import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// Blocks in the manner of Realm's documentation.

class Person: Object {
  @Persisted var fullName = ""
  @Persisted var age = 0
  @Persisted var dogs: List<Dog>
}

class Dog: Object {
  @Persisted var name: String
  @Persisted var kind: Kind = .big

  enum Kind: String, PersistableEnum { case big, small }
}

/// Names are joined, a property gets another name, pets are added to a list.
public let documentedConfiguration = Realm.Configuration(
  schemaVersion: 4,
  migrationBlock: { migration, oldSchemaVersion in
    if oldSchemaVersion < 2 {
      // Outside of enumerateObjects.
      migration.renameProperty(onType: Person.className(), from: "yearsSinceBirth", to: "age")
    }
    if oldSchemaVersion < 3 {
      migration.enumerateObjects(ofType: Person.className()) { oldObject, newObject in
        let firstName = oldObject!["firstName"] as! String
        let lastName = oldObject!["lastName"] as! String
        newObject!["fullName"] = "\(firstName) \(lastName)"
      }
    }
    if oldSchemaVersion < 4 {
      migration.enumerateObjects(ofType: Person.className()) { _, newObject in
        guard newObject!["age"] as! Int > 40 else { return }
        let dogs = newObject!["dogs"] as! List<MigrationObject>
        dogs.append(migration.create(Dog.className(), value: ["Toto", Dog.Kind.small.rawValue]))
        dogs.append(migration.create(Dog.className(), value: ["name": "Rex"]))
      }
    }
  })
