// The same initialisers for names that a caller has as plain strings.

extension Property {
  /// A property as a schema declares it, with names as strings.
  public init(
    _ name: String, _ type: PropertyType, collection: CollectionKind? = nil,
    objectType: String? = nil, originProperty: String? = nil, optional: Bool = false,
    indexed: Bool = false, default defaultValue: Value? = nil
  ) {
    self.init(
      Name(name), type, collection: collection, objectType: objectType.map { Name($0) },
      originProperty: originProperty.map { Name($0) }, optional: optional, indexed: indexed,
      default: defaultValue)
  }
}

extension ObjectType {
  /// A type with its properties in their order, with names as strings.
  public init(
    _ name: String, primaryKey: String? = nil, embedded: Bool = false, _ properties: [Property]
  ) {
    self.init(Name(name), primaryKey: primaryKey.map { Name($0) }, embedded: embedded, properties)
  }
}
