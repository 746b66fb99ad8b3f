import MigCheck

/// The versions of this app's store.
public let contacts = History("Contacts") {
  Version(1) {
    ObjectType("Person") {
      Property("firstName", .string)
      Property("lastName", .string)
      Property("age", .int)
      Property.list("dogs", of: "Dog")
    }
    ObjectType("Dog") {
      Property("name", .string)
      Property.linkingObjects("owners", from: "Person", property: "dogs")
    }
  }
  Version(2) {
    ObjectType("Person") {
      Property("fullName", .string)
      Property("age", .int)
      Property.list("dogs", of: "Dog")
    }
    ObjectType("Dog") {
      Property("name", .string)
      Property.linkingObjects("owners", from: "Person", property: "dogs")
    }
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
    ObjectType("Person", primaryKey: "id") {
      Property("id", .int)
      Property("fullName", .string)
      Property("yearsSinceBirth", .string)
      Property.list("dogs", of: "Dog")
    }
    ObjectType("Dog") {
      Property("callName", .string)
      Property.linkingObjects("owners", from: "Person", property: "dogs")
    }
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
