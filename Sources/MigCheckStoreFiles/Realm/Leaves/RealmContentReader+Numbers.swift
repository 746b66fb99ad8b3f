import MigCheckModel

// Numbers, booleans and dates.

extension RealmContentReader {
  /// Appends the integers of a leaf; returns how many there are.
  ///
  /// Where null is admitted, the first element is the number that means it. Source: realm-core
  /// `src/realm/array_integer.hpp`, `ArrayIntNull`.
  @discardableResult
  func appendIntegers(
    _ node: RealmNode, nullable: Bool, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    let count = try countIntegers(node, nullable: nullable, expecting: expected)
    let numbers = try image.integers(node)
    guard nullable else {
      for number in numbers { values.append(.int(number)) }
      return count
    }
    let null = numbers[0]
    for number in numbers.dropFirst() { values.append(number == null ? .null : .int(number)) }
    return count
  }

  private func countIntegers(
    _ node: RealmNode, nullable: Bool, expecting expected: Int?
  ) throws -> Int {
    let count = nullable ? node.count - 1 : node.count
    guard count >= 0 else { throw RealmDamage(node.ref, "a node of numbers is empty") }
    try require(count, expected, at: node.ref)
    return count
  }

  /// 0, 1, and 3 for null. Source: realm-core `src/realm/array_bool.hpp`.
  @discardableResult
  func appendBooleans(
    _ node: RealmNode, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    try require(node.count, expected, at: node.ref)
    for number in try image.integers(node) {
      switch number {
      case 0: values.append(.bool(false))
      case 1: values.append(.bool(true))
      case 3: values.append(.null)
      default: throw RealmDamage(node.ref, "a boolean is neither true nor false")
      }
    }
    return node.count
  }

  /// IEEE bits; one NaN of its own means null. Source: realm-core `src/realm/null.hpp`.
  @discardableResult
  func appendFloats(
    _ node: RealmNode, nullable: Bool, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    try requireWidth(node, 4, expecting: expected)
    for index in 0..<node.count {
      let bits = image.load(node.payload + index * 4, as: UInt32.self)
      values.append(
        nullable && bits == RealmNull.float ? .null : .float(Float(bitPattern: bits)))
    }
    return node.count
  }

  @discardableResult
  func appendDoubles(
    _ node: RealmNode, nullable: Bool, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    try requireWidth(node, 8, expecting: expected)
    for index in 0..<node.count {
      let bits = image.load(node.payload + index * 8, as: UInt64.self)
      values.append(
        nullable && bits == RealmNull.double ? .null : .double(Double(bitPattern: bits)))
    }
    return node.count
  }

  private func requireWidth(_ node: RealmNode, _ width: Int, expecting expected: Int?) throws {
    guard node.kind == .bytes, node.width == width || node.count == 0 else {
      throw RealmDamage(node.ref, "a node of numbers of \(width) bytes is expected there")
    }
    try require(node.count, expected, at: node.ref)
    try image.charge(node.count, at: node.ref)
  }

  /// Decimals of one width, the smallest that holds all of a leaf. Source: realm-core
  /// `src/realm/array_decimal128.hpp`.
  @discardableResult
  func appendDecimals(
    _ node: RealmNode, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    guard !node.hasReferences, node.kind == .bytes || node.width == 0 else {
      throw RealmDamage(node.ref, "a node of decimals is expected there")
    }
    try require(node.count, expected, at: node.ref)
    try image.charge(node.count, at: node.ref)
    for index in 0..<node.count {
      let offset = node.payload + index * node.width
      switch node.width {
      case 0: values.append(node.hasContext ? .decimal128(.zero) : .null)
      case 4:
        let bits = image.load(offset, as: UInt32.self)
        values.append(
          bits == RealmNull.decimal32 ? .null : .decimal128(Decimal128(binary32: bits)))
      case 8:
        let bits = image.load(offset, as: UInt64.self)
        values.append(
          bits == RealmNull.decimal64 ? .null : .decimal128(Decimal128(binary64: bits)))
      case 16:
        values.append(
          decimal(
            high: image.load(offset + 8, as: UInt64.self), low: image.load(offset, as: UInt64.self))
        )
      default: throw RealmDamage(node.ref, "decimals have no width of \(node.width)")
      }
    }
    return node.count
  }

  func decimal(high: UInt64, low: UInt64) -> Value {
    (high, low) == (RealmNull.decimalHigh, RealmNull.decimalLow)
      ? .null : .decimal128(Decimal128(binaryHigh: high, low: low))
  }

  /// Seconds and nanoseconds in two arrays. Source: realm-core `src/realm/array_timestamp.hpp`.
  @discardableResult
  func appendDates(
    _ node: RealmNode, at place: RealmPlace, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    let seconds = try image.child(node, 0)
    let nanoseconds = try image.child(node, 1)
    let count = try countIntegers(seconds, nullable: true, expecting: expected)
    guard nanoseconds.count == count else {
      throw RealmDamage(node.ref, "the parts of a node of dates do not fit together")
    }
    let numbers = try image.integers(seconds)
    let fractions = try image.integers(nanoseconds)
    for index in 0..<count {
      values.append(
        numbers[index + 1] == numbers[0]
          ? .null : try date(numbers[index + 1], fractions[index], at: place, ref: node.ref))
    }
    return count
  }

  /// A date whose parts have one sign: −0.5 s is 0 s and −500,000,000 ns.
  ///
  /// The last second before all that the model holds, which is 292 billion years ago, is counted and
  /// becomes the first moment that it holds.
  func date(
    _ seconds: Int64, _ nanoseconds: Int64, at place: RealmPlace, ref: Int
  ) throws -> Value {
    guard (-999_999_999...999_999_999).contains(nanoseconds) else {
      throw RealmDamage(ref, "a date has more than a second of nanoseconds")
    }
    guard nanoseconds < 0 else {
      return .date(Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds)))
    }
    guard seconds > .min else {
      movedDates[place, default: 0] += 1
      return .date(Timestamp(seconds: .min))
    }
    return .date(
      Timestamp(seconds: seconds - 1, nanoseconds: Int32(nanoseconds + 1_000_000_000)))
  }
}
