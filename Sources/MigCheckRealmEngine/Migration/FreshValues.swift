import MigCheckHistory
import MigCheckModel

/// Values that an app makes anew for each object, where a migration gives none: what `UUID()`,
/// `ObjectId.generate()` and `Date()` stand for in the declaration of a class.
///
/// Identifiers follow from the version and from how many were made before, so that an upgrade that runs again
/// makes the same ones, and none of two upgrades are alike.
struct FreshValues {
  /// The properties of the target schema that have such values.
  let properties: [PropertyPath]
  let version: UInt64
  private var count: UInt64 = 0
  /// The moment at which the app runs: the same one for all objects, as a block may reckon with it.
  private static let now = Timestamp(seconds: 4_102_444_800)

  init(_ properties: [PropertyPath] = [], version: UInt64 = 0) {
    self.properties = properties
    self.version = version
  }

  /// The value of a new object; `nil`: the app makes none for this property.
  mutating func next(for property: Property, of type: Name) -> Value? {
    guard properties.contains(where: { $0.type == type && $0.property == property.name }) else {
      return nil
    }
    if property.type == .date { return .date(Self.now) }
    count += 1
    // Recognisable, and unlike what random graphs hold.
    let high = 0xF4E5_4000_0000_4000 | (version & 0xFFFF) << 16
    switch property.type {
    case .uuid: return .uuid(UUIDBytes(high: high, low: 0x8000_0000_0000_0000 | count))
    case .objectId:
      return .objectId(
        ObjectIDBytes(high: high | count >> 32 & 0xFFF, low: UInt32(truncatingIfNeeded: count)))
    case .string:
      return .string(UUIDBytes(high: high, low: 0x8000_0000_0000_0000 | count).description)
    default: return nil
    }
  }
}
