import MigCheckModel

@testable import MigCheckStores

extension FileStore {
  /// A store at version 1 with one table of one property per type and collection.
  static func withEverything(at path: String) throws -> FileStore {
    let store = try FileStore.create(at: path)
    store.rules = .everything
    try store.begin()
    let table = try store.addTable(named: "Everything", embedded: false)
    let other = try store.addTable(named: "Other", embedded: false)
    for property in everything { try store.addProperty(property, to: table) }
    try store.addProperty(Property("name", .string), to: other)
    for name in ["a", "b", "c"] {
      _ = try store.create(in: other, values: [("name", .string(name))])
    }
    try store.commit(version: 1)
    return store
  }

  static var everything: [Property] {
    var properties = [Property]()
    for type in PropertyType.allCases where type != .linkingObjects && type != .object {
      properties.append(Property(type.rawValue, type, optional: true))
      for kind in CollectionKind.allCases {
        properties.append(
          Property("\(type.rawValue) \(kind.rawValue)", type, collection: kind, optional: true))
      }
    }
    properties.append(Property("link", .object, objectType: "Other", optional: true))
    properties.append(Property("links", .object, collection: .list, objectType: "Other"))
    return properties
  }

  /// A store at version 1 with the persons that are named.
  static func withPersons(
    at path: String, _ persons: [(first: String, last: String, age: Int64)],
    options: Options = Options()
  ) throws -> FileStore {
    let store = try FileStore.create(at: path, options: options)
    try store.begin()
    let table = try store.addTable(named: "Person", embedded: false)
    try store.addProperty(Property("first", .string), to: table)
    try store.addProperty(Property("last", .string), to: table)
    try store.addProperty(Property("age", .int), to: table)
    for person in persons {
      _ = try store.create(
        in: table,
        values: [
          ("first", .string(person.first)), ("last", .string(person.last)),
          ("age", .int(person.age)),
        ])
    }
    try store.commit(version: 1)
    return store
  }

  static func withPersons(at path: String) throws -> FileStore {
    try withPersons(
      at: path, [("Ada", "Lovelace", 36), ("Alan", "Turing", 41), ("Grace", "Hopper", 85)])
  }
}
