import MigCheckModel

/// Values that matter when a property's type changes.
enum Conversions {
  /// - Returns: values of the old type: those at the bounds of the new one, and those whose text
  ///   or number is read in more than one way.
  static func values(from old: PropertyType, to new: PropertyType) -> [Value] {
    switch (old, new) {
    case (.int, .bool): ints([0, 1, 2, -1, .max])
    case (.int, .float): ints([16_777_216, 16_777_217, -16_777_217]) + wideInts
    case (.int, _): wideInts
    case (.string, _): texts(for: new)
    case (.mixed, _): NastyValues.pool(.mixed)
    default: Array(NastyValues.pool(old).prefix(32))
    }
  }

  private static func ints(_ values: [Int64]) -> [Value] { values.map(Value.int) }

  private static let wideInts: [Value] = {
    var values: [Int64] = [0, 1, -1, .max, .min, .max - 1, .min + 1]
    for bits in [8, 16, 32] {
      let bound = Int64(1) << (bits - 1)
      values += [bound - 1, bound, -bound, -bound - 1, 2 * bound - 1, 2 * bound]
    }
    let exact = Int64(1) << 53
    values += [exact - 1, exact, exact + 1, -exact, -exact - 1]
    return ints(values)
  }()

  private static func texts(for type: PropertyType) -> [Value] {
    let common = ["", " ", "0", "1", "x", "null"]
    let special: [String] =
      switch type {
      case .bool: ["true", "false", "TRUE", "yes", "no", "t", "2", "-1"]
      case .date:
        [
          "2001-01-01T00:00:00Z", "2001-01-01", "2024-02-30T00:00:00Z", "2001-01-01T00:00:00+02:00",
          "978307200", "1.5", "0001-01-01T00:00:00Z", "2038-01-19T03:14:08.123456789Z",
        ]
      case .uuid:
        [
          "00112233-4455-4677-8899-aabbccddeeff", "00112233-4455-4677-8899-AABBCCDDEEFF",
          "0011223344554677-8899aabbccddeeff", "{00112233-4455-4677-8899-aabbccddeeff}",
        ]
      case .objectId: ["507f1f77bcf86cd799439011", "507F1F77BCF86CD799439011", "507f1f77"]
      default: NastyStrings.numeric + ["-9223372036854775808", "-9223372036854775809", "99999"]
      }
    return (common + special).map(Value.string)
  }
}
