import Foundation
import MigCheckHistory
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

  /// What happens to objects inside of a value.
  enum NestedObjects {
    /// Setting is linking: an object of the new state is linked, one of the old state refused.
    case linked
    /// The same for what belongs to an object that is made on the way, which may be anything that
    /// objects can be made of.
    case linkedInside
    /// Creating is copying: an object of the new state and the right type is linked, any other copied
    /// with all that it leads to.
    case copied

    var copies: Bool { self == .copied }
    /// Whether only objects of the declared type are taken.
    var areChecked: Bool { self == .linked }
    var inside: NestedObjects { self == .linked ? .linkedInside : self }
  }

  /// Whether a property takes nothing but objects of its own type: one for an embedded type takes what
  /// they can be made of.
  func checksObjects(of property: Property) -> Bool {
    property.objectType.flatMap(schema.type(named:)).map { !$0.isEmbedded } ?? true
  }

  /// A value of Swift code as a property stores it.
  ///
  /// - Throws: `typeMismatch`, `nullForRequired`, and what Realm does where a value cannot be stored.
  func bridge(
    _ value: Any?, to property: Property, of type: Name, nested: NestedObjects
  ) throws -> Value {
    let nested = nested == .linked && !checksObjects(of: property) ? .linkedInside : nested
    let value = flattened(value)
    if let exact = value as? ExactValue {
      return try stored(exact, to: property, of: type, nested: nested)
    }
    guard let collection = property.collection else {
      return try flatElement(value, of: property, type: type, nested: nested)
    }
    guard let value else { return property.zeroValue }
    var content = Bridging.elements(of: value)
    if let given = value as? RealmCollectionValues {
      try verify(given.kind, of: given.declared, fits: property, of: type, nested: nested)
      switch given.content {
      case .managed(let managed):
        let exact = ExactValue(
          value: try managed.storedValue(), property: managed.property,
          isOld: managed.object.isOld)
        return try stored(exact, to: property, of: type, nested: nested)
      case .elements(let elements): content = elements
      case .entries(let entries): content = entries
      }
    }
    switch (collection, content) {
    case (.list, let elements as [Any?]), (.set, let elements as [Any?]):
      return try arranged(elements, in: property, of: type, nested: nested)
    case (.list, let entries as [String: Any?]), (.set, let entries as [String: Any?]):
      // A dictionary is enumerated by its keys.
      let keys = entries.keys.sorted { $0.precedes($1) }
      return try arranged(keys, in: property, of: type, nested: nested)
    case (.dictionary, let entries as [String: Any?]):
      return .dictionary(
        bridgingMemory.original(
          of: try entries.keys.sorted { $0.precedes($1) }.map { key in
            DictionaryEntry(
              try validKey(key, of: property, type: type),
              try element(entries[key] ?? nil, of: property, type: type, nested: nested))
          }))
    case (.dictionary, is [Any?]):
      throw RealmException.crash(
        "'\(type).\(property.name)' is a map and is given an array. Give it a dictionary.",
        type: type, property: property.name)
    default: throw RealmException.notEnumerable(SwiftValueText.content(of: value), property, type)
    }
  }

  private func arranged(
    _ elements: [Any?], in property: Property, of type: Name, nested: NestedObjects
  ) throws -> Value {
    let values = try elements.map { try element($0, of: property, type: type, nested: nested) }
    return arranged(property.collection == .set ? .set(values) : .list(values), of: property)
  }

  /// - Throws: where a collection is declared for other elements, be it empty.
  func verify(
    _ kind: CollectionKind, of declared: RealmCollectionValues.Elements, fits property: Property,
    of type: Name, nested: NestedObjects
  ) throws {
    if property.isLink, !nested.areChecked { return }
    let expected = RealmCollectionValues.Elements(of: property)
    let isFit =
      property.isLink
      ? declared.className == expected.className
        && (kind == .dictionary) == (property.collection == .dictionary)
      : declared.type == expected.type
        && (declared.isOptional == expected.isOptional || expected.type == .mixed)
    guard !isFit else { return }
    throw UpgradeError(
      .typeMismatch,
      "\(RealmException.className(of: kind))<\(kind == .dictionary ? "string, " : "")\(declared.text)> "
        + "does not match expected type '\(expected.text)' for property "
        + "'\(type).\(property.name)'. Convert it to a Swift array, set or dictionary first.",
      type: type, property: property.name)
  }

  func validKey(_ key: String, of property: Property, type: Name) throws -> String {
    guard store.rules.values.dictionaryKeys.allows(key) else {
      throw RealmException.invalidKey(key, type, property.name)
    }
    return key
  }

  /// Takes away the layers of `Optional` that `Any` can hide, and gives what a stand-in represents.
  func flattened(_ value: Any?) -> Any? {
    // Stand-ins are the author's code.
    BlockThread.inAuthorsCode {
      var value = value
      while let inner = value {
        if let standIn = inner as? any RealmStandIn {
          value = standIn.migrationValue
          continue
        }
        let mirror = Mirror(reflecting: inner)
        guard mirror.displayStyle == .optional else { break }
        value = mirror.children.first?.value
      }
      // Numbers and dates of Foundation are what Realm itself gives.
      if let value, type(of: value) is AnyClass { return Bridging.native(value) }
      return value
    }
  }

  func mismatch(_ value: Any?, _ property: Property, of type: Name) -> UpgradeError {
    let text = value.map(SwiftValueText.text) ?? "'<null>'"
    let reason = (value as? Date).flatMap { Timestamp($0) == nil ? Date.storableRange : nil } ?? ""
    return UpgradeError(
      value == nil ? .nullForRequired : .typeMismatch,
      "Invalid value \(text) for '\(property.notation)' property '\(type).\(property.name)'."
        + reason + (reason.isEmpty ? value.map { self.reason($0, property) } ?? "" : ""),
      type: type, property: property.name)
  }

  /// Why a value is refused that Realm would take, or that looks as if it could be taken.
  private func reason(_ value: Any, _ property: Property) -> String {
    switch (property.type, value) {
    case (.int, is UInt64), (.int, is UInt):
      " It is greater than Int64.max, and Realm would store a negative number instead."
    case (.mixed, is [Any?]), (.mixed, is [String: Any?]):
      " Realm 10.51 and later store collections in mixed properties, which migcheck does not."
    case (.object, is [Any?]), (.object, is [String: Any?]):
      " Realm links to objects only: make one with create."
    default: ""
    }
  }

  /// The value of a single property, or an element of a collection.
  func element(
    _ value: Any?, of property: Property, type: Name, nested: NestedObjects
  ) throws -> Value {
    try flatElement(flattened(value), of: property, type: type, nested: nested)
  }

  private func flatElement(
    _ value: Any?, of property: Property, type: Name, nested: NestedObjects
  ) throws -> Value {
    guard let value else {
      guard
        property.isOptional || property.type == .mixed
          || property.isLink && (property.collection == nil || property.collection == .dictionary)
      else { throw mismatch(nil, property, of: type) }
      return .null
    }
    if property.isLink { return .link(try link(value, of: property, in: type, nested: nested)) }
    if property.type == .mixed,
      let link = try mixedLink(value, in: property, of: type, nested: nested)
    {
      return .link(link)
    }
    guard let scalar = scalar(value, as: property.type) else {
      throw mismatch(value, property, of: type)
    }
    return scalar
  }

  /// A value of one of the stored properties, exactly as it is.
  struct ExactValue {
    var value: Value
    var property: Property
    var isOld: Bool
  }

  /// A value of another object, as a property stores it: the same value where the two properties are
  /// alike, or else what Swift code would make of it.
  private func stored(
    _ exact: ExactValue, to property: Property, of type: Name, nested: NestedObjects
  ) throws -> Value {
    let source = exact.property
    if let kind = source.collection, property.collection != nil {
      try verify(
        kind, of: RealmCollectionValues.Elements(of: source), fits: property, of: type,
        nested: nested)
    }
    func converted(_ value: Value) throws -> Value {
      let isPlain = source.type == property.type && !property.isLink && value.links.isEmpty
      if isPlain, !value.isNull { return value }
      return try element(
        bridge(value, isOld: exact.isOld), of: property, type: type, nested: nested)
    }
    switch (property.collection, exact.value) {
    case (nil, _) where source.collection == nil: return try converted(exact.value)
    case (.list, .list(let elements)), (.list, .set(let elements)), (.set, .list(let elements)),
      (.set, .set(let elements)):
      let values = try elements.map(converted)
      return arranged(property.collection == .set ? .set(values) : .list(values), of: property)
    case (.dictionary, .dictionary(let entries)):
      return .dictionary(
        try entries.map {
          DictionaryEntry(
            try validKey($0.key, of: property, type: type), try converted($0.value))
        })
    default:
      return try bridge(
        bridge(exact.value, isOld: exact.isOld), to: property, of: type, nested: nested)
    }
  }
}

extension Date {
  /// Why a date that no store holds is refused.
  fileprivate static let storableRange =
    " Realm holds dates from \(Timestamp(seconds: .min)) to "
    + "\(Timestamp(seconds: .max, nanoseconds: 999_999_999)), and would store another one instead."
}
