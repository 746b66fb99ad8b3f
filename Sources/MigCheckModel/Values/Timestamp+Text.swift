// The text of a moment, as graph files and SQL expressions spell it.
//
// Years 0001 to 9999 are RFC 3339. All others are ISO 8601 with an expanded year, which begins with
// its sign: `+10000-01-01T00:00:00Z`, `-0044-03-15T12:00:00Z`, and `+0000` for the year before
// 0001. Every moment has one text only, so that texts can be compared for being equal.

extension Timestamp: CustomStringConvertible {
  /// In UTC; no fraction if it is zero, else 1 to 9 digits without trailing zeros.
  public var description: String {
    let days = seconds.flooredQuotient(by: 86_400)
    // Not by multiplying the days, which overflows for the earliest moment of all.
    let remainder = Int(seconds % 86_400)
    let second = remainder < 0 ? remainder + 86_400 : remainder
    let (year, month, day) = Self.civil(fromDays: days)
    var text = [UInt8]()
    text.reserveCapacity(36)
    func append(_ value: Int, _ width: Int) {
      let digits = String(value).utf8
      for _ in digits.count..<max(width, digits.count) { text.append(UInt8(ascii: "0")) }
      text.append(contentsOf: digits)
    }
    if !Self.unsignedYears.contains(year) { text.append(UInt8(ascii: year < 0 ? "-" : "+")) }
    append(abs(year), 4)
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

  /// Reads `YYYY-MM-DDTHH:MM:SS[.1–9 digits]Z`, where a year that is not 0001 to 9999 has a sign
  /// and at least four digits.
  ///
  /// - Returns: `nil` for any other text, for a day that the calendar does not have, and for a
  ///   moment whose seconds since 1970 do not fit into 64 bits.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let (year, start) = Self.year(bytes[...]), bytes.count >= start + 16,
      bytes.last == UInt8(ascii: "Z")
    else { return nil }
    let separators: [(Int, Unicode.Scalar)] = [(0, "-"), (3, "-"), (6, "T"), (9, ":"), (12, ":")]
    for (place, character) in separators where bytes[start + place] != UInt8(ascii: character) {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? { Self.number(bytes[range]) }
    func pair(_ place: Int) -> Int? { number(start + place..<start + place + 2) }
    guard let month = pair(1), (1...12).contains(month),
      let day = pair(4), day >= 1, day <= Self.days(inMonth: month, of: year),
      let hour = pair(7), hour < 24, let minute = pair(10), minute < 60,
      let second = pair(13), second < 60
    else { return nil }
    var nanoseconds = 0
    if bytes.count > start + 16 {
      let digits = bytes.count - start - 17
      guard bytes[start + 15] == UInt8(ascii: "."), (1...9).contains(digits),
        let fraction = number(start + 16..<bytes.count - 1)
      else { return nil }
      nanoseconds = (digits..<9).reduce(fraction) { value, _ in value * 10 }
    }
    let days = Self.days(toYear: year, month: month, day: day)
    let time = Int64(hour * 3600 + minute * 60 + second)
    // From the midnight that is nearer to 1970: the other one of the earliest day does not fit.
    let midnight = days < 0 ? days + 1 : days
    let (start1970, overflows) = midnight.multipliedReportingOverflow(by: 86_400)
    let (seconds, exceeds) = start1970.addingReportingOverflow(days < 0 ? time - 86_400 : time)
    guard !overflows, !exceeds else { return nil }
    self.init(seconds: seconds, nanoseconds: Int32(nanoseconds))
  }

  /// Years of four digits and no sign.
  private static let unsignedYears = 1...9999

  /// The year that a text begins with, and where it ends.
  private static func year(_ bytes: ArraySlice<UInt8>) -> (year: Int, end: Int)? {
    let sign = bytes.first
    let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    let digits = bytes.dropFirst(isSigned ? 1 : 0).prefix { $0 != UInt8(ascii: "-") }
    // More digits than any moment in range has would not fit into an integer.
    guard (4...12).contains(digits.count), let magnitude = number(digits) else { return nil }
    let isPlain = unsignedYears.contains(magnitude) && sign != UInt8(ascii: "-")
    guard isSigned != isPlain, isSigned || digits.count == 4,
      digits.count == 4 || digits.first != UInt8(ascii: "0"),
      magnitude != 0 || sign == UInt8(ascii: "+")
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -magnitude : magnitude, digits.endIndex)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
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
