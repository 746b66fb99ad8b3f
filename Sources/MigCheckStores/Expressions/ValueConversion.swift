import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// How values reach SQL expressions, and how results become values.
///
/// Source: the file format's sections "Expressions" and "Conversion", settled by recorded cases.
package enum ValueConversion {
  /// Whether expressions can read a property: links and embedded objects they cannot.
  package static func isReadable(_ property: Property) -> Bool {
    property.type != .object && property.type != .linkingObjects
  }

  /// A value as an expression sees it.
  ///
  /// - Parameter property: asked for collections only; copying it for every value would cost more
  ///   than the rest.
  package static func sqlValue(
    _ value: Value, of property: @autoclosure () -> Property
  ) -> SQLiteValue {
    switch value {
    case .null, .link, .embedded: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .int(let value): .integer(value)
    case .float(let value): value.isNaN ? .null : .real(Double(value))
    case .double(let value): value.isNaN ? .null : .real(value)
    case .decimal128(let value): .text(value.description)
    case .string(let value): .text(value)
    case .data(let value): .blob(value)
    case .date(let value): .text(value.description)
    case .uuid(let value): .text(value.description)
    case .objectId(let value): .text(value.description)
    case .list, .set, .dictionary: .text(jsonText(value, of: property()))
    }
  }

  private static func jsonText(_ value: Value, of property: Property) -> String {
    // Links occur only inside `mixed` here, and are not readable.
    value.mapElements { element in
      if case .link = element { return .null }
      return element
    }
    .json(as: property.type, schema: Schema([]), label: { _ in "" }).compactText
  }

  /// The value that a result becomes in a property.
  ///
  /// - Throws: `typeMismatch` where something would be lost, `nullForRequired`.
  package static func value(
    _ result: SQLiteValue, for property: Property, of type: Name, by rules: StorageRules
  ) throws(UpgradeError) -> Value {
    if property.collection != nil {
      return try collection(result, for: property, of: type, by: rules)
    }
    if case .null = result {
      guard property.isOptional || property.type == .object || property.type == .mixed else {
        throw UpgradeError(
          .nullForRequired,
          "Invalid value '<null>' of type 'NSNull' for '\(property.type.rawValue)' property "
            + "'\(type).\(property.name)'.",
          type: type, property: property.name)
      }
      return .null
    }
    guard let value = scalar(result, as: property.type) else {
      throw mismatch(result, property, of: type)
    }
    return value
  }

  /// The value that a result becomes in a single property of a type, where that is allowed.
  ///
  /// - Returns: `nil` for null, and where `value(_:for:of:)` has to say what is wrong.
  package static func plainValue(_ result: SQLiteValue, as type: PropertyType?) -> Value? {
    type.flatMap { scalar(result, as: $0) }
  }

  private static func mismatch(
    _ result: SQLiteValue, _ property: Property, of type: Name
  ) -> UpgradeError {
    if let text = inexact(result, property) {
      return UpgradeError(
        .typeMismatch,
        "\(text) does not fit '\(typeName(property))' for property '\(type).\(property.name)' exactly: "
          + "the engine would round it, and a step refuses that. Give the property a type that holds "
          + "the value, or write the step as a block.", type: type, property: property.name)
    }
    return UpgradeError(
      .typeMismatch,
      "\(ObjectLinks.isLink(result) ? "A link" : result.storageClass) does not convert to '\(typeName(property))' for property "
        + "'\(type).\(property.name)'",
      type: type, property: property.name)
  }

  /// A number that a property could hold rounded only; `nil`: another matter.
  private static func inexact(_ result: SQLiteValue, _ property: Property) -> String? {
    guard property.collection == nil else { return nil }
    switch (property.type, result) {
    case (.float, .integer(let value)), (.double, .integer(let value)): return "\(value)"
    case (.float, .real(let value)) where value.isFinite: return "\(value)"
    default: return nil
    }
  }

  private static func typeName(_ property: Property) -> String {
    let element = property.isLink ? "object" : property.type.rawValue
    switch property.collection {
    case .list: return "array<\(element)>"
    case .set: return "set<\(element)>"
    case .dictionary: return "dictionary<string, \(element)>"
    case nil: return element
    }
  }

  private static func scalar(_ result: SQLiteValue, as type: PropertyType) -> Value? {
    switch (type, result) {
    case (.bool, .integer(let value)): return value == 0 || value == 1 ? .bool(value == 1) : nil
    case (.int, .integer(let value)): return .int(value)
    case (.int, .real(let value)):
      guard let integer = Int64(exactly: value), !(value == 0 && value.sign == .minus) else {
        return nil
      }
      return .int(integer)
    case (.double, .real(let value)): return .double(value)
    case (.double, .integer(let value)): return Double(exactly: value).map(Value.double)
    case (.float, .real(let value)): return Float(exactly: value).map(Value.float)
    case (.float, .integer(let value)): return Float(exactly: value).map(Value.float)
    case (.decimal128, .integer(let value)): return .decimal128(Decimal128(value))
    case (.decimal128, .text(let text)): return Decimal128(text).map(Value.decimal128)
    case (.string, .text(let text)): return .string(text)
    case (.data, .blob(let bytes)): return ObjectLinks.isLink(result) ? nil : .data(bytes)
    case (.date, .text(let text)): return Timestamp(text).map(Value.date)
    case (.uuid, .text(let text)): return UUIDBytes(text).map(Value.uuid)
    case (.objectId, .text(let text)): return ObjectIDBytes(text).map(Value.objectId)
    case (.mixed, .integer(let value)): return .int(value)
    case (.mixed, .real(let value)): return .double(value)
    case (.mixed, .text(let text)): return .string(text)
    case (.mixed, .blob(let bytes)): return ObjectLinks.isLink(result) ? nil : .data(bytes)
    default: return nil
    }
  }

  private static func collection(
    _ result: SQLiteValue, for property: Property, of type: Name, by rules: StorageRules
  ) throws(UpgradeError) -> Value {
    if case .null = result { return property.zeroValue }
    guard case .text(let text) = result, let json = try? JSON.parse(text) else {
      throw mismatch(result, property, of: type)
    }
    func element(_ json: JSON) throws(UpgradeError) -> Value {
      if case .null = json {
        guard property.isOptional || property.type == .mixed else {
          throw UpgradeError(
            .nullForRequired, "null in '\(type).\(property.name)'", type: type,
            property: property.name)
        }
        return .null
      }
      guard !property.isLink, let value = Value(scalar: json, as: property.type) else {
        throw mismatch(result, property, of: type)
      }
      return value
    }
    switch (property.collection, json) {
    case (.list, .array(let elements)), (.set, .array(let elements)):
      var values = [Value]()
      for json in elements { values.append(try element(json)) }
      return property.collection == .list
        ? .list(rules.list(values, of: property)) : .set(rules.set(values, of: property))
    case (.dictionary, .object(let members)):
      var entries = [DictionaryEntry]()
      for member in members {
        guard rules.values.dictionaryKeys.allows(member.key) else {
          throw mismatch(result, property, of: type)
        }
        entries.append(DictionaryEntry(member.key, try element(member.value)))
      }
      return .dictionary(entries.sorted { $0.key.precedes($1.key) })
    default: throw mismatch(result, property, of: type)
    }
  }
}

extension Value {
  /// The same collection with its elements replaced; any other value as it is.
  package func mapElements(_ transform: (Value) -> Value) -> Value {
    switch self {
    case .list(let elements): .list(elements.map(transform))
    case .set(let elements): .set(elements.map(transform))
    case .dictionary(let entries):
      .dictionary(entries.map { DictionaryEntry($0.key, transform($0.value)) })
    default: self
    }
  }
}
