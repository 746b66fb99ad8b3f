import Foundation
import MigCheckModel
import MigCheckText

/// Values as plain Swift values.
package enum Bridging {
  /// - Parameters:
  ///   - memory: keeps what a plain Swift value cannot hold, for when it is written back.
  ///   - object: what a link becomes.
  package static func swiftValue(
    _ value: Value, memory: BridgingMemory? = nil, object: (ObjectReference) -> Any?
  ) -> Any? {
    switch value {
    case .null: nil
    case .bool(let value): value
    case .int(let value): Int(value)
    case .float(let value): value
    case .double(let value): value
    case .decimal128(let value): value
    case .string(let value): value
    case .data(let value): Data(value)
    case .date(let value): memory?.date(for: value) ?? Date(value)
    case .uuid(let value): UUID(value)
    case .objectId(let value): value
    case .link(let target): object(target)
    case .embedded: nil
    case .list(let elements), .set(let elements):
      elements.map { swiftValue($0, memory: memory, object: object) }
    case .dictionary(let entries):
      Dictionary(
        (memory?.distinct(entries) ?? entries).map {
          ($0.key, swiftValue($0.value, memory: memory, object: object))
        },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

extension UUID {
  package init(_ bytes: UUIDBytes) {
    func byte(_ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (index < 8 ? bytes.high : bytes.low) >> UInt64(56 - index % 8 * 8))
    }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
        byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }
}

extension UUIDBytes {
  package init(_ uuid: UUID) {
    let words = withUnsafeBytes(of: uuid.uuid) { bytes in
      (0..<2).map { word in
        (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[word * 8 + $1]) }
      }
    }
    self.init(high: words[0], low: words[1])
  }
}
