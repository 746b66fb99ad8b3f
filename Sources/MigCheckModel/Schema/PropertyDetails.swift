import MigCheckText

/// What few properties have, apart from what all have: a property is copied wherever its type is
/// looked at, and a copy of it then shares these.
///
/// Not a class, so that what shows every field of a property does not tell who shares with whom.
indirect enum PropertyDetails: Sendable, Equatable {
  case fields(Fields)

  struct Fields: Sendable, Equatable {
    var objectType: Name?
    var originProperty: Name?
    var defaultValue: Value?
  }

  /// - Returns: `nil` if there is nothing to hold.
  init?(_ objectType: Name?, _ originProperty: Name?, _ defaultValue: Value?) {
    guard objectType != nil || originProperty != nil || defaultValue != nil else { return nil }
    self = .fields(
      Fields(objectType: objectType, originProperty: originProperty, defaultValue: defaultValue))
  }

  var objectType: Name? {
    switch self {
    case .fields(let fields): fields.objectType
    }
  }

  var originProperty: Name? {
    switch self {
    case .fields(let fields): fields.originProperty
    }
  }

  var defaultValue: Value? {
    switch self {
    case .fields(let fields): fields.defaultValue
    }
  }
}

extension Property: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, type, collection, objectType, originProperty, isOptional, isIndexed, defaultValue
  }

  /// Reads the members that `encode(to:)` writes; throws if a required one is missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Name.self, forKey: .name),
      try values.decode(PropertyType.self, forKey: .type),
      collection: try values.decodeIfPresent(CollectionKind.self, forKey: .collection),
      objectType: try values.decodeIfPresent(Name.self, forKey: .objectType),
      originProperty: try values.decodeIfPresent(Name.self, forKey: .originProperty),
      optional: try values.decode(Bool.self, forKey: .isOptional),
      indexed: try values.decode(Bool.self, forKey: .isIndexed),
      default: try values.decodeIfPresent(Value.self, forKey: .defaultValue))
  }

  /// Writes all members of the property; those that are `nil` are left out.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(type, forKey: .type)
    try values.encodeIfPresent(collection, forKey: .collection)
    try values.encodeIfPresent(objectType, forKey: .objectType)
    try values.encodeIfPresent(originProperty, forKey: .originProperty)
    try values.encode(isOptional, forKey: .isOptional)
    try values.encode(isIndexed, forKey: .isIndexed)
    try values.encodeIfPresent(defaultValue, forKey: .defaultValue)
  }
}
