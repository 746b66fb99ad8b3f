import MigCheckModel

/// Moments in the ways in which SQL writes them.
enum DateText {
  /// The moments that a text or a number of days stands for.
  static func timestamps(_ text: String) -> [Timestamp] {
    if let exact = Timestamp(text) { return [exact] }
    var text = text
    if text.utf8.count == 4 { text += "-03-04" }
    if text.utf8.count == 7 { text += "-05" }
    let bytes = Array(text.utf8)
    guard bytes.count >= 10 else { return [] }
    let day = String(decoding: bytes.prefix(10), as: UTF8.self)
    var time = String(decoding: bytes.dropFirst(11), as: UTF8.self)
    if time.hasSuffix("Z") { time.removeLast() }
    if time.utf8.count == 5 { time += ":00" }
    return (time.isEmpty ? ["00:00:00", "12:34:56.789"] : [time])
      .compactMap { Timestamp("\(day)T\($0)Z") }
  }

  /// The moment of a Julian day.
  static func text(julianDay: Double) -> String? {
    text(seconds: ((julianDay - 2_440_587.5) * 86_400).rounded())
  }

  static func text(seconds: Double) -> String? {
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800, let whole = Int64(exactly: seconds)
    else { return nil }
    return Timestamp(seconds: whole).description
  }

  /// The same moment some days later, spelled in the same way; `nil` for a text that is no date.
  static func text(_ text: String, plusDays days: Double) -> String? {
    guard text.utf8.count >= 10, let moment = timestamps(text).first,
      let moved = Self.text(seconds: Double(moment.seconds) + days * 86_400)
    else { return nil }
    let bytes = Array(moved.utf8)
    let isBlank = text.utf8.count > 10 && Array(text.utf8)[10] == 0x20
    let spelled = String(decoding: bytes, as: UTF8.self)
    if text.hasSuffix("Z") { return spelled }
    let short = String(decoding: bytes.prefix(text.utf8.count), as: UTF8.self)
    return isBlank
      ? String(
        decoding: Array(short.utf8.prefix(10)) + [0x20] + short.utf8.dropFirst(11), as: UTF8.self)
      : short
  }

  /// The fields of a format of `strftime` that come out as a text.
  ///
  /// - Returns: a moment that is written so, or `nil`.
  static func text(format: String, written text: String) -> String? {
    var fields: [Character: Int] = [:]
    var rest = Substring(text)
    var isField = false
    for character in format {
      if !isField, character == "%" {
        isField = true
        continue
      }
      guard isField else {
        guard rest.popFirst() == character else { return nil }
        continue
      }
      isField = false
      let width = ["Y": 4, "j": 3, "w": 1, "u": 1, "s": 20, "J": 20][character] ?? 2
      let digits = rest.prefix { $0.isNumber || $0 == "-" && width == 20 }.prefix(width)
      switch character {
      case "F", "T", "R":
        return timestamps(character == "F" ? text : "2001-02-03 \(text)").first?.description
      default:
        guard let number = Int(digits) else { return nil }
        fields[character] = number
        rest = rest.dropFirst(digits.count)
      }
    }
    if let seconds = fields["s"] { return Self.text(seconds: Double(seconds)) }
    return self.text(of: fields)
  }

  private static func text(of fields: [Character: Int]) -> String? {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var day = fields["d"] ?? 3
    var month = fields["m"] ?? 2
    if let weekday = fields["w"] ?? fields["u"].map({ $0 % 7 }), fields["Y"] == nil {
      // The first of July 2001 was a Sunday.
      (month, day) = (7, 1 + weekday)
    }
    let date = "\(padded(fields["Y"] ?? 2001, 4))-\(padded(month))-\(padded(day))"
    let time =
      "\(padded(fields["H"] ?? 4)):\(padded(fields["M"] ?? 5)):\(padded(fields["S"] ?? 6))"
    guard let moment = Timestamp("\(date)T\(time)Z") else { return nil }
    guard let dayOfYear = fields["j"] else { return moment.description }
    return Self.text("\(padded(fields["Y"] ?? 2001, 4))-01-01", plusDays: Double(dayOfYear - 1))
  }
}
