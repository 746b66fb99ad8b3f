/// Checks that an index of a table leads to every object once, and only by the bytes of its value.
struct RealmIndexVerifier {
  let file: RealmRawFile
  let table: RealmVerifier.Table

  func verify() throws {
    for column in table.columns where !column.isBackLink {
      let ref = column.index < table.indexes.count ? table.indexes[column.index] : 0
      let isKey = column.key == table.primaryKey
      // Format 20 had none for primary keys.
      if isKey, file.format >= 22 {
        file.require(ref != 0, "the primary key of \(table.name) has no index")
      }
      // The engine itself leaves an index without its bit, where it makes a column optional.
      file.require(
        column.attributes & 0x101 == 0 || ref != 0,
        "\(table.name).\(column.index) is said to have an index")
      // Indexes of words and of values of any type have other bytes.
      guard ref != 0, column.attributes & 0x100 == 0, column.code != 6, column.collection == 0
      else {
        if ref != 0 { try skip(ref) }
        continue
      }
      var found = [Int64]()
      let values = table.values[column.index] ?? []
      try walk(ref, offset: 0, bytes: values.map(indexBytes), found: &found)
      file.require(
        found.sorted() == table.keys, "the index of \(table.name) does not hold all objects once")
    }
  }

  private func walk(
    _ ref: Int64, offset: Int, bytes: [[UInt8]?], found: inout [Int64]
  ) throws {
    let node = try file.node(Int(ref), claiming: false)
    let slots = try file.slots(at: ref)
    file.require(node.hasContext, "node \(ref) of an index has no mark")
    file.require(slots.count <= 1001, "node \(ref) of an index has \(slots.count) elements")
    let keys = try file.node(Int(slots[0]))
    file.require(keys.width == 32 && !keys.hasReferences, "pieces at \(slots[0])")
    let pieces = try file.integers(keys)
    file.require(pieces.count == slots.count - 1, "pieces at \(slots[0])")
    for (left, right) in zip(pieces, pieces.dropFirst()) {
      file.require(left < right, "pieces at \(slots[0]) do not ascend")
    }
    for (expected, slot) in zip(pieces, slots.dropFirst()) {
      let start = found.count
      if node.isInner {
        try walk(slot, offset: offset, bytes: bytes, found: &found)
        file.require(
          piece(row(found.last ?? -1).flatMap { bytes[$0] }, offset) == expected,
          "the last piece of child \(slot)")
        continue
      }
      if slot & 1 == 1 {
        found.append(slot >> 1)
      } else if try file.node(Int(slot), claiming: false).hasContext {
        try walk(slot, offset: offset + 4, bytes: bytes, found: &found)
      } else {
        let list = try file.integerTree(slot)
        file.require(list.count > 1, "a list of one object at \(slot)")
        let values = list.map { row($0).map { bytes[$0] ?? [] } ?? [] }
        for index in values.indices.dropFirst() {
          let (a, b) = (values[index - 1], values[index])
          file.require(
            a == b && list[index - 1] < list[index]
              || offset >= 200 && a.lexicographicallyPrecedes(b), "the list of objects at \(slot)")
        }
        found += list
      }
      for key in found[start...] {
        guard let row = row(key) else {
          file.fail("the index of \(table.name) leads to object \(key), which does not exist")
          continue
        }
        file.require(piece(bytes[row], offset) == expected, "object \(key) is in the wrong place")
      }
    }
  }

  private func row(_ key: Int64) -> Int? { table.keys.firstIndex(of: key) }

  private func piece(_ bytes: [UInt8]?, _ offset: Int) -> Int64 {
    guard let bytes, offset <= bytes.count else { return 0 }
    let part = Array((bytes + [0x58, 0, 0, 0])[offset..<offset + 4])
    // What follows the end is an X and zeros, and not what follows in the value.
    return Int64(Int32(bitPattern: part.reduce(0) { $0 << 8 | UInt32($1) }))
  }

  private func indexBytes(_ cell: RealmRawFile.Cell) -> [UInt8]? {
    func word(_ number: Int64, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
    }
    switch cell {
    case .text(let bytes), .identifier(let bytes): return bytes
    case .integer(let number): return word(number, 8)
    case .bool(let flag): return word(flag ? 1 : 0, 8)
    case .date(let seconds, let nanoseconds): return word(seconds, 8) + word(nanoseconds, 4)
    default: return nil
    }
  }

  /// Claims the nodes of an index whose bytes are not known.
  private func skip(_ ref: Int64) throws {
    let node = try file.node(Int(ref))
    guard node.hasReferences else { return }
    for slot in try file.integers(node) where slot != 0 && slot & 1 == 0 { try skip(slot) }
  }
}
