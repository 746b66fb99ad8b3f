import Foundation
import MigCheckModel
import MigCheckStores
import MigCheckText

extension RealmMigration {
  /// A stored value as Swift code sees it.
  func bridge(_ value: Value, isOld: Bool) -> Any? {
    Bridging.swiftValue(value, memory: bridgingMemory) { object($0, isOld: isOld) }
  }

  private func object(_ target: ObjectReference, isOld: Bool) -> RealmMigrationObject? {
    let tables = isOld ? store.oldTables : store.tables
    return tables.first { $0.id == target.type }.map { table in
      RealmMigrationObject(
        migration: self, type: table.name, reference: target, isOld: isOld)
    }
  }

  /// A value of Swift code as a property stores it.
  ///
  /// - Throws: `typeMismatch`, `nullForRequired`.
  func bridge(_ value: Any?, to property: Property, of type: Name) throws -> Value {
    let value = flattened(value)
    if let exact = value as? ExactValue { return try stored(exact, to: property, of: type) }
    guard property.collection != nil else { return try element(value, of: property, type: type) }
    switch (property.collection, Bridging.elements(of: value)) {
    case (_, nil): return property.zeroValue
    case (.list, let elements as [Any?]):
      let values = try elements.map { try element(flattened($0), of: property, type: type) }
      return .list(store.rules.list(values, of: property))
    case (.set, let elements as [Any?]):
      let values = try elements.map { try element(flattened($0), of: property, type: type) }
      return .set(store.rules.set(values, of: property))
    case (.dictionary, let entries as [String: Any?]):
      return .dictionary(
        bridgingMemory.original(
          of: try entries.keys.sorted { $0.precedes($1) }.map { key in
            DictionaryEntry(
              key, try element(flattened(entries[key] ?? nil), of: property, type: type))
          }))
    default: throw mismatch(value, property, of: type)
    }
  }

  /// Takes away the layers of `Optional` that `Any` can hide.
  private func flattened(_ value: Any?) -> Any? {
    var value = value
    while let inner = value {
      let mirror = Mirror(reflecting: inner)
      guard mirror.displayStyle == .optional else { break }
      value = mirror.children.first?.value
    }
    if let standIn = value as? any RealmStandIn { return flattened(standIn.migrationValue) }
    // Numbers and dates of Foundation are what Realm itself gives.
    if let value, type(of: value) is AnyClass { return Bridging.native(value) }
    return value
  }

  private func mismatch(_ value: Any?, _ property: Property, of type: Name) -> UpgradeError {
    let text = value.map(SwiftValueText.text) ?? "'<null>'"
    let reason = (value as? Date).flatMap { Timestamp($0) == nil ? Date.storableRange : nil } ?? ""
    return UpgradeError(
      value == nil ? .nullForRequired : .typeMismatch,
      "Invalid value \(text) for '\(property.notation)' property '\(type).\(property.name)'."
        + reason,
      type: type, property: property.name)
  }

  private func element(_ value: Any?, of property: Property, type: Name) throws -> Value {
    guard let value else {
      guard property.isOptional || property.type == .mixed || property.isLink else {
        throw mismatch(nil, property, of: type)
      }
      return .null
    }
    if property.isLink {
      guard let link = try link(value, of: property) else {
        throw mismatch(value, property, of: type)
      }
      return .link(link)
    }
    guard let scalar = scalar(value, as: property.type) else {
      throw mismatch(value, property, of: type)
    }
    return scalar
  }

  /// The target of a link: an object of the new state, the counterpart of one of the old state, or
  /// for an embedded type the values of a new one.
  private func link(_ value: Any, of property: Property) throws -> ObjectReference? {
    guard let name = property.objectType, let table = store.table(named: name) else { return nil }
    if let object = value as? RealmMigrationObject {
      guard object.reference.type == table.id, try store.contains(object.reference) else {
        return nil
      }
      return object.reference
    }
    guard let target = schema.type(named: name), let values = try fields(value, of: target)
    else { return nil }
    guard target.isEmbedded else {
      return try insert(bridged(values, of: target), into: table, target: target)
    }
    var stored = [(property: Name, value: Value)]()
    for child in target.storedProperties {
      let given = values.first { $0.name == child.name }
      let value =
        try given.map { try bridge($0.value, to: child, of: name) }
        ?? freshValues.next(for: child, of: name) ?? child.initialValue
      if given != nil || child.defaultValue != nil, isDead(child.name, of: name) {
        throw deadPropertyError(child.name, of: name)
      }
      stored.append((child.name, store.rules.overwritingNewZero(value, of: child)))
    }
    if let unknown = values.first(where: { target.storedIndex(of: $0.name) == nil }) {
      _ = try writableForCreation(unknown.name, of: target)
    }
    let key = try store.create(in: table.id, values: stored)
    recorder?.created(key, of: name)
    return ObjectReference(type: table.id, index: Int(key))
  }

