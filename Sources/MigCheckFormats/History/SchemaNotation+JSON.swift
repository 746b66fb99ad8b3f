import MigCheckModel
import MigCheckText

extension SchemaNotation {
  /// The object types of a version as history files spell them.
  static func json(_ schema: Schema) -> JSON {
    .array(schema.types.map { json($0, schema: schema) })
  }

  static func json(_ type: ObjectType, schema: Schema) -> JSON {
    var members = [JSON.Member("name", .string(type.name.text))]
    if let key = type.primaryKey { members.append(JSON.Member("primaryKey", .string(key.text))) }
    if type.isEmbedded { members.append(JSON.Member("embedded", .bool(true))) }
    let properties = type.properties.map { property in
      JSON.Member(property.name.text, json(property, schema: schema))
    }
    members.append(JSON.Member("properties", .object(properties)))
    return .object(members)
  }

  /// The short form where it says everything, else the long one.
  static func json(_ property: Property, schema: Schema) -> JSON {
    let isPlain = !property.isIndexed && property.defaultValue == nil && !property.isComputed
    let isDefault =
      property.isOptional == isOptionalByDefault(property.type, property.collection)
    if isPlain, property.isOptional || isDefault {
      let base = property.isLink ? property.objectType?.text ?? "" : property.type.rawValue
      // A type that bears the name of a scalar can only be named in the long form.
      if !property.isLink || scalar(base) == nil {
        return .string(shortForm(base, of: property, isMarked: !isDefault))
      }
    }
    return longForm(property, schema: schema, saysOptional: !isDefault)
  }

  private static func shortForm(
    _ base: String, of property: Property, isMarked: Bool
  ) -> String {
    let isLinkToOne = property.isLink && property.collection == nil
    let mark = isMarked || isLinkToOne ? "?" : ""
    let suffix =
      switch property.collection {
      case .list: "[]"
      case .set: "<>"
      case .dictionary: "{}"
      case nil: ""
      }
    return base + mark + suffix
  }

  private static func longForm(
    _ property: Property, schema: Schema, saysOptional: Bool
  ) -> JSON {
    var members = [JSON.Member]()
    func add(_ key: String, _ value: JSON) { members.append(JSON.Member(key, value)) }
    add("type", .string(property.collection?.rawValue ?? property.type.rawValue))
    if let target = property.objectType {
      add("objectType", .string(target.text))
    } else if property.collection != nil {
      add("objectType", .string(property.type.rawValue))
    }
    if let origin = property.originProperty { add("property", .string(origin.text)) }
    if saysOptional { add("optional", .bool(property.isOptional)) }
    if property.isIndexed { add("indexed", .bool(true)) }
    if let value = property.defaultValue {
      // A default holds no link, so no label is ever asked for.
      add("default", value.json(as: property.type, schema: schema) { _ in "" })
    }
    return .object(members)
  }
}
