import MigCheckModel

extension RealmContentReader {
  /// Appends the values of a leaf; returns how many there are.
  @discardableResult
  func appendMixed(
    _ node: RealmNode, at place: RealmPlace, expecting expected: Int?, depth: Int,
    to values: inout [Value]
  ) throws -> Int {
    let leaf = try RealmMixedLeaf(node, in: image) { try require($0, expected, at: node.ref) }
    for number in leaf.numbers {
      values.append(
        number == 0
          ? .null : try mixed(number, of: leaf, at: place, depth: depth, ref: node.ref))
    }
    return leaf.numbers.count
  }

  private func mixed(
    _ number: Int64, of leaf: RealmMixedLeaf, at place: RealmPlace, depth: Int, ref: Int
  ) throws -> Value {
    let content = number >> 8
    guard let payload = RealmMixedLeaf.Payload(rawValue: Int(number >> 5 & 7)),
      let type = RealmTypeCode(rawValue: Int(number & 31) - 1)
    else { throw RealmDamage(ref, "a mixed value has no known type") }
    guard payload != .inline else {
      switch type {
      case .bool: return .bool(content != 0)
      case .int: return .int(content)
      default: throw RealmDamage(ref, "a mixed value is where its type cannot be")
      }
    }
    guard content >= 0, let index = Int(exactly: content) else {
      throw RealmDamage(ref, "a mixed value has a negative place")
    }
    switch (type, payload) {
    case (.int, .integers): return .int(try leaf.integer(index, in: image))
    case (.float, .integers):
      return .float(
        Float(bitPattern: UInt32(truncatingIfNeeded: try leaf.integer(index, in: image))))
    case (.double, .integers):
      return .double(Double(bitPattern: UInt64(bitPattern: try leaf.integer(index, in: image))))
    case (.timestamp, .pairs):
      let (seconds, nanoseconds) = try leaf.pair(index, in: image)
      return try date(seconds, nanoseconds, at: place, ref: ref)
    case (.decimal, .pairs):
      let (low, high) = try leaf.pair(index, in: image)
      return decimal(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low))
    case (.typedLink, .pairs):
      let (table, key) = try leaf.pair(index, in: image)
      return try typedLink(table: table, key: key, at: place, ref: ref)
    case (.string, .texts), (.binary, .texts), (.objectId, .texts), (.uuid, .texts):
      return try mixedText(type, try leaf.text(index, in: image), at: place, ref: ref)
    case (.list, .collections):
      return .list(
        try mixedList(at: try leaf.collection(index, in: image), place: place, depth: depth + 1))
    case (.dictionary, .collections):
      return .dictionary(
        try dictionary(at: try leaf.collection(index, in: image), place: place, depth: depth + 1))
    default: throw RealmDamage(ref, "a mixed value is where its type cannot be")
    }
  }

  private func mixedText(
    _ type: RealmTypeCode, _ range: Range<Int>?, at place: RealmPlace, ref: Int
  ) throws -> Value {
    guard let range else { return .null }
    switch type {
    case .string: return .string(try text(range, at: place))
    case .objectId where range.count == 12: return objectId(at: range.lowerBound)
    case .uuid where range.count == 16: return uuid(at: range.lowerBound)
    case .binary: return .data(try data(range))
    default: throw RealmDamage(ref, "an identifier has \(range.count) bytes")
    }
  }

  private func mixedList(at ref: Int?, place: RealmPlace, depth: Int) throws -> [Value] {
    guard let ref else { return [] }
    try requireNesting(depth, at: ref)
    var values = [Value]()
    try image.visitTree(at: ref) { leaf in
      try appendMixed(leaf, at: place, expecting: nil, depth: depth, to: &values)
    }
    return values
  }

  /// The engine itself admits 100 levels: realm-core `src/realm/collection_parent.hpp`.
  func requireNesting(_ depth: Int, at ref: Int) throws {
    guard depth <= 100 else { throw RealmDamage(ref, "collections are nested too deeply") }
  }
}
