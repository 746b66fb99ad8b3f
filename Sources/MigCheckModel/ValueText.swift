// The texts of dates, identifiers and bytes, as graph files and SQL expressions spell them.

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC; no fraction if it is zero, else 1 to 9 digits without trailing zeros.
  public var description: String {
    let days = seconds.flooredQuotient(by: 86_400)
    // Not by multiplying the days, which overflows for the earliest moment of all.
    let remainder = Int(seconds % 86_400)
    let second = remainder < 0 ? remainder + 86_400 : remainder
    let (year, month, day) = Self.civil(fromDays: days)
    var text = [UInt8]()
    text.reserveCapacity(30)
    func append(_ value: Int, _ width: Int) {
      let digits = String(value).utf8
      for _ in digits.count..<max(width, digits.count) { text.append(UInt8(ascii: "0")) }
      text.append(contentsOf: digits)
    }
    append(year, 4)
    text.append(UInt8(ascii: "-"))
    append(month, 2)
    text.append(UInt8(ascii: "-"))
    append(day, 2)
    text.append(UInt8(ascii: "T"))
    append(second / 3600, 2)
    text.append(UInt8(ascii: ":"))
    append(second / 60 % 60, 2)
    text.append(UInt8(ascii: ":"))
    append(second % 60, 2)
    if nanoseconds != 0 {
      text.append(UInt8(ascii: "."))
      append(Int(nanoseconds), 9)
      while text.last == UInt8(ascii: "0") { text.removeLast() }
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads `YYYY-MM-DDTHH:MM:SS[.1–9 digits]Z`, years 0001 to 9999.
  ///
  /// - Returns: `nil` for any other text, and for a day that the calendar does not have.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    let separators: [(Int, Unicode.Scalar)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    for (place, character) in separators where bytes[place] != UInt8(ascii: character) {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), year >= 1, let month = number(5..<7), (1...12).contains(month),
      let day = number(8..<10), day >= 1, day <= Self.days(inMonth: month, of: year),
      let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
      let second = number(17..<19), second < 60
    else { return nil }
    var nanoseconds = 0
    if bytes.count > 20 {
      let digits = bytes.count - 21
      guard bytes[19] == UInt8(ascii: "."), (1...9).contains(digits),
        let fraction = number(20..<(bytes.count - 1))
      else { return nil }
      nanoseconds = (digits..<9).reduce(fraction) { value, _ in value * 10 }
    }
    let days = Self.days(toYear: year, month: month, day: day)
    self.init(
      seconds: days * 86_400 + Int64(hour * 3600 + minute * 60 + second),
      nanoseconds: Int32(nanoseconds))
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Days of the proleptic Gregorian calendar from 1970-01-01, by eras of 400 years that begin on
  // 1 March, so that the leap day is the last of a year.
  private static func days(toYear year: Int, month: Int, day: Int) -> Int64 {
    let year = Int64(month <= 2 ? year - 1 : year)
    let era = year.flooredQuotient(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(fromDays days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month, day)
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

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
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func encode(_ bytes: [UInt8]) -> String {
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
  public static func decode(_ text: String) -> [UInt8]? {
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
