import MigCheckEngines
import MigCheckModel
import MigCheckSQLite

/// The cell of an attribute's value, as Core Data stores it.
enum StoreValueWriter {
  /// - Returns: `nil` for a value that has no cell of which it is known that Core Data reads it.
  static func cell(_ value: Value, of attribute: CoreDataAttribute) -> SQLiteValue? {
    switch (attribute.type, value) {
    case (_, .null): .null
    case (.boolean, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.integer16, .int(let number)), (.integer32, .int(let number)),
      (.integer64, .int(let number)):
      .integer(number)
    case (.double, .double(let number)): number.isNaN ? nil : .real(number)
    case (.float, .float(let number)): number.isNaN ? nil : .real(Double(number))
    case (.decimal, .decimal128(let number)): number.wholeNumber.map(SQLiteValue.integer)
    case (.string, .string(let text)), (.uri, .string(let text)): .text(text)
    case (.date, .date(let moment)): .real(moment.secondsSince2001)
    case (.uuid, .uuid(let bytes)): .blob(bytes.bytes)
    case (.binary, .data(let bytes)), (.transformable, .data(let bytes)):
      // Byte 1 says that the value itself follows, and not the name of a file.
      .blob(attribute.allowsExternalStorage ? [1] + bytes : bytes)
    default: nil
    }
  }
}

extension Decimal128 {
  /// The number as an integer; `nil`: it has a fraction, or is too large.
  var wholeNumber: Int64? {
    guard isFinite else { return nil }
    guard !isZero else { return 0 }
    var digits = Array(self.digits)
    var exponent = exponent
    while exponent < 0, digits.count > 1, digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    guard (0...18).contains(exponent) else { return nil }
    return Int64(
      (isNegative ? "-" : "") + String(digits) + String(repeating: "0", count: exponent))
  }
}
