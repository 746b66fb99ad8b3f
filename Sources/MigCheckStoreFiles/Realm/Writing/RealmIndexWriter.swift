import MigCheckModel

/// Adds the search index of a column, through which the engine finds objects by their primary keys.
///
/// A value is cut into pieces of four bytes. A node holds the pieces at one offset, ascending, and for
/// each the only object that has it, a node for the next four bytes, or a list of objects whose
/// values are equal. Source: realm-core `src/realm/index_string.hpp`, `index_string.cpp`.
struct RealmIndexWriter {
  /// Values with more bytes than this in common are listed and not told apart by nodes.
  private static let deepestOffset = 200
  private static let largestNode = RealmOutput.largestTreeNode

  private let values: [[UInt8]?]
  /// Of the objects; `nil`: their rows.
  private let keys: [Int64]?

  init(_ values: [Value], keys: [Int64]? = nil) {
    self.values = values.map(\.indexBytes)
    self.keys = keys
  }

  private func key(_ row: Int) -> Int64 { keys?[row] ?? Int64(row) }

  /// - Returns: where the index is.
  func write(to output: inout RealmOutput) -> Int {
    node(Array(values.indices), offset: 0, to: &output)
  }

  private func node(_ rows: [Int], offset: Int, to output: inout RealmOutput) -> Int {
    let sorted = rows.map { (piece: piece(of: $0, at: offset), row: $0) }
      .sorted { ($0.piece, $0.row) < ($1.piece, $1.row) }
    var entries = [(piece: Int64, slot: Int64)]()
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].piece == sorted[start].piece { end += 1 }
      let slot = entry(sorted[start..<end].map(\.row), offset: offset, to: &output)
      entries.append((piece: Int64(sorted[start].piece), slot: slot))
      start = end
    }
    return tree(entries, to: &output)
  }

  private func entry(_ rows: [Int], offset: Int, to output: inout RealmOutput) -> Int64 {
    if rows.count == 1 { return RealmOutput.tagged(Int(key(rows[0]))) }
    if rows.dropFirst().allSatisfy({ values[$0] == values[rows[0]] }) {
      return Int64(output.integerTree(rows.map(key)))
    }
    guard offset < Self.deepestOffset else {
      let sorted = rows.sorted { left, right in
        let (a, b) = (values[left] ?? [], values[right] ?? [])
        return a == b ? left < right : a.lexicographicallyPrecedes(b)
      }
      return Int64(output.integerTree(sorted.map(key)))
    }
    return Int64(node(rows, offset: offset + 4, to: &output))
  }

  /// One node, or leaves of a tree where there are too many pieces for one.
  private func tree(
    _ entries: [(piece: Int64, slot: Int64)], to output: inout RealmOutput
  ) -> Int {
    let size = Self.largestNode
    var nodes = entries
    var flags = RealmOutput.Flags.context
    repeat {
      nodes = stride(from: 0, to: max(nodes.count, 1), by: size).map { start in
        let part = nodes[start..<min(start + size, nodes.count)]
        // The engine searches pieces of 32 bits only, whatever they need.
        let pieces = output.integers(part.map(\.piece), width: 32)
        let ref = output.references([Int64(pieces)] + part.map(\.slot), flags: flags)
        return (piece: part.last?.piece ?? 0, slot: Int64(ref))
      }
      flags = [.context, .inner]
    } while nodes.count > 1
    return Int(nodes[0].slot)
  }

  /// Four bytes of a value, the first one most significant: 0 beyond its end, and an `X` where it
  /// ends.
  private func piece(of row: Int, at offset: Int) -> Int32 {
    guard let bytes = values[row], offset <= bytes.count else { return 0 }
    var piece: UInt32 = 0
    for place in offset..<offset + 4 {
      let byte = place < bytes.count ? bytes[place] : place == bytes.count ? UInt8(ascii: "X") : 0
      piece = piece << 8 | UInt32(byte)
    }
    return Int32(bitPattern: piece)
  }
}

extension Value {
  /// The bytes by which a search index knows a value that may be a primary key; `nil` for null.
  fileprivate var indexBytes: [UInt8]? {
    switch self {
    case .string(let text): Array(text.utf8)
    case .int(let number):
      (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
    case .objectId(let id): id.bytes
    case .uuid(let id): id.bytes
    default: nil
    }
  }
}
