import MigCheckModel

/// Schemas that several tests share.
enum Schemas {
  /// Every type of value, every collection, keys, embedded objects three deep, and cycles.
  static let rich: Schema = {
    let scalars: [PropertyType] = [
      .bool, .int, .float, .double, .decimal128, .string, .data, .date, .uuid, .objectId, .mixed,
    ]
    var all = [Property]()
    for type in scalars {
      all.append(Property(type.rawValue, type, optional: type == .mixed))
      all.append(Property("\(type.rawValue)Maybe", type, optional: true))
      for kind in CollectionKind.allCases {
        all.append(
          Property(
            "\(type.rawValue)-\(kind.rawValue)", type, collection: kind, optional: type == .mixed))
      }
    }
    return Schema([
      ObjectType(
        "Person", primaryKey: "id",
        [
          Property("id", .string),
          Property("name", .string, default: .string("nobody")),
          Property("friend", .object, objectType: "Person", optional: true),
          Property("dogs", .object, collection: .list, objectType: "Dog"),
          Property("dogSet", .object, collection: .set, objectType: "Dog"),
          Property("dogBy", .object, collection: .dictionary, objectType: "Dog", optional: true),
          Property("address", .object, objectType: "Address", optional: true),
          Property("addresses", .object, collection: .list, objectType: "Address"),
        ]),
      ObjectType(
        "Dog",
        [
          Property("name", .string, optional: true), Property("age", .int),
          Property("owner", .object, objectType: "Person", optional: true),
          Property(
            "owners", .linkingObjects, objectType: "Person", originProperty: "dogs"),
        ]),
      ObjectType(
        "Address", embedded: true,
        [
          Property("street", .string),
          Property("place", .object, objectType: "Place", optional: true),
          Property(
            "placeBy", .object, collection: .dictionary, objectType: "Place", optional: true),
        ]),
      ObjectType(
        "Place", embedded: true,
        [
          Property("pin", .object, objectType: "Pin", optional: true),
          Property("tags", .string, collection: .set),
        ]),
      ObjectType(
        "Pin", embedded: true,
        [
          Property("x", .double),
          Property("dog", .object, objectType: "Dog", optional: true),
          Property("anything", .mixed, optional: true),
        ]),
      ObjectType("All", all),
      ObjectType("Number", primaryKey: "n", [Property("n", .int, optional: true)]),
    ])
  }()

  /// A small schema, as an app may begin with.
  static let contacts = Schema([
    ObjectType(
      "Person",
      [
        Property("firstName", .string), Property("lastName", .string),
        Property("age", .int), Property("email", .string, optional: true),
        Property("address", .object, objectType: "Address", optional: true),
        Property("friends", .object, collection: .list, objectType: "Person"),
      ]),
    ObjectType(
      "Address",
      [Property("street", .string), Property("city", .object, objectType: "City", optional: true)]),
    ObjectType("City", [Property("name", .string)]),
    ObjectType(
      "Tag",
      [
        Property("target", .mixed, optional: true),
        Property("places", .object, collection: .dictionary, objectType: "Address", optional: true),
        Property("other", .object, objectType: "Address", optional: true),
        Property("all", .object, collection: .list, objectType: "Address"),
      ]),
  ])

  /// What `contacts` becomes: a key, an embedded type, renames, conversions.
  static let contactsLater = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .string), Property("fullName", .string),
        Property("age", .string), Property("email", .string),
        Property("address", .object, objectType: "Address", optional: true),
        Property("friends", .object, collection: .set, objectType: "Person"),
      ]),
    ObjectType(
      "Address", embedded: true,
      [Property("street", .string), Property("city", .object, objectType: "City", optional: true)]),
    ObjectType("City", primaryKey: "name", [Property("name", .string)]),
    ObjectType("Fresh", [Property("x", .int)]),
  ])
}
