import Foundation
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText

/// A twelve-byte identifier.
public struct ObjectId: Hashable, Sendable, RealmStandIn, _DefaultConstructible {
  let bytes: ObjectIDBytes

  init(bytes: ObjectIDBytes) { self.bytes = bytes }

  /// Twelve zeros; `generate()` makes an identifier.
  public init() { bytes = ObjectIDBytes(high: 0, low: 0) }

  /// - Throws: for anything but 24 hexadecimal digits.
  public init(string: String) throws {
    guard let bytes = ObjectIDBytes(string) else {
      throw InvalidObjectId(text: string)
    }
    self.bytes = bytes
  }

  /// An identifier written in code; throws for anything but 24 hexadecimal digits.
  public init(_ text: StaticString) throws { try self.init(string: "\(text)") }

  /// An identifier of a moment, in whole seconds; the other 8 bytes are random.
  public init(timestamp: Date, machineIdentifier: Int = 0, processIdentifier: Int = 0) {
    let seconds = UInt64(UInt32(truncatingIfNeeded: Int64(timestamp.timeIntervalSince1970)))
    self.bytes = ObjectIDBytes(
      high: seconds << 32 | UInt64.random(in: 0...UInt64(UInt32.max)),
      low: .random(in: .min ... .max))
  }

  /// A new identifier of this moment: each call gives another one.
  public static func generate() -> ObjectId { ObjectId(timestamp: Date()) }

  /// The moment that the first 4 bytes hold, in whole seconds.
  public var timestamp: Date { Date(timeIntervalSince1970: Double(bytes.high >> 32)) }
  /// 24 hexadecimal digits, in lower case.
  public var stringValue: String { bytes.description }
  /// The twelve bytes that a migration writes.
  public var migrationValue: Any? { bytes }

  private struct InvalidObjectId: Error, CustomStringConvertible {
    var text: String
    var description: String { "Invalid Object ID string '\(text)': must be 24 hex digits" }
  }
}

extension ObjectId: CustomStringConvertible, Codable, Comparable {
  /// The same as `stringValue`.
  public var description: String { stringValue }

  /// Orders by the bytes, the most significant first.
  public static func < (left: ObjectId, right: ObjectId) -> Bool {
    (left.bytes.high, left.bytes.low) < (right.bytes.high, right.bytes.low)
  }

  /// Reads a string of 24 hexadecimal digits; throws for anything else.
  public init(from decoder: any Decoder) throws {
    try self.init(string: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a string of 24 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stringValue)
  }
}
