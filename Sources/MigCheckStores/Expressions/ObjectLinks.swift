import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Links in the expressions of steps: what `object('Person', 'ada')` and `created('Person')` find, and
/// how a link passes through SQL.
///
/// SQL knows no links, so one that a step copies or finds is bytes on its way through an expression.
/// They stand for a place in a list of this object, which holds the link itself.
package final class ObjectLinks {
  private let store: any Store
  /// The schema that the store is being upgraded to.
  private let schema: Schema
  /// The object of a type that a step of this upgrade created last.
  private let created: (Name) -> ObjectReference?
  private var passing: [Value] = []

  package init(
    store: any Store, schema: Schema, created: @escaping (Name) -> ObjectReference?
  ) {
    self.store = store
    self.schema = schema
    self.created = created
  }

  // MARK: Through SQL

  /// No app writes these into a store.
  private static let mark: [UInt8] = Array("\u{0}migcheck\u{1}link\u{0}".utf8)

  /// - Returns: null for null and for what is no link.
  func sqlValue(_ value: Value) -> SQLiteValue {
    switch value {
    case .link, .list, .set, .dictionary: break
    default: return .null
    }
    let place = passing.firstIndex(of: value) ?? passing.count
    if place == passing.count { passing.append(value) }
    return .blob(Self.mark + (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * $0)) })
  }

  /// Whether a result stands for a link, which nothing but a link can be set to.
  static func isLink(_ result: SQLiteValue) -> Bool {
    if case .blob(let bytes) = result { bytes.starts(with: mark) } else { false }
  }

  private func passed(_ result: SQLiteValue) -> Value? {
    guard Self.isLink(result), case .blob(let bytes) = result,
      bytes.count == Self.mark.count + 4
    else { return nil }
    let place = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return passing.indices.contains(place) ? passing[place] : nil
  }

  /// To be called before each object, as links that are not needed any more cost time.
  func forgetPassed() { passing.removeAll(keepingCapacity: true) }

  // MARK: Finding objects

  /// An object of the store as it is now, by its primary key.
  ///
  /// - Returns: null if there is none.
  func find(_ type: Name, key: SQLiteValue) throws -> SQLiteValue {
    let table = try table(of: type)
    guard let target = schema.type(named: type), let name = target.primaryKey,
      let property = target.property(named: name)
    else {
      throw UpgradeError(
        .expressionError, "\(type) has no primary key, so no object of it can be found by one",
        type: type)
    }
    if case .null = key, !property.isOptional { return .null }
    let wanted = try ValueConversion.value(key, for: property, of: type, by: store.rules)
    for key in try store.keys(of: table.id) {
      let object = ObjectReference(type: table.id, index: Int(key))
      if try store.value(of: name, in: object) == wanted { return sqlValue(.link(object)) }
    }
    return .null
  }

  /// The object of a type that a step created last in this upgrade.
  func findCreated(_ type: Name) throws -> SQLiteValue {
    _ = try table(of: type)
    guard let object = created(type) else {
      throw UpgradeError(
        .expressionError, "no step of this upgrade has created an object of \(type) before",
        type: type)
    }
    guard try store.contains(object) else {
      throw UpgradeError(
        .expressionError, "the object of \(type) that a step created is deleted", type: type)
    }
    return sqlValue(.link(object))
  }

  private func table(of type: Name) throws -> StoreTable {
    guard schema.index(of: type) != nil, let table = store.table(named: type) else {
      throw UpgradeError(.noSuchType, "There is no type \(type) to find an object of.", type: type)
    }
    guard !table.isEmbedded else {
      throw UpgradeError(
        .expressionError,
        "objects of \(type) are embedded: each has one parent, and no other link can lead to it",
        type: type)
    }
    return table
  }

  // MARK: Results

  /// The value that a result becomes in a property that links.
  ///
  /// - Throws: `typeMismatch` for a link to another type, and for many links where one fits.
  package func value(
    _ result: SQLiteValue, for property: Property, of type: Name
  ) throws -> Value {
    guard let value = passed(result) else {
      return try ValueConversion.value(result, for: property, of: type, by: store.rules)
    }
    switch (value, property.collection) {
    case (.link, nil):
      return try alive([value], property, of: type).first ?? .null
    case (.link, .list): return .list(try alive([value], property, of: type))
    case (.link, .set): return .set(try alive([value], property, of: type))
    case (.list(let elements), .list), (.set(let elements), .list):
      return .list(store.rules.list(try alive(elements, property, of: type), of: property))
    case (.list(let elements), .set), (.set(let elements), .set):
      return .set(store.rules.set(try alive(elements, property, of: type), of: property))
    case (.dictionary(let entries), .dictionary):
      return .dictionary(
        try entries.map { entry in
          DictionaryEntry(entry.key, try alive([entry.value], property, of: type).first ?? .null)
        })
    default:
      throw mismatch(value.isCollection ? "A collection of links" : "A link", property, of: type)
    }
  }

  /// The links that still lead to an object.
  ///
  /// - Throws: `typeMismatch` for a link to an object of another type, or of an embedded one.
  private func alive(_ links: [Value], _ property: Property, of type: Name) throws -> [Value] {
    try links.filter { link in
      guard case .link(let object) = link, try store.contains(object),
        let table = store.tables.first(where: { $0.id == object.type })
      else { return false }
      guard let target = property.objectType, table.name == target else {
        throw mismatch("A link to \(table.name)", property, of: type)
      }
      // Objects of a type that becomes embedded in this upgrade are still linked like others.
      guard !table.isEmbedded else {
        throw UpgradeError(
          .typeMismatch,
          "Objects of '\(target)' are embedded: '\(type).\(property.name)' cannot link to one that "
            + "has a parent", type: type, property: property.name)
      }
      return true
    }
  }

  private func mismatch(_ what: String, _ property: Property, of type: Name) -> UpgradeError {
    UpgradeError(
      .typeMismatch,
      "\(what) does not convert to \(UpgradeError.kind(of: property)) for property "
        + "'\(type).\(property.name)'", type: type, property: property.name)
  }
}

