import MigCheckModel
import MigCheckText

/// Which schemas Realm accepts, and in which words it refuses others.
///
/// Source: realm-core `src/realm/object-store/object_schema.cpp` and `schema.cpp`.
package enum RealmSchemaRules {
  /// The longest name of an object type, in UTF-8 bytes.
  package static let longestTypeName = 57
  /// The longest name of a property, in UTF-8 bytes.
  package static let longestPropertyName = 63

  /// What is wrong with a schema, one sentence each, in Realm's words; empty: nothing.
  package static func errors(of schema: Schema) -> [String] {
    var errors = [String]()
    let types = schema.types.sorted { $0.name < $1.name }
    for (index, type) in types.enumerated() where index > 0 {
      if type.name == types[index - 1].name {
        errors.append("Type '\(type.name)' appears more than once in the schema.")
      }
    }
    for type in types {
      for property in type.properties {
        errors += self.errors(of: property, in: type, schema: schema)
      }
      guard let key = type.primaryKey else { continue }
      if type.property(named: key) == nil {
        errors.append("Specified primary key '\(type.name).\(key)' does not exist.")
      }
      if type.isEmbedded {
        errors.append("Embedded object type '\(type.name)' cannot have a primary key.")
      }
    }
    return errors.isEmpty ? embeddedCycles(in: schema, types: types) : errors
  }

  /// What Realm Swift says, before the engine does, of links to types that the list of classes
  /// lacks; empty where there are none.
  ///
  /// Source: realm-swift `Realm/RLMSchema.mm`.
  package static func missingClasses(in schema: Schema) -> [String] {
    schema.types.sorted { $0.name < $1.name }.flatMap { type in
      type.properties.compactMap { property in
        guard property.isLink, let target = property.objectType, schema.index(of: target) == nil
        else { return nil }
        return "'\(type.name).\(property.name)' links to class '\(target)', which is missing from "
          + "the list of classes managed by the Realm"
      }
    }
  }

  /// Names that are too long for a table or a column.
  package static func longNames(in schema: Schema) -> [String] {
    schema.types.flatMap { type in
      var faults = [String]()
      if type.name.utf8.count > longestTypeName {
        faults.append(
          "Name too long: type '\(type.name)' has more than \(longestTypeName) bytes.")
      }
      for property in type.properties where property.name.utf8.count > longestPropertyName {
        faults.append(
          "Name too long: property '\(type.name).\(property.name)' has more than "
            + "\(longestPropertyName) bytes.")
      }
      return faults
    }
  }

  private static func errors(
    of property: Property, in type: ObjectType, schema: Schema
  ) -> [String] {
    let path = "\(type.name).\(property.name)"
    let typeName = typeString(property)
    var errors = [String]()
    switch property.type {
    case .object where property.collection == nil || property.collection == .dictionary:
      if !property.isOptional {
        errors.append("Property '\(path)' of type '\(baseName(property))' must be nullable.")
      }
    case .object, .linkingObjects:
      if property.isOptional {
        errors.append("Property '\(path)' of type '\(typeName)' cannot be nullable.")
      }
    case .mixed:
      if !property.isOptional {
        errors.append("Property '\(path)' of type 'Mixed' must be nullable.")
      }
    default: break
    }
    let isKey = type.primaryKey.map { $0 == property.name } ?? false
    if isKey, !isKeyType(property) {
      errors.append(
        "Property '\(path)' of type '\(typeName)' cannot be made the primary key.")
    }
    // Realm Swift marks the primary key as indexed.
    if property.isIndexed || isKey, !isIndexable(property) {
      errors.append("Property '\(path)' of type '\(typeName)' cannot be indexed.")
    }
    errors += linkErrors(of: property, path: path, type: type, schema: schema)
    return errors
  }

  private static func linkErrors(
    of property: Property, path: String, type: ObjectType, schema: Schema
  ) -> [String] {
    guard property.type == .object || property.type == .linkingObjects else { return [] }
    let targetName = property.objectType ?? ""
    guard let target = schema.type(named: targetName) else {
      return [
        "Property '\(path)' of type '\(baseName(property))' has unknown object type "
          + "'\(targetName)'"
      ]
    }
    if property.type == .object {
      guard property.collection == .set, target.isEmbedded else { return [] }
      return [
        "Set property '\(path)' cannot contain embedded object type '\(targetName)'. "
          + "Set semantics are not applicable to embedded objects."
      ]
    }
    guard let origin = property.originProperty, !origin.isEmpty else {
      return [
        "Property '\(path)' of type '\(baseName(property))' must have an origin property name."
      ]
    }
    let declared =
      "Property '\(targetName).\(origin)' declared as origin of linking objects property "
      + "'\(path)'"
    guard let property = target.property(named: origin) else {
      return [declared + " does not exist"]
    }
    guard property.type == .object else { return [declared + " is not a link"] }
    guard let back = property.objectType, back == type.name else {
      return [declared + " links to type '\(property.objectType ?? "")'"]
    }
    return []
  }

  private static func isKeyType(_ property: Property) -> Bool {
    guard property.collection == nil else { return false }
    return switch property.type {
    case .int, .string, .uuid, .objectId: true
    default: false
    }
  }

  private static func isIndexable(_ property: Property) -> Bool {
    if let collection = property.collection {
      return collection == .list && property.type == .string
    }
    return switch property.type {
    case .bool, .int, .string, .date, .uuid, .objectId, .mixed: true
    case .float, .double, .decimal128, .data, .object, .linkingObjects: false
    }
  }

  /// Realm's name of a property's type without its collection.
  static func baseName(_ property: Property) -> String {
    switch property.type {
    case .mixed: "mixed"
    case .decimal128: "decimal128"
    case .objectId: "object id"
    case .linkingObjects: "linking objects"
    default: property.type.rawValue
    }
  }

  /// Realm's name of a property's type: `array<int>`, `<Dog>`, `dictionary<string, double>`.
  static func typeString(_ property: Property) -> String {
    let target = property.objectType?.text ?? ""
    let element: String
    switch property.type {
    case .object: element = property.collection == nil ? "<\(target)>" : target
    case .linkingObjects: return "linking objects<\(target)>"
    default:
      let isMarked = property.isOptional && property.collection != nil && property.type != .mixed
      element = baseName(property) + (isMarked ? "?" : "")
    }
    switch property.collection {
    case .list: return "array<\(element)>"
    case .set: return "set<\(element)>"
    case .dictionary: return "dictionary<string, \(element)>"
    case nil: return element
    }
  }

  // MARK: Cycles

  private static func embeddedCycles(in schema: Schema, types: [ObjectType]) -> [String] {
    let embedded = types.filter(\.isEmbedded)
    let links = embedded.map { type in
      type.properties.filter { $0.type == .object }.compactMap { property in
        property.objectType.flatMap { name in
          embedded.firstIndex { $0.name == name }
        }.map { (name: property.name, target: $0) }
      }
    }
    return embedded.indices.compactMap { type in
      var search = CycleSearch(links: links, goal: type)
      return search.path(from: type).map { path in
        "Cycles containing embedded objects are not currently supported: "
          + "'\(embedded[type].name).\(path.map(\.text).joined(separator: "."))'"
      }
    }
  }

  /// Looks for the way from an embedded type back to itself that comes first in the order of the
  /// properties.
  private struct CycleSearch {
    /// By the type: its properties with embedded objects, and their types.
    let links: [[(name: Name, target: Int)]]
    let goal: Int
    /// Types that lead nowhere, or are on the way: each one is entered once, however many ways lead
    /// to it.
    private var seen: [Bool]

    init(links: [[(name: Name, target: Int)]], goal: Int) {
      self.links = links
      self.goal = goal
      seen = links.map { _ in false }
    }

    mutating func path(from type: Int) -> [Name]? {
      seen[type] = true
      for link in links[type] {
        if link.target == goal { return [link.name] }
        if !seen[link.target], let rest = path(from: link.target) { return [link.name] + rest }
      }
      return nil
    }
  }
}
