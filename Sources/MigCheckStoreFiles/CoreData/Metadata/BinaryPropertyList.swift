import MigCheckText

/// A value of a property list in Apple's binary format.
///
/// The bytes depend on the value alone: keys of dictionaries stand in the order in which they are
/// given. Foundation writes them in another order each time.
package indirect enum BinaryPropertyList: Sendable {
  case text(String)
  case integer(Int64)
  case data([UInt8])
  case array([BinaryPropertyList])
  case dictionary([(key: String, value: BinaryPropertyList)])
  /// A reference to an object of a keyed archive.
  case reference(UInt8)

  /// The whole file.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  package var bytes: [UInt8] {
    var writer = Writer()
    _ = writer.add(self)
    return writer.file
  }

  /// Numbers objects depth first; the root is number 0.
  private struct Writer {
    private var objects = [[UInt8]]()

    /// References have four bytes each, so that their size need not be known before.
    private static let referenceSize: UInt8 = 4

    mutating func add(_ value: BinaryPropertyList) -> Int {
      let number = objects.count
      objects.append([])
      switch value {
      case .text(let text): objects[number] = Self.text(text)
      case .integer(let integer): objects[number] = Self.integer(integer)
      case .data(let data): objects[number] = Self.head(0x40, count: data.count) + data
      case .reference(let object): objects[number] = [0x80, object]
      case .array(let elements):
        var bytes = Self.head(0xA0, count: elements.count)
        for element in elements { bytes += Self.big(UInt64(add(element)), size: 4) }
        objects[number] = bytes
      case .dictionary(let entries):
        var bytes = Self.head(0xD0, count: entries.count)
        for entry in entries { bytes += Self.big(UInt64(add(.text(entry.key))), size: 4) }
        for entry in entries { bytes += Self.big(UInt64(add(entry.value)), size: 4) }
        objects[number] = bytes
      }
      return number
    }

    var file: [UInt8] {
      var bytes = Array("bplist00".utf8)
      var offsets = [UInt64]()
      for object in objects {
        offsets.append(UInt64(bytes.count))
        bytes += object
      }
      let table = UInt64(bytes.count)
      for offset in offsets { bytes += Self.big(offset, size: 8) }
      bytes += [0, 0, 0, 0, 0, 0, 8, Self.referenceSize]
      return bytes + Self.big(UInt64(objects.count), size: 8) + Self.big(0, size: 8)
        + Self.big(table, size: 8)
    }

    /// The kind of an object and its count, which follows as an integer from 15 on.
    private static func head(_ kind: UInt8, count: Int) -> [UInt8] {
      count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int64(count))
    }

    private static func integer(_ integer: Int64) -> [UInt8] {
      switch integer {
      case 0..<0x100: [0x10] + big(UInt64(integer), size: 1)
      case 0x100..<0x1_0000: [0x11] + big(UInt64(integer), size: 2)
      case 0x1_0000..<0x1_0000_0000: [0x12] + big(UInt64(integer), size: 4)
      default: [0x13] + big(UInt64(bitPattern: integer), size: 8)
      }
    }

    private static func text(_ text: String) -> [UInt8] {
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        return head(0x50, count: text.utf8.count) + text.utf8
      }
      let units = Array(text.utf16)
      return head(0x60, count: units.count) + units.flatMap { big(UInt64($0), size: 2) }
    }

    private static func big(_ value: UInt64, size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
  }
}
