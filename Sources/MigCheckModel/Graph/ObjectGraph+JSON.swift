import MigCheckText

extension ObjectGraph {
  /// The graph as a graph file spells it.
  ///
  /// - Parameters:
  ///   - version: the version that the file names.
  ///   - label: the `$id` of an object; by default the type's name and its position: `Person0`,
  ///     or `Sha256#0` where the name ends in a digit or `#`, so that no two are alike.
  /// - Returns: every top-level type, empty ones too; every property, null ones too.
  /// - Complexity: O(*n*) in the size of the graph.
  package func json(
    version: UInt64, label: ((ObjectReference) -> String)? = nil
  ) -> JSON {
    let label =
      label ?? { reference in
        let name = schema.types[reference.type].name
        let isAmbiguous = name.utf8.last.map { (0x30...0x39).contains($0) || $0 == 0x23 } ?? true
        return "\(name)\(isAmbiguous ? "#" : "")\(reference.index)"
      }
    var types = [JSON.Member]()
    for (typeIndex, (type, table)) in zip(schema.types, tables).enumerated()
    where !type.isEmbedded {
      let objects = (0..<table.count).map { row in
        var members = [
          JSON.Member("$id", .string(label(ObjectReference(type: typeIndex, index: row))))
        ]
        for (property, column) in zip(type.storedProperties, table.columns) {
          members.append(
            JSON.Member(
              property.name.text, column[row].json(as: property.type, schema: schema, label: label))
          )
        }
        return JSON.object(members)
      }
      types.append(JSON.Member(type.name.text, .array(objects)))
    }
    return .object([
      JSON.Member("version", .integer(version)), JSON.Member("objects", .object(types)),
    ])
  }
}

extension Value {
  /// The value as a graph file spells it.
  ///
  /// - Parameters:
  ///   - type: the property's type; content of `mixed` is tagged with its own.
  ///   - schema: resolves the types of embedded objects.
  ///   - label: the `$id` of an object.
  package func json(
    as type: PropertyType, schema: Schema, label: (ObjectReference) -> String
  ) -> JSON {
    func plain(_ value: Value) -> JSON { value.json(as: type, schema: schema, label: label) }
    switch self {
    case .null: return .null
    case .list(let elements), .set(let elements): return .array(elements.map(plain))
    case .dictionary(let entries):
      return .object(entries.map { JSON.Member($0.key, plain($0.value)) })
    case .embedded(let object):
      let properties = schema.types[object.type].storedProperties
      return .object(
        zip(properties, object.values).map { property, value in
          JSON.Member(
            property.name.text, value.json(as: property.type, schema: schema, label: label))
        })
    case .link(let target):
      let text = JSON.string(label(target))
      return type == .mixed ? .object([JSON.Member("link", text)]) : text
    default:
      guard let tag = scalarType, let text = scalarJSON else { return .null }
      return type == .mixed ? .object([JSON.Member(tag.rawValue, text)]) : text
    }
  }

  /// The type of a scalar; `nil` for null, links, embedded objects and collections.
  package var scalarType: PropertyType? {
    switch self {
    case .bool: .bool
    case .int: .int
    case .float: .float
    case .double: .double
    case .decimal128: .decimal128
    case .string: .string
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .objectId: .objectId
    case .null, .link, .embedded, .list, .set, .dictionary: nil
    }
  }

  /// A scalar as JSON spells it in graph files, without a tag; `nil` for all that is no scalar.
  package var scalarJSON: JSON? {
    func number<F: BinaryFloatingPoint & CustomStringConvertible>(_ value: F) -> JSON {
      if value.isNaN { return .string("NaN") }
      if value.isInfinite { return .string(value < 0 ? "-Infinity" : "Infinity") }
      return .number(value.description)
    }
    switch self {
    case .bool(let value): return .bool(value)
    case .int(let value): return .integer(value)
    case .float(let value): return number(value)
    case .double(let value): return number(value)
    case .decimal128(let value): return .string(value.description)
    case .string(let value): return .string(value)
    case .data(let value): return .string(Base64.encode(value))
    case .date(let value): return .string(value.description)
    case .uuid(let value): return .string(value.description)
    case .objectId(let value): return .string(value.description)
    case .null, .link, .embedded, .list, .set, .dictionary: return nil
    }
  }
}
