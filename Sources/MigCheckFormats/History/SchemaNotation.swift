import MigCheckHistory
import MigCheckModel
import MigCheckText

/// The notation of properties: `int`, `string?`, `Dog[]`, or an object with the same in words.
enum SchemaNotation {
  static let scalarNames = PropertyType.scalarNames

  static func scalar(_ name: String) -> PropertyType? {
    scalarNames.contains { $0.isIdentical(to: name) } ? PropertyType(rawValue: name) : nil
  }

  /// Whether a property may be null when its notation does not say so.
  static func isOptionalByDefault(_ type: PropertyType, _ collection: CollectionKind?) -> Bool {
    switch type {
    case .mixed: true
    case .object: collection == nil || collection == .dictionary
    default: false
    }
  }

  /// Reads the short form.
  static func property(
    _ name: String, short notation: String, at node: JSONNode
  ) throws(InputError) -> Property {
    var base = notation[...]
    var collection: CollectionKind?
    for (suffix, kind) in suffixes where base.hasSuffix(suffix) {
      base.removeLast(suffix.count)
      collection = kind
      break
    }
    let isMarked = base.hasSuffix("?")
    if isMarked { base.removeLast() }
    let typeName = String(base)
    try requireName(Name(typeName), notation: notation, at: node)
    if let type = scalar(typeName) {
      return Property(
        name, type, collection: collection,
        optional: isMarked || isOptionalByDefault(type, collection))
    }
    guard isMarked || collection != nil else {
      throw unknownType(typeName, at: node)
    }
    return Property(
      name, .object, collection: collection, objectType: typeName,
      optional: isMarked || isOptionalByDefault(.object, collection))
  }

  private static let suffixes: [(String, CollectionKind)] = [
    ("[]", .list), ("<>", .set), ("{}", .dictionary),
  ]

  private static func requireName(
    _ typeName: Name, notation: String, at node: JSONNode
  ) throws(InputError) {
    if typeName == "object" {
      throw node.error(
        "\(quoted(notation)) does not say which objects",
        "write the type's name, such as \"Dog\(notation.dropFirst(6))\"")
    }
    if typeName == "linkingObjects" {
      throw node.error(
        "linking objects have no short form",
        "write {\"type\": \"linkingObjects\", \"objectType\": …, \"property\": …}")
    }
    guard typeName.isEmpty || typeName.text.contains(where: { "?[]<>{}".contains($0) }) else {
      return
    }
    throw node.error(
      "\(quoted(notation)) is no property type",
      "write a type, \"?\" if it may be null, then [], <> or {} for a list, set or dictionary")
  }

  private static func unknownType(_ name: String, at node: JSONNode) -> InputError {
    let remedy =
      if let meant = nearest(to: name, among: scalarNames) {
        "did you mean \(quoted(meant))?"
      } else {
        "write \(quoted(name + "?")) for a link to such an object"
      }
    return node.error("\(quoted(name)) is no type of a value", remedy)
  }
}

extension SchemaNotation {
  static let longKeys = ["type", "objectType", "property", "optional", "indexed", "default"]
  private static let coreDataKeys = [
    "width", "ordered", "minCount", "maxCount", "inverse", "deleteRule", "renamingIdentifier",
    "coreDataType", "versionHashModifier", "transient", "derived", "externalStorage",
  ]

  /// Reads the long form, all but the default, for which the schema must be known.
  ///
  /// - Parameter coreData: whether what only Core Data has may stand there.
  static func property(
    _ name: String, long node: JSONNode, coreData: Bool = false
  ) throws(InputError) -> Property {
    let keys = coreData ? CoreDataSchemaNotation.propertyKeys : longKeys
    let record = try node.record("a property", keys: keys) { member, key in
      onlyUnderCoreData(member, key, of: coreDataKeys)
    }
    let typeNode = try record.required("type", "the type of the property's value")
    let typeName = try typeNode.string()
    var property = Property(name, .bool)
    if let kind = CollectionKind(rawValue: typeName) {
      let element = try record.required("objectType", "the type of the elements")
      let elementName = try elementType(element)
      property.collection = kind
      property.type = scalar(elementName) ?? .object
      property.objectType = property.type == .object ? Name(elementName) : nil
    } else if let type = PropertyType(rawValue: typeName) {
      property.type = type
      if type == .object || type == .linkingObjects {
        let target = try record.required("objectType", "the type of the objects")
        property.objectType = try Name(elementType(target))
      } else if let target = record["objectType"] {
        throw target.error(
          "\(quoted(typeName)) has no \"objectType\"",
          "take it out, or make the type \"object\", \"list\", \"set\" or \"dictionary\"")
      }
    } else {
      throw typeNode.error("\(quoted(typeName)) is no property type", remedy(forType: typeName))
    }
    if let origin = record["property"] {
      guard property.type == .linkingObjects else {
        throw origin.error("only linking objects have a \"property\"", "take it out")
      }
      property.originProperty = try origin.schemaName()
    }
    property.isOptional =
      try record["optional"]?.bool() ?? isOptionalByDefault(property.type, property.collection)
    property.isIndexed = try record["indexed"]?.bool() ?? false
    if property.isComputed, let value = record["default"] {
      throw value.error("linking objects are computed and have no default", "take it out")
    }
    return property
  }

  private static func elementType(_ node: JSONNode) throws(InputError) -> String {
    let name = try node.string()
    guard !name.isEmpty, !name.contains(where: { "?[]<>{}".contains($0) }),
      !name.isIdentical(to: "object"), !name.isIdentical(to: "linkingObjects")
    else {
      throw node.error(
        "\(quoted(name)) is no type's name",
        "write the bare name; \"optional\": true says that elements may be null")
    }
    return name
  }

  private static func remedy(forType name: String) -> String {
    let words = scalarNames + ["object", "list", "set", "dictionary", "linkingObjects"]
    if let meant = nearest(to: name, among: words) { return "did you mean \(quoted(meant))?" }
    return "a link is {\"type\": \"object\", \"objectType\": \(quoted(name))}"
  }

  static func onlyUnderCoreData(
    _ node: JSONNode, _ key: String, of keys: [String]
  ) -> InputError? {
    guard keys.contains(where: { $0.isIdentical(to: key) }) else { return nil }
    return node.error(
      "\(quoted(key)) has a meaning only under \"rules\": \"coredata\"", "take it out")
  }
}
