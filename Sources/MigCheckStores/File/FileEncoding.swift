import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// How a value stands in a column of a file store: exact, and where it can be as an expression
/// sees it.
///
/// | type | storage |
/// | --- | --- |
/// | bool, int | INTEGER |
/// | float, double | REAL, a float widened; a NaN is a BLOB of its bits, big-endian |
/// | decimal128, date, uuid, objectId | the TEXT that expressions see |
/// | string, data | TEXT, BLOB |
/// | link | INTEGER, the key of its target |
/// | mixed | int, double, string: as they are; all else a BLOB that begins with a tag |
///
/// Null is NULL. Columns have no affinity, so SQLite changes nothing on the way.
enum FileEncoding {
  /// Why a value cannot be stored in a column.
  struct Unsuitable: Error {}

  static func encode(_ value: Value, as type: PropertyType) throws -> SQLiteValue {
    switch (type, value) {
    case (_, .null): return .null
    case (.int, .int(let value)): return .integer(value)
    case (.string, .string(let value)): return .text(value)
    case (.bool, .bool(let value)): return .integer(value ? 1 : 0)
    case (.double, .double(let value)):
      return value.isNaN ? .blob(value.bitPattern.bigEndianBytes) : .real(value)
    case (.float, .float(let value)):
      return value.isNaN ? .blob(value.bitPattern.bigEndianBytes) : .real(Double(value))
    case (.decimal128, .decimal128(let value)): return .text(value.description)
    case (.data, .data(let value)): return .blob(value)
    case (.date, .date(let value)):
      guard value.isNormal else { throw Unsuitable() }
      return .text(value.description)
    case (.uuid, .uuid(let value)): return .text(value.description)
    case (.objectId, .objectId(let value)): return .text(value.description)
    case (.object, .link(let target)): return .integer(Int64(target.index))
    case (.mixed, _): return try mixed(value)
    default: throw Unsuitable()
    }
  }

  private static func mixed(_ value: Value) throws -> SQLiteValue {
    switch value {
    case .int(let value): return .integer(value)
    case .string(let value): return .text(value)
    case .double(let value) where !value.isNaN: return .real(value)
    case .double(let value): return .blob([Tag.double.rawValue] + value.bitPattern.bigEndianBytes)
    case .bool(let value): return .blob([Tag.bool.rawValue, value ? 1 : 0])
    case .float(let value): return .blob([Tag.float.rawValue] + value.bitPattern.bigEndianBytes)
    case .decimal128(let value):
      return .blob([Tag.decimal128.rawValue] + Array(value.description.utf8))
    case .data(let value): return .blob([Tag.data.rawValue] + value)
    case .date(let value):
      guard value.isNormal else { throw Unsuitable() }
      return .blob(
        [Tag.date.rawValue] + value.seconds.bigEndianBytes + value.nanoseconds.bigEndianBytes)
    case .uuid(let value):
      return .blob([Tag.uuid.rawValue] + value.high.bigEndianBytes + value.low.bigEndianBytes)
    case .objectId(let value):
      return .blob([Tag.objectId.rawValue] + value.high.bigEndianBytes + value.low.bigEndianBytes)
    case .link(let target): return .blob(mixedLink(to: Int64(target.index), in: target.type))
    case .null: return .null
    case .embedded, .list, .set, .dictionary: throw Unsuitable()
    }
  }

  private enum Tag: UInt8 {
    case bool = 1
    case float, double, decimal128, data, date, uuid, objectId, link
  }

  /// A link as `mixed` columns hold it.
  static func mixedLink(to key: Int64, in table: Int) -> [UInt8] {
    mixedLinkPrefix(to: table) + key.bigEndianBytes
  }

  /// What all links of `mixed` columns to one table begin with.
  static func mixedLinkPrefix(to table: Int) -> [UInt8] {
    [Tag.link.rawValue] + Int32(truncatingIfNeeded: table).bigEndianBytes
  }

