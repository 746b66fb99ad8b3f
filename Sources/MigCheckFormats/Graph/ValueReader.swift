import MigCheckModel
import MigCheckText

/// Reads values as graph files spell them.
struct ValueReader {
  let schema: Schema
  /// The objects of the file by the bytes of their `$id`.
  var objects = [[UInt8]: ObjectReference]()

  init(schema: Schema) {
    self.schema = schema
  }

  /// Reads the whole value of a property, which may be a collection.
  func value(_ node: JSONNode, of property: Property) throws(InputError) -> Value {
    switch property.collection {
    case nil: return try single(node, of: property)
    case .list:
      return .list(try elements(node, of: property))
    case .set:
      return .set(Self.withoutRepeats(try elements(node, of: property)))
    case .dictionary:
      guard case .object = node.json else {
        throw node.wrongKind(needed: "an object of keys and values")
      }
      var entries = [DictionaryEntry]()
      for (key, node) in try node.entries() {
        entries.append(DictionaryEntry(key, try single(node, of: property)))
      }
      return .dictionary(entries.sorted { $0.key.precedes($1.key) })
    }
  }

  private func elements(
    _ node: JSONNode, of property: Property
  ) throws(InputError) -> [Value] {
    let nodes = try node.array()
    var elements = [Value]()
    elements.reserveCapacity(nodes.count)
    for node in nodes { elements.append(try single(node, of: property)) }
    return elements
  }

  /// A set keeps the first of several elements with equal bits. Realm keeps each NaN.
  private static func withoutRepeats(_ elements: [Value]) -> [Value] {
    var seen = Set<[UInt8]>()
    return elements.filter { element in
      switch element {
      case .double(let value) where value.isNaN: true
      case .float(let value) where value.isNaN: true
      case .link(let target): seen.insert(Array("\(target.type) \(target.index)".utf8)).inserted
      default:
        seen.insert(
          Array(
            "\(element.scalarType?.rawValue ?? "") \(element.scalarJSON?.compactText ?? "")".utf8)
        ).inserted
      }
    }
  }

  /// Reads one value: a property that is no collection, or an element.
  private func single(_ node: JSONNode, of property: Property) throws(InputError) -> Value {
    if node.isNull {
      // A link and mixed may always be null; a schema that says otherwise is Realm's to refuse.
      let isElementOfLinks = property.isLink && property.collection != nil
      guard
        property.isOptional || (property.isLink && !isElementOfLinks)
          || property.type == .mixed
      else {
        throw node.error(
          "null in the required property \(quoted(property.name)) of type "
            + quoted(property.notation),
          isElementOfLinks ? "take it out" : "give it a value")
      }
      return .null
    }
    switch property.type {
    case .object: return try object(node, of: property)
    case .mixed: return try mixed(node)
    case .linkingObjects: throw node.error("linking objects are never stored", "take it out")
    default: return try scalar(node, property.type)
    }
  }

  private func object(_ node: JSONNode, of property: Property) throws(InputError) -> Value {
    let name = property.objectType ?? ""
    guard let index = schema.index(of: name) else {
      throw node.error("this version has no type \(quoted(name))", "write null, or add the type")
    }
    let type = schema.types[index]
    if type.isEmbedded {
      guard case .object = node.json else {
        throw node.wrongKind(
          needed: "the object itself, since \(quoted(name)) is embedded in this version")
      }
      return .embedded(EmbeddedObject(type: index, values: try values(node, of: type)))
    }
    guard case .string(let label) = node.json else {
      throw node.wrongKind(
        needed: "the $id of a \(quoted(name)) object, which is not embedded in this version")
    }
    let target = try self.target(label, at: node)
    guard target.type == index || schema.type(schema.types[target.type].name, isKindOf: name) else {
      throw node.error(
        "\(quoted(label)) is the $id of a \(quoted(schema.types[target.type].name)) object",
        "link to a \(quoted(name)) object")
    }
    return .link(target)
  }

  private func target(_ label: String, at node: JSONNode) throws(InputError) -> ObjectReference {
    if let target = objects[Array(label.utf8)] { return target }
    throw node.error(
      "no object has the $id \(quoted(label))", "add the object, or take the link out")
  }

  private static let tags = SchemaNotation.scalarNames.filter { $0 != "mixed" } + ["link"]

  private func mixed(_ node: JSONNode) throws(InputError) -> Value {
    guard case .object(let members) = node.json, let member = members.first, members.count == 1
    else {
      throw node.wrongKind(needed: "null or an object with one key, such as {\"int\": 1}")
    }
    let content = node.child(member.key, member.value)
    if member.key.isIdentical(to: "link") {
      return .link(try target(try content.string(), at: content))
    }
    guard let type = SchemaNotation.scalar(member.key), type != .mixed else {
      throw content.unknownKey(member.key, known: Self.tags, of: "a mixed value")
    }
    return try scalar(content, type)
  }
}

extension ValueReader {
  /// Reads the stored properties of an object, in the order of the type.
  ///
  /// - Parameter allowsID: whether the object stands in a table of the file, and so may carry an
  ///   `$id`.
  func values(
    _ node: JSONNode, of type: ObjectType, allowsID: Bool = false
  ) throws(InputError) -> [Value] {
    for (key, member) in try node.entries() {
      try check(key, member, of: type, allowsID: allowsID)
    }
    var values = [Value]()
    values.reserveCapacity(type.storedProperties.count)
    for property in type.storedProperties {
      if let json = node.json[property.name.text] {
        values.append(try value(node.child(property.name.text, json), of: property))
      } else {
        values.append(property.initialValue)
      }
    }
    return values
  }

  private func check(
    _ key: String, _ member: JSONNode, of type: ObjectType, allowsID: Bool
  ) throws(InputError) {
    if key.isIdentical(to: "$id") {
      guard !allowsID else { return }
      throw member.error(
        "an object of the embedded type \(quoted(type.name)) has no $id", "take it out")
    }
    guard let property = type.property(named: Name(key)) else {
      let names = type.storedProperties.map(\.name)
      let remedy =
        if let meant = nearest(to: key, among: names.map(\.text)) {
          "did you mean \(quoted(meant))?"
        } else if names.isEmpty {
          "the type has no properties"
        } else {
          "its properties are \(quotedList(names))"
        }
      throw member.error(
        "the type \(quoted(type.name)) has no property \(quoted(key)) in this version", remedy)
    }
    if property.isComputed {
      throw member.error("linking objects are computed and never stored", "take it out")
    }
  }
}
