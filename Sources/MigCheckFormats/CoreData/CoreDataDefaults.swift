import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// The texts that a model's file has for flags and defaults.
enum CoreDataDefaults {
  enum Result {
    case value(Value)
    /// The type has no defaults.
    case none
    case invalid
  }

  /// `YES`, `NO`, and what older versions of Xcode wrote for them.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: nil
    }
  }

  /// Numbers may stand as flags, as Xcode leaves them when the type changes, and the other way
  /// round.
  static func value(_ text: String, as type: CoreDataAttributeType) -> Result {
    switch type {
    case .boolean:
      if let flag = flag(text) { return .value(.bool(flag)) }
      return result(number(text).map { .bool($0 != 0) })
    case .integer16, .integer32, .integer64: return result(integer(text).map(Value.int))
    case .double: return result(number(text).map(Value.double))
    case .float: return result(number(text).map { .float(Float($0)) })
    case .decimal:
      return result(
        Decimal128(text).map(Value.decimal128)
          ?? flag(text).map { .decimal128(Decimal128($0 ? 1 : 0)) })
    case .string, .uri: return .value(.string(text))
    case .uuid: return result(UUIDBytes(text).map(Value.uuid))
    case .date:
      return result(number(text).flatMap(Timestamp.init(secondsSince2001:)).map(Value.date))
    case .binary, .transformable, .composite, .undefined: return .none
    }
  }

  private static func result(_ value: Value?) -> Result { value.map(Result.value) ?? .invalid }

  private static func integer(_ text: String) -> Int64? {
    // Not by way of a floating-point number, which does not hold all of them.
    if let value = Int64(text) { return value }
    return number(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
  }

  private static func number(_ text: String) -> Double? {
    if let value = Double(text) { return value.isFinite ? value : nil }
    return flag(text).map { $0 ? 1 : 0 }
  }
}
