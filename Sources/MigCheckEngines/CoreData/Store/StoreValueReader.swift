import MigCheckModel
import MigCheckStores

/// Reads the value of an attribute out of its column.
enum StoreValueReader {
  /// - Returns: `nil` for what Core Data does not write for such an attribute.
  static func value(_ cell: ForeignDatabase.Cell, of attribute: CoreDataAttribute) -> Value? {
    switch (attribute.type, cell) {
    case (_, .null): .null
    case (.boolean, .integer(let number)): .bool(number != 0)
    case (.integer16, .integer(let number)): Int16(exactly: number).map { .int(Int64($0)) }
    case (.integer32, .integer(let number)): Int32(exactly: number).map { .int(Int64($0)) }
    case (.integer64, .integer(let number)): .int(number)
    case (.double, .real(let number)): .double(number)
    case (.double, .integer(let number)): .double(Double(number))
    case (.float, .real(let number)): .float(Float(number))
    case (.float, .integer(let number)): .float(Float(number))
    case (.decimal, .integer(let number)): .decimal128(Decimal128(number))
    case (.decimal, .real(let number)): decimal("\(number)")
    case (.decimal, .text(let text)): decimal(text)
    case (.string, .text(let text)), (.uri, .text(let text)): .string(text)
    case (.date, .real(let seconds)): date(seconds)
    case (.date, .integer(let seconds)): date(Double(seconds))
    case (.uuid, .bytes(let bytes)): UUIDBytes(bytes: bytes).map(Value.uuid)
    case (.uuid, .text(let text)): UUIDBytes(text).map(Value.uuid)
    case (.binary, .bytes(let bytes)), (.transformable, .bytes(let bytes)):
      attribute.allowsExternalStorage ? external(bytes) : .data(bytes)
    default: nil
    }
  }

  private static func decimal(_ text: String) -> Value? {
    Decimal128(text).map(Value.decimal128)
  }

  private static func date(_ seconds: Double) -> Value? {
    Timestamp(secondsSince2001: seconds).map(Value.date)
  }

  /// Byte 1 and the value, or byte 2 and the name of a file with a NUL behind it. Of a value in a
  /// file the name is all that the store holds.
  private static func external(_ bytes: [UInt8]) -> Value? {
    switch bytes.first {
    case nil: .data([])
    case 1: .data(Array(bytes.dropFirst()))
    case 2: bytes.last == 0 ? .data(bytes) : nil
    default: nil
    }
  }
}

extension UUIDBytes {
  /// Sixteen bytes, most significant first; `nil` for another number of them.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: word(bytes[..<8]), low: word(bytes[8...]))
  }
}