  private func scalar(_ value: Any, as type: PropertyType) -> Value? {
    switch type {
    case .bool: return truth(value).map(Value.bool)
    case .int: return (integer(value) ?? (value as? Bool).map { $0 ? 1 : 0 }).map(Value.int)
    case .float: return float(value).map(Value.float)
    case .double: return double(value).map(Value.double)
    case .decimal128:
      if let value = value as? Decimal128 { return .decimal128(value) }
      if let value = value as? String { return Decimal128(value).map(Value.decimal128) }
      if let value = value as? Decimal { return Decimal128("\(value)").map(Value.decimal128) }
      if let value = value as? Double { return Decimal128("\(value)").map(Value.decimal128) }
      return integer(value).map { .decimal128(Decimal128($0)) }
    case .string:
      // A part of a text is bridged to a text of Foundation, as a whole one is.
      return (value as? String ?? (value as? Substring).map(String.init)).map(Value.string)
    case .data:
      if let value = value as? Data { return .data(Array(value)) }
      return (value as? [UInt8]).map(Value.data)
    case .date:
      if let value = value as? Timestamp { return .date(value) }
      return (value as? Date).flatMap(bridgingMemory.timestamp(of:)).map(Value.date)
    case .uuid:
      if let value = value as? UUIDBytes { return .uuid(value) }
      return (value as? UUID).map { .uuid(UUIDBytes($0)) }
    case .objectId:
      if let value = value as? ObjectIDBytes { return .objectId(value) }
      return (value as? String).flatMap(ObjectIDBytes.init).map(Value.objectId)
    case .mixed:
      if let object = value as? RealmMigrationObject { return .link(object.reference) }
      let candidates: [PropertyType] = [
        .bool, .int, .float, .double, .string, .data, .date, .uuid, .decimal128, .objectId,
      ]
      // The value's own type decides: a Bool is no integer, a Float no double.
      return candidates.lazy.compactMap { self.exactScalar(value, as: $0) }.first
    case .object, .linkingObjects: return nil
    }
  }

  // Every number is an `NSNumber` to Realm, which takes and rounds those of other types.
  //
  // Source: realm-swift `Realm/RLMUtil.mm`, `numberIsInteger` and the like.

  private func truth(_ value: Any) -> Bool? {
    if let value = value as? Bool { return value }
    return switch integer(value) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  private func float(_ value: Any) -> Float? {
    if let value = value as? Float { return value }
    if let value = floating(value) {
      let isWithin = value.isNaN || abs(value) <= Double(Float.greatestFiniteMagnitude)
      return isWithin ? Float(value) : nil
    }
    return integer(value).map(Float.init)
  }

  private func double(_ value: Any) -> Double? {
    if let value = value as? Float { return Double(value) }
    return floating(value) ?? integer(value).map(Double.init)
  }

  private func floating(_ value: Any) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Decimal: NSDecimalNumber(decimal: value).doubleValue
    default: nil
    }
  }

  private func exactScalar(_ value: Any, as type: PropertyType) -> Value? {
    switch (type, value) {
    case (.bool, is Bool), (.float, is Float), (.double, is Double), (.string, is String),
      (.string, is Substring), (.decimal128, is Decimal128), (.objectId, is ObjectIDBytes):
      scalar(value, as: type)
    case (.int, _) where !(value is Bool): integer(value).map(Value.int)
    case (.data, _), (.date, _), (.uuid, _): scalar(value, as: type)
    default: nil
    }
  }

  private func integer(_ value: Any) -> Int64? {
    switch value {
    case is Bool, is Float, is Double: nil
    case let value as any BinaryInteger: Int64(exactly: value)
    default: nil
    }
  }
}

extension Date {
  /// What is to be said of a date that no store holds.
  fileprivate static let storableRange =
    " Realm holds dates from \(Timestamp(seconds: .min)) to "
    + "\(Timestamp(seconds: .max, nanoseconds: 999_999_999)), and would store another one instead."
}
