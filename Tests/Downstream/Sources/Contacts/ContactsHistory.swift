import MigCheck

/// The versions of this app's store.
public let contacts = History("Contacts") {
  Version(1) {
    ObjectType(
      "Person",
      ["firstName": .string, "lastName": .string, "age": .int, "dogs": .list(of: "Dog")])
    ObjectType(
      "Dog", ["name": .string, "owners": .linkingObjects(from: "Person", property: "dogs")])
  }
  Version(2) {
    ObjectType("Person", ["fullName": .string, "age": .int, "dogs": .list(of: "Dog")])
    ObjectType(
      "Dog", ["name": .string, "owners": .linkingObjects(from: "Person", property: "dogs")])
  } migration: { migration in
    migration.enumerateObjects(ofType: "Person") { old, new in
      let first = old?["firstName"] as? String ?? ""
      let last = old?["lastName"] as? String ?? ""
      new?["fullName"] = "\(first) \(last)"
    }
  }
  Version(
    3,
    invariants: [
      HistoryInvariant("the age stays the age", type: "Person", since: 2) { old, new in
        (old["age"] as? Int).map(String.init) == new["yearsSinceBirth"] as? String
      }
    ]
  ) {
    ObjectType(
      "Person", primaryKey: "id",
      ["id": .int, "fullName": .string, "yearsSinceBirth": .string, "dogs": .list(of: "Dog")])
    ObjectType(
      "Dog", ["callName": .string, "owners": .linkingObjects(from: "Person", property: "dogs")])
  } migration: { migration in
    var next = 0
    migration.enumerateObjects(ofType: "Person") { old, new in
      new?["id"] = next
      new?["yearsSinceBirth"] = (old?["age"] as? Int).map(String.init) ?? ""
      next += 1
    }
    migration.renameProperty(onType: "Dog", from: "name", to: "callName")
  }
}
