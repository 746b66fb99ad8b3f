import MigCheckModel

/// Identifiers as an app's class makes them for a new object: each another one.
///
/// They follow from the object, so that the same upgrade of the same store gives the same ones, in
/// memory and in a file.
///
/// Source: realm-swift `RealmSwift/Impl/BasicTypes.swift`: the default of an unset `UUID` is random, that
/// of an unset `ObjectId` generated.
enum FreshIdentifier {
  /// - Returns: `nil` for a property that has a default of its own, or is no identifier.
  static func value(of property: Property, in type: Name, key: Int64) -> Value? {
    guard property.collection == nil, !property.isOptional, property.defaultValue == nil else {
      return nil
    }
    let high = mixed(type, property.name, key, salt: 1)
    let low = mixed(type, property.name, key, salt: 2)
    switch property.type {
    case .uuid:
      // Version 4, variant 1.
      return .uuid(
        UUIDBytes(
          high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 1 << 63))
    case .objectId:
      return .objectId(ObjectIDBytes(high: high, low: UInt32(truncatingIfNeeded: low)))
    default: return nil
    }
  }

  /// FNV-1a, then the last steps of SplitMix64.
  private static func mixed(_ type: Name, _ property: Name, _ key: Int64, salt: UInt8) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let number = (0..<8).map { UInt8(truncatingIfNeeded: key >> (8 * $0)) }
    let texts = [Array(type.text.utf8), Array(property.text.utf8), number, [salt]]
    for byte in texts.joined(separator: [0xFF]) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
