import MigCheckText

extension Value {
  /// Reads one scalar as graph files spell it.
  ///
  /// - Parameters:
  ///   - json: not null, not a link, not a collection.
  ///   - type: a scalar type; for `mixed` the value is tagged with its type: `{"int": 1}`.
  /// - Returns: `nil` for anything that does not stand for a value of the type.
  package init?(scalar json: JSON, as type: PropertyType) {
    switch (type, json) {
    case (.bool, .bool(let value)): self = .bool(value)
    case (.int, .number(let text)):
      guard let value = Int64(text) else { return nil }
      self = .int(value)
    case (.float, .number(let text)):
      guard let value = Float(text), value.isFinite else { return nil }
      self = .float(value)
    case (.double, .number(let text)):
      guard let value = Double(text), value.isFinite else { return nil }
      self = .double(value)
    case (.float, .string(let text)):
      guard let value = Self.nonFinite(text) else { return nil }
      self = .float(Float(value))
    case (.double, .string(let text)):
      guard let value = Self.nonFinite(text) else { return nil }
      self = .double(value)
    case (.string, .string(let text)): self = .string(text)
    case (.decimal128, .string(let text)):
      guard let value = Decimal128(text) else { return nil }
      self = .decimal128(value)
    case (.data, .string(let text)):
      guard let value = Base64.decode(text) else { return nil }
      self = .data(value)
    case (.date, .string(let text)):
      guard let value = Timestamp(text) else { return nil }
      self = .date(value)
    case (.uuid, .string(let text)):
      guard let value = UUIDBytes(text) else { return nil }
      self = .uuid(value)
    case (.objectId, .string(let text)):
      guard let value = ObjectIDBytes(text) else { return nil }
      self = .objectId(value)
    case (.mixed, .object(let members)):
      guard members.count == 1, let tag = PropertyType(rawValue: members[0].key), tag != .mixed,
        let value = Value(scalar: members[0].value, as: tag)
      else { return nil }
      self = value
    default: return nil
    }
  }

  private static func nonFinite(_ text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: nil
    }
  }
}
