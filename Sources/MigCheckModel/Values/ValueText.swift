import MigCheckText

// The texts of identifiers and bytes, as graph files and SQL expressions spell them.

extension UUIDBytes: CustomStringConvertible {
  /// 36 characters, lower case.
  public var description: String {
    var text = [UInt8]()
    text.reserveCapacity(36)
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
      let word = index < 16 ? high : low
      text.append(Hexadecimal.lowercase(UInt8(word >> UInt64(60 - index % 16 * 4) & 15)))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads 36 characters with four hyphens, any case.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: [UInt64] = [0, 0]
    var count = 0
    for (place, byte) in bytes.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Hexadecimal.digit(byte) else { return nil }
      words[count / 16] = words[count / 16] << 4 | UInt64(digit)
      count += 1
    }
    self.init(high: words[0], low: words[1])
  }
}

extension ObjectIDBytes: CustomStringConvertible {
  /// 24 characters, lower case.
  public var description: String {
    var text = [UInt8]()
    text.reserveCapacity(24)
    for index in 0..<16 {
      text.append(Hexadecimal.lowercase(UInt8(high >> UInt64(60 - index * 4) & 15)))
    }
    for index in 0..<8 {
      text.append(Hexadecimal.lowercase(UInt8(low >> UInt32(28 - index * 4) & 15)))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads 24 hexadecimal characters, any case.
  public init?(_ text: String) {
    var (high, low, count): (UInt64, UInt32, Int) = (0, 0, 0)
    for byte in text.utf8 {
      guard let digit = Hexadecimal.digit(byte), count < 24 else { return nil }
      if count < 16 {
        high = high << 4 | UInt64(digit)
      } else {
        low = low << 4 | UInt32(digit)
      }
      count += 1
    }
    guard count == 24 else { return nil }
    self.init(high: high, low: low)
  }
}

/// RFC 4648 base64 with padding, as graph files spell data.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text = [UInt8]()
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
      }
      for offset in 0..<4 {
        text.append(
          offset <= count
            ? alphabet[Int(group >> UInt32(18 - offset * 6) & 63)] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: `nil` if the text is no base64 with padding.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count % 4 == 0 else { return nil }
    var padding = 0
    while padding < 2, padding < characters.count,
      characters[characters.count - 1 - padding] == UInt8(ascii: "=")
    {
      padding += 1
    }
    var bytes = [UInt8]()
    bytes.reserveCapacity(characters.count / 4 * 3)
    var group: UInt32 = 0
    for (place, character) in characters.enumerated() {
      var bits: UInt8 = 0
      if place < characters.count - padding {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): bits = character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): bits = character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): bits = character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): bits = 62
        case UInt8(ascii: "/"): bits = 63
        default: return nil
        }
      }
      group = group << 6 | UInt32(bits)
      if place % 4 == 3 {
        bytes.append(UInt8(group >> 16 & 255))
        bytes.append(UInt8(group >> 8 & 255))
        bytes.append(UInt8(group & 255))
        group = 0
      }
    }
    bytes.removeLast(padding)
    return bytes
  }
}