extension Value {
  fileprivate var isCollection: Bool {
    switch self {
    case .list, .set, .dictionary: true
    default: false
    }
  }
}

/// What the functions `object` and `created` of one database ask; nothing while no step runs.
final class ObjectLookup {
  var links: ObjectLinks?
  /// The error of the last call that failed, which SQLite knows by its words only.
  private var failure: UpgradeError?

  /// The error of a call that failed in this evaluation.
  func takeFailure() -> UpgradeError? {
    defer { failure = nil }
    return failure
  }

  func define(in connection: SQLiteConnection) throws {
    try connection.define(function: "object", arguments: 2, deterministic: false) {
      [unowned self] arguments in
      try ask { try $0.find(Self.type(arguments[0], "object"), key: arguments[1]) }
    }
    try connection.define(function: "created", arguments: 1, deterministic: false) {
      [unowned self] arguments in
      try ask { try $0.findCreated(Self.type(arguments[0], "created")) }
    }
  }

  private func ask(_ body: (ObjectLinks) throws -> SQLiteValue) throws -> SQLiteValue {
    do {
      guard let links else {
        throw UpgradeError(
          .expressionError, "objects can be found in steps of Realm histories only")
      }
      return try body(links)
    } catch let error as UpgradeError {
      failure = error
      throw error
    }
  }

  private static func type(_ value: SQLiteValue, _ function: String) throws -> Name {
    guard case .text(let name) = value else {
      throw UpgradeError(
        .expressionError,
        "\(function)() needs the name of a type in single quotes, as in \(function)('Person'"
          + (function == "object" ? ", 'ada')" : ")"))
    }
    return Name(name)
  }
}
