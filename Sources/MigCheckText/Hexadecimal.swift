/// Hexadecimal digits of either case.
package enum Hexadecimal {
  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  package static func lowercase(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  /// Two lowercase digits a byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.flatMap { [lowercase($0 >> 4), lowercase($0 & 15)] }, as: UTF8.self)
  }

  /// The bytes that pairs of digits stand for; `nil` for anything else.
  package static func bytes(_ digits: String) -> [UInt8]? {
    let values = digits.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard values.count == digits.utf8.count, values.count % 2 == 0 else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
