extension Value {
  /// The k-th of a type's simplest distinct values: 0, 1, 2 …; "", "0", "1" …; the shrink targets
  /// of primary keys, and what fills the properties that a witness is not about.
  ///
  /// - Returns: `nil` where the type has no more than `index` values, and for links.
  package static func simple(_ type: PropertyType, _ index: Int) -> Value? {
    switch type {
    case .bool: index < 2 ? .bool(index == 1) : nil
    case .int, .mixed: .int(Int64(index))
    case .float: index < 1 << 24 ? .float(Float(index)) : nil
    case .double: .double(Double(index))
    case .decimal128: .decimal128(Decimal128(Int64(index)))
    case .string: .string(index == 0 ? "" : String(index - 1))
    case .data: .data(index == 0 ? [] : Array(String(index - 1).utf8))
    case .date: .date(Timestamp(seconds: Int64(index)))
    case .uuid: .uuid(UUIDBytes(high: 0, low: UInt64(index)))
    case .objectId:
      .objectId(ObjectIDBytes(high: UInt64(index) >> 32, low: UInt32(truncatingIfNeeded: index)))
    case .object, .linkingObjects: nil
    }
  }
}
