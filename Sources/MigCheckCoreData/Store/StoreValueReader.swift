import MigCheckModel
import MigCheckStores

/// Reads the value of an attribute out of its column.
struct StoreValueReader {
  let externalData: ExternalData
  /// Values in files that are not there, of all attributes.
  private(set) var missingFiles = 0

  init(_ externalData: ExternalData) { self.externalData = externalData }

  /// - Returns: `nil` for what Core Data does not write for such an attribute.
  mutating func value(
    _ cell: ForeignDatabase.Cell, of attribute: CoreDataAttribute
  ) -> Value? {
    switch (attribute.type, Self.whole(cell, for: attribute.type)) {
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
    case (.decimal, .real(let number)): Self.decimal("\(number)")
    case (.decimal, .text(let text)): Self.decimal(text)
    case (.string, .text(let text)), (.uri, .text(let text)): .string(text)
    case (.date, .real(let seconds)): Self.date(seconds)
    case (.date, .integer(let seconds)): Self.date(Double(seconds))
    case (.uuid, .bytes(let bytes)): UUIDBytes(bytes: bytes).map(Value.uuid)
    case (.uuid, .text(let text)): UUIDBytes(text).map(Value.uuid)
    case (.binary, .bytes(let bytes)), (.transformable, .bytes(let bytes)):
      attribute.allowsExternalStorage ? external(bytes) : .data(bytes)
    default: nil
    }
  }

  /// What Core Data reads out of a column of whole numbers that holds one with a fraction, as after a
  /// change of the attribute's type.
  private static func whole(
    _ cell: ForeignDatabase.Cell, for type: CoreDataAttributeType
  ) -> ForeignDatabase.Cell {
    guard type.integerWidth != nil || type == .boolean, case .real(let number) = cell,
      let integer = Int64(exactly: number.rounded(.towardZero))
    else { return cell }
    return .integer(integer)
  }

  private static func decimal(_ text: String) -> Value? {
    Decimal128(text).map(Value.decimal128)
  }

  private static func date(_ seconds: Double) -> Value? {
    Timestamp(secondsSince2001: seconds).map(Value.date)
  }

  /// Byte 1 and the value, or byte 2 and the name of a file with a NUL behind it. Where the file is
  /// missing, what the store holds stands for its content. Bytes that begin in another way are from
  /// before the attribute could lie in files.
  private mutating func external(_ bytes: [UInt8]) -> Value? {
    switch bytes.first {
    case nil: return .data([])
    case 1: return .data(Array(bytes.dropFirst()))
    case 2:
      guard bytes.last == 0,
        let name = String(validating: bytes.dropFirst().dropLast(), as: UTF8.self)
      else { return nil }
      if let content = externalData.bytes(of: name) { return .data(content) }
      missingFiles += 1
      return .data(bytes)
    default: return .data(bytes)
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
