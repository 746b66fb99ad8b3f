import MigCheckModel
import MigCheckText

// Texts, binary data and identifiers.

extension RealmContentReader {
  /// Appends the texts of a leaf; returns how many there are.
  @discardableResult
  func appendTexts(
    _ node: RealmNode, of element: RealmElement, expecting expected: Int?,
    to values: inout [Value]
  ) throws -> Int {
    if RealmTextLeaf.isEnumerated(node) {
      return try appendEnumerated(node, of: element, expecting: expected, to: &values)
    }
    let leaf = try RealmTextLeaf(node, in: image, isBinary: false)
    try require(leaf.count, expected, at: node.ref)
    try image.charge(leaf.count, at: node.ref)
    for index in 0..<leaf.count {
      guard let range = try leaf.range(index, in: image) else {
        values.append(.null)
        continue
      }
      values.append(.string(try text(range, at: element.place)))
    }
    return leaf.count
  }

  /// Numbers of texts: realm-core `src/realm/array_string.cpp`, `Type::enum_strings`.
  private func appendEnumerated(
    _ node: RealmNode, of element: RealmElement, expecting expected: Int?,
    to values: inout [Value]
  ) throws -> Int {
    guard let texts = element.enumeratedTexts else {
      throw RealmDamage(node.ref, "texts are numbered, and the column has no texts")
    }
    try require(node.count, expected, at: node.ref)
    for number in try image.integers(node) {
      guard let index = Int(exactly: number), texts.indices.contains(index) else {
        throw RealmDamage(node.ref, "a number of a text is out of \(texts.count)")
      }
      values.append(texts[index])
    }
    return node.count
  }

  @discardableResult
  func appendBinary(
    _ node: RealmNode, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    let leaf = try RealmTextLeaf(node, in: image, isBinary: true)
    try require(leaf.count, expected, at: node.ref)
    try image.charge(leaf.count, at: node.ref)
    for index in 0..<leaf.count {
      guard let range = try leaf.range(index, in: image) else {
        values.append(.null)
        continue
      }
      values.append(.data(try data(range)))
    }
    return leaf.count
  }

  /// A text of the file. Bytes that are not UTF-8, which the engine does not look for, are replaced
  /// and counted.
  func text(_ range: Range<Int>, at place: RealmPlace) throws -> String {
    try image.charge(range.count, at: range.lowerBound)
    let isASCII = image.bytes[range].allSatisfy { $0 < 0x80 }
    if isASCII { return String(decoding: image.bytes[range], as: UTF8.self) }
    if let text = String(exactUTF8: image.bytes[range]) { return text }
    invalidTexts[place, default: 0] += 1
    return String(decoding: image.bytes[range], as: UTF8.self)
  }

  func data(_ range: Range<Int>) throws -> [UInt8] {
    try image.charge(range.count, at: range.lowerBound)
    return Array(image.bytes[range])
  }

  /// Object ids of 12 bytes, UUIDs of 16: blocks of eight values after a byte that says which of them
  /// are null. Source: realm-core `src/realm/array_fixed_bytes.hpp`.
  @discardableResult
  func appendIdentifiers(
    _ node: RealmNode, size: Int, expecting expected: Int?, to values: inout [Value],
    _ value: (Int) -> Value
  ) throws -> Int {
    guard node.kind == .bytes, node.width == 1 || node.count == 0 else {
      throw RealmDamage(node.ref, "a node of identifiers is expected there")
    }
    let block = 8 * size + 1
    let rest = node.count % block
    guard rest == 0 || rest > 1 && (rest - 1) % size == 0 else {
      throw RealmDamage(node.ref, "a node of identifiers ends within one")
    }
    let count = node.count / block * 8 + (rest == 0 ? 0 : (rest - 1) / size)
    try require(count, expected, at: node.ref)
    try image.charge(count, at: node.ref)
    for index in 0..<count {
      let start = node.payload + index / 8 * block
      let isNull = image.bytes[start] >> UInt8(index % 8) & 1 == 1
      values.append(isNull ? .null : value(start + 1 + index % 8 * size))
    }
    return count
  }

  func objectId(at offset: Int) -> Value {
    .objectId(
      ObjectIDBytes(
        high: image.load(offset, as: UInt64.self).byteSwapped,
        low: image.load(offset + 8, as: UInt32.self).byteSwapped))
  }

  func uuid(at offset: Int) -> Value {
    .uuid(
      UUIDBytes(
        high: image.load(offset, as: UInt64.self).byteSwapped,
        low: image.load(offset + 8, as: UInt64.self).byteSwapped))
  }
}
