extension Value {
  /// Whether some engine's sets would hold only one of both. The sets of a graph hold no two such
  /// values, so that a graph means the same to every engine.
  ///
  /// Numbers of equal value are one element, so 0.0 and −0.0 are, 1.0 and 1.00, and in a set of
  /// `mixed` also 1 and 1.0. A bool is no number there, and a NaN of binary floating point is not
  /// even its own equal.
  public func isSameElement(as other: Value) -> Bool {
    switch (self, other) {
    case (.float(let a), .float(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.float(let a), .double(let b)), (.double(let b), .float(let a)): Double(a) == b
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)): Double(exactly: a) == b
    case (.int(let a), .float(let b)), (.float(let b), .int(let a)): Float(exactly: a) == b
    case (.decimal128(let a), .decimal128(let b)): a.isEqualInValue(to: b)
    case (.decimal128(let a), .int(let b)), (.int(let b), .decimal128(let a)):
      a.isEqualInValue(to: Decimal128(b))
    case (.decimal128(let a), .double(let b)), (.double(let b), .decimal128(let a)):
      Decimal128(b.description)?.isEqualInValue(to: a) ?? false
    case (.decimal128(let a), .float(let b)), (.float(let b), .decimal128(let a)):
      Decimal128(Double(b).description)?.isEqualInValue(to: a) ?? false
    default: self == other
    }
  }
}

extension Timestamp {
  /// 0001-01-01T00:00:00Z.
  public static let earliest = Timestamp(seconds: -62_135_596_800)
  /// 9999-12-31T23:59:59.999999999Z.
  public static let latest = Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999)

  /// Whether the nanoseconds are less than a second, as they are in a moment that stores hold.
  public var isNormal: Bool { (0..<1_000_000_000).contains(nanoseconds) }
}
