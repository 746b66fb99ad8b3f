import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckSQLite

/// The cell of an attribute's value, as Core Data stores it.
struct StoreValueWriter {
  /// Core Data leaves values of less than about 100 KB in the store.
  static let largestInStore = 100 * 1024

  /// Values too large for the store, which are written once all else is: by the names of their files.
  private(set) var files = [(name: String, bytes: [UInt8])]()

  /// - Parameter place: tells the value from all others of the store.
  /// - Returns: `nil` for a value that has no cell of which it is known that Core Data reads it.
  mutating func cell(
    _ value: Value, of attribute: CoreDataAttribute, at place: @autoclosure () -> String
  ) -> SQLiteValue? {
    if attribute.allowsExternalStorage, case .data(let bytes) = value,
      bytes.count > Self.largestInStore
    {
      // Byte 2 says that the name of a file follows.
      let name = StoreName.uuid(of: place())
      files.append((name, bytes))
      return .blob([2] + Array(name.utf8) + [0])
    }
    return Self.cell(value, of: attribute)
  }

  private static func cell(_ value: Value, of attribute: CoreDataAttribute) -> SQLiteValue? {
    switch (attribute.type, value) {
    case (_, .null): .null
    case (.boolean, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.integer16, .int(let number)), (.integer32, .int(let number)),
      (.integer64, .int(let number)):
      .integer(number)
    case (.double, .double(let number)): number.isNaN ? nil : .real(number)
    case (.float, .float(let number)): number.isNaN ? nil : .real(Double(number))
    case (.decimal, .decimal128(let number)):
      number.wholeNumber.map(SQLiteValue.integer) ?? number.storedFraction.map(SQLiteValue.real)
    case (.string, .string(let text)), (.uri, .string(let text)): .text(text)
    case (.date, .date(let moment)): .real(moment.secondsSince2001)
    case (.uuid, .uuid(let bytes)): .blob(bytes.bytes)
    case (.binary, .data(let bytes)), (.transformable, .data(let bytes)):
      // Byte 1 says that the value itself follows, and not the name of a file. What was read of a file
      // that is missing is its name, which stays one.
      .blob(attribute.allowsExternalStorage && !isFileName(bytes) ? [1] + bytes : bytes)
    default: nil
    }
  }

  private static func isFileName(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 38, bytes[0] == 2, bytes[37] == 0 else { return false }
    return UUID(uuidString: String(decoding: bytes[1..<37], as: UTF8.self)) != nil
  }
}

extension Decimal128 {
  /// The number that a column of decimals keeps of this one. Whatever a decimal with a fraction is bound
  /// as, the affinity of its column makes a floating-point number of it, of which 15 digits count.
  ///
  /// - Returns: `nil` for an integer that is kept as one, and for what is not a number.
  var storedFraction: Double? {
    guard isFinite, wholeNumber == nil, let number = Double("\(self)"), number.isFinite,
      (1e-100...1e100).contains(abs(number))
    else { return nil }
    return number
  }

  /// What is read of the number when it was stored.
  var stored: Decimal128 {
    if let wholeNumber { return Decimal128(wholeNumber) }
    guard let number = storedFraction.flatMap({ Double(String(format: "%.15g", $0)) }) else {
      return Decimal128(Int64(digits.prefix(9)) ?? 0)
    }
    if let whole = Int64(exactly: number) { return Decimal128(whole) }
    return Decimal128("\(number)") ?? Decimal128(0)
  }

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
