import MigCheckText

/// The schemas that the graphs of one document have, so that each is written once.
package final class SchemaTable: Sendable {
  // One thread at a time encodes a document.
  nonisolated(unsafe) private var known: [Schema]

  package init(_ schemas: [Schema] = []) {
    known = schemas
  }

  package var schemas: [Schema] { known }

  func position(of schema: Schema) -> Int {
    if let position = known.firstIndex(where: { $0 == schema }) { return position }
    known.append(schema)
    return known.count - 1
  }

  package static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "SchemaTable") else {
      preconditionFailure("a key of user info is any text")
    }
    return key
  }()
}

extension ObjectGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, tables
  }

  /// Writes the schema, or its position in a table of schemas that the document has, and the
  /// tables.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let table = encoder.userInfo[SchemaTable.key] as? SchemaTable {
      try container.encode(table.position(of: schema), forKey: .schema)
    } else {
      try container.encode(schema, forKey: .schema)
    }
    try container.encode(tables, forKey: .tables)
  }

  /// - Throws: `DecodingError` also for tables that do not fit the schema.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func corrupted(_ reason: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
    var schema: Schema
    if let table = decoder.userInfo[SchemaTable.key] as? SchemaTable {
      let position = try container.decode(Int.self, forKey: .schema)
      guard table.schemas.indices.contains(position) else {
        throw corrupted("there is no schema \(position)")
      }
      schema = table.schemas[position]
    } else {
      schema = try container.decode(Schema.self, forKey: .schema)
    }
    self.init(schema: schema)
    let tables = try container.decode([Table].self, forKey: .tables)
    guard tables.count == schema.types.count,
      zip(tables, schema.types).allSatisfy({ table, type in
        // Objects without properties take no room, however many a damaged document has.
        (0...(type.isEmbedded ? 0 : Self.mostDecoded)).contains(table.count)
          && table.columns.count == type.storedProperties.count
          && table.columns.allSatisfy { $0.count == table.count }
      })
    else { throw corrupted("the tables do not fit the schema") }
    self.tables = tables
    guard tables.allSatisfy({ $0.columns.allSatisfy { $0.allSatisfy(isSound) } }) else {
      throw corrupted("a link, an embedded object or a date does not fit the schema")
    }
  }
}

extension ObjectGraph {
  /// How many objects of one type are read from a document, at most.
  private static let mostDecoded = 1 << 20

  /// Whether what shows the value can follow all its references and spell all its parts.
  private func isSound(_ value: Value) -> Bool {
    switch value {
    case .link(let target):
      return tables.indices.contains(target.type)
        && (0..<tables[target.type].count).contains(target.index)
    case .embedded(let object):
      return schema.types.indices.contains(object.type)
        && object.values.count == schema.types[object.type].storedProperties.count
        && object.values.allSatisfy(isSound)
    case .date(let moment): return (0..<1_000_000_000).contains(moment.nanoseconds)
    case .list(let elements), .set(let elements): return elements.allSatisfy(isSound)
    case .dictionary(let entries): return entries.allSatisfy { isSound($0.value) }
    default: return true
    }
  }
}

extension ObjectType: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, primaryKey, isEmbedded, parent, isAbstract, properties
  }

  /// Writes the members of the type; those that are `nil`, and a false `isAbstract`, are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(primaryKey, forKey: .primaryKey)
    try container.encode(isEmbedded, forKey: .isEmbedded)
    // Only types of a hierarchy have them.
    try container.encodeIfPresent(parent, forKey: .parent)
    if isAbstract { try container.encode(true, forKey: .isAbstract) }
    try container.encode(properties, forKey: .properties)
  }

  /// Reads the members that `encode(to:)` writes; throws if a required one is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Name.self, forKey: .name),
      primaryKey: try container.decodeIfPresent(Name.self, forKey: .primaryKey),
      embedded: try container.decode(Bool.self, forKey: .isEmbedded),
      parent: try container.decodeIfPresent(Name.self, forKey: .parent),
      abstract: try container.decodeIfPresent(Bool.self, forKey: .isAbstract) ?? false,
      try container.decode([Property].self, forKey: .properties))
  }
}