  /// The value of a column.
  ///
  /// - Parameter target: the table that links lead to.
  /// - Returns: `nil` for content that `encode` does not make.
  static func decode(_ raw: SQLiteValue, as type: PropertyType, target: Int) -> Value? {
    switch (type, raw) {
    case (_, .null): return .null
    case (.int, .integer(let value)): return .int(value)
    case (.string, .text(let value)): return .string(value)
    case (.bool, .integer(let value)): return value == 0 || value == 1 ? .bool(value == 1) : nil
    case (.double, .real(let value)): return .double(value)
    case (.double, .blob(let bytes)):
      return number(bytes[...], UInt64.self).map { .double(Double(bitPattern: $0)) }
    case (.float, .real(let value)): return Float(exactly: value).map(Value.float)
    case (.float, .blob(let bytes)):
      return number(bytes[...], UInt32.self).map { .float(Float(bitPattern: $0)) }
    case (.decimal128, .text(let text)): return Decimal128(text).map(Value.decimal128)
    case (.data, .blob(let bytes)): return .data(bytes)
    case (.date, .text(let text)): return Timestamp(text).map(Value.date)
    case (.uuid, .text(let text)): return UUIDBytes(text).map(Value.uuid)
    case (.objectId, .text(let text)): return ObjectIDBytes(text).map(Value.objectId)
    // No object has a key below 0.
    case (.object, .integer(let key)) where key >= 0:
      return .link(ObjectReference(type: target, index: Int(key)))
    case (.mixed, .integer(let value)): return .int(value)
    case (.mixed, .real(let value)): return .double(value)
    case (.mixed, .text(let text)): return .string(text)
    case (.mixed, .blob(let bytes)): return mixed(bytes)
    default: return nil
    }
  }

  private static func mixed(_ bytes: [UInt8]) -> Value? {
    guard let tag = bytes.first.flatMap(Tag.init(rawValue:)) else { return nil }
    let rest = bytes.dropFirst()
    switch tag {
    case .bool: return rest.count == 1 ? .bool(rest.first == 1) : nil
    case .float: return number(rest, UInt32.self).map { .float(Float(bitPattern: $0)) }
    case .double: return number(rest, UInt64.self).map { .double(Double(bitPattern: $0)) }
    case .decimal128:
      return String(exactUTF8: rest).flatMap { Decimal128($0) }
        .map(Value.decimal128)
    case .data: return .data(Array(rest))
    case .date:
      guard let seconds = number(rest.prefix(8), Int64.self),
        let nanoseconds = number(rest.dropFirst(8), Int32.self)
      else { return nil }
      let moment = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
      return moment.isNormal ? .date(moment) : nil
    case .uuid:
      guard let high = number(rest.prefix(8), UInt64.self),
        let low = number(rest.dropFirst(8), UInt64.self)
      else { return nil }
      return .uuid(UUIDBytes(high: high, low: low))
    case .objectId:
      guard let high = number(rest.prefix(8), UInt64.self),
        let low = number(rest.dropFirst(8), UInt32.self)
      else { return nil }
      return .objectId(ObjectIDBytes(high: high, low: low))
    case .link:
      guard let table = number(rest.prefix(4), Int32.self), table >= 0,
        let key = number(rest.dropFirst(4), Int64.self), key >= 0
      else { return nil }
      return .link(ObjectReference(type: Int(table), index: Int(key)))
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>, _ type: Number.Type
  ) -> Number? {
    guard bytes.count == MemoryLayout<Number>.size else { return nil }
    return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// The zero value of a required property as an SQL literal.
  static func zeroLiteral(of type: PropertyType) -> String {
    switch type {
    case .bool, .int: "0"
    case .float, .double: "0.0"
    case .decimal128: "'0'"
    case .string: "''"
    case .data: "x''"
    case .date: "'1970-01-01T00:00:00Z'"
    case .uuid: "'00000000-0000-0000-0000-000000000000'"
    case .objectId: "'000000000000000000000000'"
    case .mixed, .object, .linkingObjects: "NULL"
    }
  }
}
