import MigCheckModel
import MigCheckText

// A result of SQL is one of the cases null, int, double, string and data.

extension Value {
  /// As a number, if it is one.
  var sqlNumber: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// As `||` takes it.
  var sqlText: String? {
    switch self {
    case .int(let value): String(value)
    case .double(let value): "\(value)"
    case .string(let text): text
    case .data(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// The number as an integer where it is one.
  static func sql(_ number: Double) -> Value {
    Int64(exactly: number).map(Value.int) ?? .double(number)
  }

  /// The number that a text reads as.
  static func sql(number text: String) -> Value? {
    Int64(text).map(Value.int) ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
  }
}

extension Property {
  /// Values of the property that an expression sees as a given result, or nearly.
  ///
  /// - Returns: a few at most; none where there is no such value.
  func values(seenAs result: Value) -> [Value] {
    if collection != nil { return result.sqlText.map(collections) ?? [] }
    guard !result.isNull else {
      if isOptional { return [.null] }
      // An expression sees NaN as null.
      return type == .double ? [.double(.nan)] : type == .float ? [.float(.nan)] : []
    }
    return type == .mixed ? [result] : scalars(result)
  }

  private func scalars(_ result: Value) -> [Value] {
    let text = result.sqlText ?? ""
    let number = result.sqlNumber ?? Double(text).flatMap { $0.isFinite ? $0 : nil }
    switch type {
    case .bool: return number.map { [.bool($0 != 0)] } ?? []
    case .int:
      if case .int = result { return [result] }
      guard let number, abs(number) < 9e18 else { return [] }
      return [number.rounded(.down), number.rounded(.up)].compactMap { Int64(exactly: $0) }
        .map(Value.int)
    case .double: return number.map { [.double($0)] } ?? []
    case .float: return number.map { [.float(Float($0))] } ?? []
    case .decimal128: return Decimal128(text).map { [.decimal128($0)] } ?? []
    case .string: return [.string(text)]
    case .data:
      if case .data = result { return [result] }
      return [.data(Array(text.utf8))]
    case .date: return DateText.timestamps(text).map(Value.date)
    case .uuid: return UUIDBytes(text).map { [.uuid($0)] } ?? []
    case .objectId: return ObjectIDBytes(text).map { [.objectId($0)] } ?? []
    case .mixed, .object, .linkingObjects: return []
    }
  }

  /// The collection that a JSON text stands for.
  private func collections(_ text: String) -> [Value] {
    guard let json = try? JSON.parse(text) else { return [] }
    func element(_ json: JSON) -> Value? {
      if case .null = json { return isOptional ? .null : nil }
      if let value = Value(scalar: json, as: type) { return value }
      // A number where a text is wanted, a value without its tag.
      switch json {
      case .number(let text), .string(let text):
        return scalars(.string(text)).first ?? (type == .mixed ? .string(text) : nil)
      default: return nil
      }
    }
    switch (collection, json) {
    case (.list, .array(let items)), (.set, .array(let items)):
      let values = items.compactMap(element)
      return wrap(values).map { [$0] } ?? []
    case (.dictionary, .object(let members)):
      let entries = members.compactMap { member in
        element(member.value).map { DictionaryEntry(member.key, $0) }
      }
      return [.dictionary(entries.sorted { $0.key.precedes($1.key) })]
    default: return []
    }
  }
}
