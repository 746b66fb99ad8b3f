import MigCheckText

/// An object of a graph, or of a store: the position of its type and of the object in it.
///
/// In an `ObjectGraph` these are indices into `Schema.types` and into the table's rows.
public struct ObjectReference: Sendable, Hashable, Codable {
  /// The position of the type.
  public var type: Int
  /// The position of the object within its type.
  public var index: Int

  /// A reference to the object at a position; nothing is checked.
  public init(type: Int, index: Int) {
    self.type = type
    self.index = index
  }
}

/// A moment in UTC, exact to the nanosecond.
public struct Timestamp: Sendable, Hashable, Codable {
  /// Seconds since 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int64
  /// 0 ..< 1,000,000,000, counted upwards from `seconds`.
  public var nanoseconds: Int32

  /// A moment; the nanoseconds count upwards from the seconds.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

/// The sixteen bytes of a UUID, most significant first.
public struct UUIDBytes: Sendable, Hashable, Codable {
  /// The first 8 bytes.
  public var high: UInt64
  /// The last 8 bytes.
  public var low: UInt64

  /// The UUID of two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// The twelve bytes of an ObjectId, most significant first.
public struct ObjectIDBytes: Sendable, Hashable, Codable {
  /// The first 8 bytes.
  public var high: UInt64
  /// The last 4 bytes.
  public var low: UInt32

  /// The ObjectId of its first 8 and its last 4 bytes.
  public init(high: UInt64, low: UInt32) {
    self.high = high
    self.low = low
  }
}

/// One entry of a dictionary.
public struct DictionaryEntry: Sendable, Equatable, Codable {
  /// The key; no other entry of the dictionary has it.
  public var key: String
  /// The value of the key.
  public var value: Value

  /// An entry with its key and its value.
  public init(_ key: String, _ value: Value) {
    self.key = key
    self.value = value
  }

  /// Whether the keys have the same bytes and the values are equal.
  public static func == (left: DictionaryEntry, right: DictionaryEntry) -> Bool {
    left.key.isIdentical(to: right.key) && left.value == right.value
  }
}

/// An object inside its parent's value. Having exactly one parent is not a rule that it could
/// break: there is no second way to reach it.
public struct EmbeddedObject: Sendable, Codable {
  /// Index into `Schema.types`.
  public var type: Int
  /// Parallel to the type's `storedProperties`.
  public var values: [Value]
  /// Names the object within its store across upgrades; takes no part in equality.
  public var key: Int64

  /// An object of an embedded type; a key of −1 is none.
  public init(type: Int, values: [Value], key: Int64 = -1) {
    self.type = type
    self.values = values
    self.key = key
  }
}

/// The value of one property of one object.
///
/// A single value is one of the scalar cases, `null`, `link` or `embedded`; a `mixed` property
/// holds whichever scalar case its content has, so the case is its type tag.
public enum Value: Sendable, Codable {
  /// No value.
  case null
  /// A truth value.
  case bool(Bool)
  /// An integer, of any width that the schema declares.
  case int(Int64)
  /// A floating-point number of 32 bits, with all its NaNs and both zeros.
  case float(Float)
  /// A floating-point number of 64 bits, with all its NaNs and both zeros.
  case double(Double)
  /// A decimal of 34 digits.
  case decimal128(Decimal128)
  /// A text; compared by its bytes in UTF-8.
  case string(String)
  /// Bytes.
  case data([UInt8])
  /// A moment, in whole seconds and nanoseconds.
  case date(Timestamp)
  /// A UUID.
  case uuid(UUIDBytes)
  /// An object identifier of 12 bytes.
  case objectId(ObjectIDBytes)
  /// A link to an object of the graph.
  case link(ObjectReference)
  /// An object that lives inside this property.
  indirect case embedded(EmbeddedObject)
  /// Elements in order.
  case list([Value])
  /// In any order: two sets are equal when they hold equal elements equally often.
  case set([Value])
  /// Sorted by the UTF-8 bytes of the keys, each key once.
  case dictionary([DictionaryEntry])
}

extension Value {
  /// Whether the value is null.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension PropertyType {
  /// What a required property of the type holds when nothing was said: `false`, 0, empty, the
  /// epoch. Null for links and `mixed`, which are never required.
  public var zeroValue: Value {
    switch self {
    case .bool: .bool(false)
    case .int: .int(0)
    case .float: .float(0)
    case .double: .double(0)
    case .decimal128: .decimal128(.zero)
    case .string: .string("")
    case .data: .data([])
    case .date: .date(Timestamp(seconds: 0))
    case .uuid: .uuid(UUIDBytes(high: 0, low: 0))
    case .objectId: .objectId(ObjectIDBytes(high: 0, low: 0))
    case .mixed, .object, .linkingObjects: .null
    }
  }
}

extension Value: Equatable {
  /// Bit for bit: 0.0 and −0.0 differ, a NaN equals itself, "é" and "e◌́" differ.
  ///
  /// - Complexity: O(*n*) in the size of the value; O(*n*²) for sets whose order differs.
  public static func == (left: Value, right: Value) -> Bool {
    // One inside the other: to look at a pair, Swift makes a copy of both.
    switch left {
    case .null: right.isNull
    case .bool(let a): if case .bool(let b) = right { a == b } else { false }
    case .int(let a): if case .int(let b) = right { a == b } else { false }
    case .float(let a):
      if case .float(let b) = right { a.bitPattern == b.bitPattern } else { false }
    case .double(let a):
      if case .double(let b) = right { a.bitPattern == b.bitPattern } else { false }
    case .decimal128(let a): if case .decimal128(let b) = right { a == b } else { false }
    case .string(let a): if case .string(let b) = right { a.isIdentical(to: b) } else { false }
    case .data(let a): if case .data(let b) = right { a == b } else { false }
    case .date(let a): if case .date(let b) = right { a == b } else { false }
    case .uuid(let a): if case .uuid(let b) = right { a == b } else { false }
    case .objectId(let a): if case .objectId(let b) = right { a == b } else { false }
    case .link(let a): if case .link(let b) = right { a == b } else { false }
    case .embedded(let a):
      if case .embedded(let b) = right { a.type == b.type && a.values == b.values } else { false }
    case .list(let a): if case .list(let b) = right { a == b } else { false }
    case .dictionary(let a): if case .dictionary(let b) = right { a == b } else { false }
    case .set(let a): if case .set(let b) = right { a == b || isPermutation(a, b) } else { false }
    }
  }

  private static func isPermutation(_ left: [Value], _ right: [Value]) -> Bool {
    guard left.count == right.count else { return false }
    var rest = right
    for value in left {
      guard let match = rest.firstIndex(of: value) else { return false }
      rest.swapAt(match, rest.count - 1)
      rest.removeLast()
    }
    return true
  }
}

extension [Value] {
  /// As `==` says, but without a copy of each value, which `==` makes.
  ///
  /// - Complexity: O(1) for arrays that are copies of one another, else O(*n*) in the size of the values.
  package func isEqual(to other: [Value]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { other in
        guard own.count == other.count else { return false }
        return own.baseAddress == other.baseAddress
          || own.indices.allSatisfy { own[$0] == other[$0] }
      }
    }
  }
}

extension [[Value]] {
  /// Whether all columns are equal; see `isEqual` of one.
  package func isEqual(to other: [[Value]]) -> Bool {
    count == other.count && indices.allSatisfy { self[$0].isEqual(to: other[$0]) }
  }
}
