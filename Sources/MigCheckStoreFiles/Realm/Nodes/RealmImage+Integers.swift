// Arrays of integers: widths below 8 bits are unsigned, the least significant bits first; all others
// are signed. Source: realm-core `src/realm/array.cpp`, `array_direct.hpp`.

extension RealmImage {
  /// One element of an array of integers.
  func integer(_ node: RealmNode, _ index: Int) throws -> Int64 {
    guard index >= 0, index < node.count else {
      throw RealmDamage(node.ref, "a node of \(node.count) elements is asked for element \(index)")
    }
    try requireIntegers(node)
    return element(node, index)
  }

  /// All elements of an array of integers.
  func integers(_ node: RealmNode) throws -> [Int64] {
    try requireIntegers(node)
    try charge(node.count, at: node.ref)
    guard node.width > 0 else { return Array(repeating: 0, count: node.count) }
    return [Int64](unsafeUninitializedCapacity: node.count) { buffer, count in
      for index in 0..<node.count { buffer[index] = element(node, index) }
      count = node.count
    }
  }

  /// All elements of an array whose elements are never negative: keys within a cluster, ends of
  /// subtrees. Source: realm-core `src/realm/array_unsigned.cpp`.
  func unsignedIntegers(_ node: RealmNode) throws -> [UInt64] {
    let values = try integers(node)
    guard node.width < 64 else { return values.map { UInt64(bitPattern: $0) } }
    let mask: UInt64 = (1 << UInt64(node.width)) - 1
    return values.map { UInt64(bitPattern: $0) & mask }
  }

  private func requireIntegers(_ node: RealmNode) throws {
    guard node.kind == .bits else {
      throw RealmDamage(node.ref, "an array of integers is expected there")
    }
  }

  @inline(__always)
  private func element(_ node: RealmNode, _ index: Int) -> Int64 {
    switch node.width {
    case 0: 0
    case 8: Int64(load(node.payload + index, as: Int8.self))
    case 16: Int64(load(node.payload + index * 2, as: Int16.self))
    case 32: Int64(load(node.payload + index * 4, as: Int32.self))
    case 64: load(node.payload + index * 8, as: Int64.self)
    default: bits(node, index)
    }
  }

  /// An element of 1, 2 or 4 bits.
  @inline(__always)
  private func bits(_ node: RealmNode, _ index: Int) -> Int64 {
    let place = index * node.width
    let mask: UInt8 = 1 << node.width - 1
    return Int64(bytes[node.payload + place / 8] >> UInt8(place % 8) & mask)
  }
}
