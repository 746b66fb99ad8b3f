import MigCheckModel
import MigCheckText

extension ValueReader {
  /// Reads a scalar of a given type, exactly.
  ///
  /// - Parameter type: neither `mixed` nor a link.
  func scalar(_ node: JSONNode, _ type: PropertyType) throws(InputError) -> Value {
    guard let value = Value(scalar: node.json, as: type) else {
      throw node.wrongKind(needed: Self.needed(for: type, instead: node.json))
    }
    return value
  }

  private static func needed(for type: PropertyType, instead json: JSON) -> String {
    switch type {
    case .bool: return "true or false"
    case .int: return "an integer from -9223372036854775808 to 9223372036854775807"
    case .float, .double:
      if case .number = json { return "within the range of \(type.rawValue)" }
      return "a number, \"NaN\", \"Infinity\" or \"-Infinity\""
    case .decimal128: return "a string with a decimal of at most 34 digits, such as \"1.50\""
    case .data: return "a string of base64 with padding"
    case .date:
      return "a string with a moment in UTC, such as \"2001-01-01T00:00:00.5Z\"; years other than "
        + "0001 to 9999 have a sign, such as +10000 and -0044"
    case .uuid: return "a string of 36 characters with a UUID"
    case .objectId: return "a string of 24 hexadecimal digits"
    case .string, .mixed, .object, .linkingObjects: return "a string"
    }
  }
}
