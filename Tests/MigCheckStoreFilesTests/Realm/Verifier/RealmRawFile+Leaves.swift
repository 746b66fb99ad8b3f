extension RealmRawFile {
  /// What the order of a value and its place in an index depend on.
  enum Cell: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Sign, exponent and coefficient; compared by its bits only.
    case decimal(UInt64, UInt64)
    case text([UInt8])
    case binary([UInt8])
    case date(Int64, Int64)
    case identifier([UInt8])
    case link(table: Int64, key: Int64)
    case list([Cell])
    case dictionary([(key: Cell, value: Cell)])

    static func == (left: Cell, right: Cell) -> Bool {
      "\(left)" == "\(right)"
    }
  }

  struct ColumnType {
    var code: Int
    var isNullable: Bool
    var isInCollection = false
    var target: Int64 = -1
    var texts: [Cell]?
  }

  func leaf(_ ref: Int64, _ type: ColumnType) throws -> [Cell] {
    let node = try node(Int(ref))
    require(!node.isInner, "leaf \(ref) is an inner node")
    switch type.code {
    case 0:
      require(!node.hasReferences, "integers at \(ref) have references")
      let numbers = try integers(node)
      guard type.isNullable else { return numbers.map(Cell.integer) }
      return try optional(numbers, node).map { $0.map(Cell.integer) ?? .null }
    case 1:
      return try integers(node).map { number in
        require(
          number == 0 || number == 1 || number == 3 && type.isNullable,
          "boolean \(number) at \(ref)")
        return number == 3 ? .null : .bool(number == 1)
      }
    case 2: return try texts(node, terminator: 1, type: type)
    case 4: return try texts(node, terminator: 0, type: type)
    case 6: return try mixed(node, isInCollection: type.isInCollection)
    case 8:
      let slots = try integers(node)
      require(node.hasReferences && slots.count == 2, "dates at \(ref) have no two parts")
      let secondsNode = try self.node(Int(slots[0]))
      let seconds = try optional(try integers(secondsNode), secondsNode)
      let nanoseconds = try integers(at: slots[1])
      require(seconds.count == nanoseconds.count, "dates at \(ref) have parts of two lengths")
      return zip(seconds, nanoseconds).map { second, nanosecond in
        guard let second else { return .null }
        return date(second, nanosecond)
      }
    case 9, 10, 11: return words(node, type: type)
    case 12:
      require(!node.hasReferences, "links at \(ref) have references")
      return try integers(node).map { number in
        if type.isInCollection { return .link(table: type.target, key: number) }
        return number == 0 ? .null : .link(table: type.target, key: number - 1)
      }
    case 15: return identifiers(node, size: 12, type: type)
    case 17: return identifiers(node, size: 16, type: type)
    default: throw Problem(description: "type \(type.code) has no leaf")
    }
  }

  /// The engine relies on the number that means null being the greatest of its width.
  private func optional(_ numbers: [Int64], _ node: Node) throws -> [Int64?] {
    guard let null = numbers.first else {
      throw Problem(description: "node \(node.ref) has no number for null")
    }
    let greatest: Int64? =
      switch node.width {
      case 0, 1, 2, 4: 1 << Int64(node.width) - 1
      case 64: nil
      default: 1 << Int64(node.width - 1) - 1
      }
    require(greatest == nil || null == greatest, "node \(node.ref) has \(null) for null")
    return numbers.dropFirst().map { $0 == null ? nil : $0 }
  }

  private func date(_ seconds: Int64, _ nanoseconds: Int64) -> Cell {
    require(
      abs(nanoseconds) < 1_000_000_000
        && (seconds == 0 || nanoseconds == 0
          || (seconds < 0) == (nanoseconds < 0)),
      "date \(seconds) s \(nanoseconds) ns")
    return .date(seconds, nanoseconds)
  }

  private func words(_ node: Node, type: ColumnType) -> [Cell] {
    let size = node.width
    require(
      node.kind == 1 && (type.code == 9 ? size == 4 : type.code == 10 ? size == 8 : true)
        || node.count == 0, "node \(node.ref) has numbers of \(size) bytes")
    require(format < 24 || type.code != 11 || size != 0 || node.kind == 1, "decimals \(node.ref)")
    return (0..<node.count).map { index in
      let start = node.bytes.startIndex + index * size
      func word(_ offset: Int, _ length: Int) -> UInt64 {
        (0..<length).reduce(0) { $0 | UInt64(bytes[start + offset + $1]) << UInt64(8 * $1) }
      }
      switch (type.code, size) {
      case (9, _):
        let bits = UInt32(word(0, 4))
        return bits == 0x7FC0_00AA && type.isNullable
          ? .null : .real(Double(Float(bitPattern: bits)))
      case (10, _):
        let bits = word(0, 8)
        return bits == 0x7FF8_0000_0000_00AA && type.isNullable
          ? .null : .real(Double(bitPattern: bits))
      case (_, 16):
        let (low, high) = (word(0, 8), word(8, 8))
        return high == 0x7C00_0000_0000_0000 && low == 0xAA ? .null : .decimal(high, low)
      case (_, 0): return node.hasContext ? .decimal(0, 0) : .null
      default: return .decimal(word(0, size), UInt64(size))
      }
    }
  }

  private func identifiers(_ node: Node, size: Int, type: ColumnType) -> [Cell] {
    require(node.kind == 1 && node.width <= 1, "identifiers at \(node.ref)")
    var cells = [Cell]()
    var place = node.bytes.startIndex
    while place < node.bytes.endIndex {
      let nulls = bytes[place]
      place += 1
      for index in 0..<8 where place < node.bytes.endIndex {
        let value = Array(bytes[place..<min(place + size, node.bytes.endIndex)])
        require(value.count == size, "node \(node.ref) ends within an identifier")
        let isNull = nulls >> UInt8(index) & 1 == 1
        require(type.isNullable || !isNull, "null at \(node.ref)")
        cells.append(isNull ? .null : .identifier(value))
        place += size
      }
    }
    return cells
  }

  // MARK: Texts

  private func texts(_ node: Node, terminator: Int, type: ColumnType) throws -> [Cell] {
    func cell(_ bytes: ArraySlice<UInt8>) -> Cell {
      let value = Array(bytes.dropLast(terminator))
      require(terminator == 0 || bytes.last == 0, "a text at \(node.ref) does not end with zero")
      return terminator == 0 ? .binary(value) : .text(value)
    }
    if !node.hasReferences, node.kind == 0, terminator == 1 {
      let texts = type.texts ?? []
      return try integers(node).map { number in
        guard texts.indices.contains(Int(number)) else {
          throw Problem(description: "text \(number) at \(node.ref) of \(texts.count)")
        }
        return texts[Int(number)]
      }
    }
    if !node.hasReferences { return shortTexts(node, longest: 16) }
    let slots = try integers(node)
    if node.hasContext {
      return try slots.map { slot in
        guard slot != 0 else { return .null }
        let blob = try self.node(Int(slot))
        require(blob.kind == 2 && !blob.hasReferences, "text \(slot) is not a blob")
        return cell(blob.bytes)
      }
    }
    guard slots.count == 3 else { throw Problem(description: "texts at \(node.ref)") }
    let ends = try integers(at: slots[0])
    let blob = try self.node(Int(slots[1]))
    let nulls = try integers(at: slots[2])
    require(
      blob.kind == 2 && nulls.count == ends.count && Int(ends.last ?? 0) == blob.count,
      "the parts of the texts at \(node.ref) do not fit")
    var start = 0
    return zip(ends, nulls).map { end, null in
      defer { start = Int(end) }
      require(Int(end) - start >= terminator, "the ends of the texts at \(node.ref)")
      require(null == 0 || null == 1, "null is \(null) at \(node.ref)")
      let text = cell(blob.bytes[blob.bytes.startIndex + start..<blob.bytes.startIndex + Int(end)])
      return null == 1 ? .null : text
    }
  }

  func shortTexts(_ node: Node, longest: Int) -> [Cell] {
    require(node.kind == 1 && node.width <= longest, "node \(node.ref) does not hold short texts")
    return (0..<node.count).map { index in
      guard node.width > 0 else { return .null }
      let start = node.bytes.startIndex + index * node.width
      let unused = Int(bytes[start + node.width - 1])
      if unused == node.width { return .null }
      let end = start + node.width - 1 - unused
      require(
        unused < node.width && bytes[end..<start + node.width - 1].allSatisfy { $0 == 0 },
        "a short text at \(node.ref) does not end with zeros")
      return .text(Array(bytes[start..<max(start, end)]))
    }
  }

  // MARK: Values of any type

  private func mixed(_ node: Node, isInCollection: Bool) throws -> [Cell] {
    let slots = try integers(node)
    require(
      node.hasReferences && (slots.count == 6 || format < 24 && slots.count == 4),
      "mixed values at \(node.ref) have \(slots.count) parts")
    let numbers = try integers(at: slots[0])
    let integers = slots[1] == 0 ? [] : try self.integers(at: slots[1])
    let pairs = slots[2] == 0 ? [] : try self.integers(at: slots[2])
    let texts =
      slots[3] == 0 ? [] : try leaf(slots[3], ColumnType(code: 2, isNullable: true))
    let collections = slots.count < 6 || slots[4] == 0 ? [] : try self.slots(at: slots[4])
    let keys = slots.count < 6 || slots[5] == 0 ? nil : try self.integers(at: slots[5])
    require(keys == nil || keys?.count == numbers.count, "keys of mixed values at \(node.ref)")
    // Each element of the parts is used, and once.
    let counts = [0, integers.count, pairs.count / 2, texts.count, collections.count]
    var used = counts.map { Array(repeating: 0, count: $0) }
    var collectionKeys = [Int64]()
    let cells = try numbers.enumerated().map { place, number -> Cell in
      if number == 0 { return .null }
      let (type, part, index) = (Int(number & 31) - 1, Int(number >> 5 & 7), number >> 8)
      if part > 0 {
        guard part < used.count, used[part].indices.contains(Int(index)) else {
          throw Problem(description: "a mixed value at \(node.ref) has no content")
        }
        used[part][Int(index)] += 1
      }
      let place0 = Int(index)
      switch (type, part) {
      case (0, 0): return .integer(index)
      case (1, 0): return .bool(index != 0)
      case (0, 1):
        require(Int32(exactly: integers[place0]) == nil, "a short integer at \(node.ref)")
        return .integer(integers[place0])
      case (9, 1):
        return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: integers[place0]))))
      case (10, 1): return .real(Double(bitPattern: UInt64(bitPattern: integers[place0])))
      case (8, 2): return date(pairs[2 * place0], pairs[2 * place0 + 1])
      case (11, 2):
        return .decimal(
          UInt64(bitPattern: pairs[2 * place0 + 1]), UInt64(bitPattern: pairs[2 * place0]))
      case (16, 2): return .link(table: pairs[2 * place0], key: pairs[2 * place0 + 1])
      case (2, 3): return texts[place0]
      case (4, 3), (15, 3), (17, 3):
        guard case .text(let bytes) = texts[place0] else { return .null }
        require(
          type == 4 || bytes.count == (type == 15 ? 12 : 16), "an identifier at \(node.ref)")
        return type == 4 ? .binary(bytes) : .identifier(bytes)
      case (19, 4), (21, 4):
        if isInCollection { collectionKeys.append(keys?[place] ?? 0) }
        let ref = collections[place0]
        if type == 19 {
          return .list(
            try tree(ref, ColumnType(code: 6, isNullable: true, isInCollection: true)))
        }
        return .dictionary(try dictionary(ref))
      default: throw Problem(description: "a mixed value of type \(type) in part \(part)")
      }
    }
    require(
      used.joined().allSatisfy { $0 == 1 }, "a part of mixed values at \(node.ref) is not dense")
    require(
      !collectionKeys.contains(0) && Set(collectionKeys).count == collectionKeys.count,
      "collections at \(node.ref) have no keys of their own")
    return cells
  }
}
