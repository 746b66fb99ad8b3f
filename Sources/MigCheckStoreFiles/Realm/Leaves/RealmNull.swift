/// The bits that mean null where a leaf has no other way to say so.
///
/// Source: realm-core `src/realm/null.hpp`, `decimal128.cpp`, `array_bool.hpp`.
enum RealmNull {
  static let float: UInt32 = 0x7FC0_00AA
  static let double: UInt64 = 0x7FF8_0000_0000_00AA
  static let decimal32: UInt32 = 0x7C00_00AA
  static let decimal64: UInt64 = 0x7C00_0000_0000_00AA
  static let decimalHigh: UInt64 = 0x7C00_0000_0000_0000
  static let decimalLow: UInt64 = 0xAA
  static let boolean: Int64 = 3
}
