import MigCheckModel
import MigCheckText

/// Which values one set may hold beside each other, and in which order stores keep them.
///
/// Source: realm-core `src/realm/set.cpp` and `Mixed::compare`, as recorded cases show it.
package enum SetElements {
  /// Sorts the elements and keeps the first of those that count as one.
  ///
  /// - Parameter byValue: whether 0.0 and −0.0 count as one, decimals of equal value, and in a set
  ///   of `mixed` numbers of equal value, while a NaN never equals another in a set of
  ///   floating-point numbers; else only what is equal bit for bit does.
  /// - Complexity: O(*n* log *n*), unless many numbers have one value and are told apart.
  package static func arrange(
    _ elements: [Value], of type: PropertyType, byValue: Bool
  ) -> [Value] {
    if elements.count < 2 { return elements }
    let order = elements.indices.sorted { left, right in
      let (a, b) = (elements[left], elements[right])
      if precedes(a, b, in: type) { return true }
      return !precedes(b, a, in: type) && left < right
    }
    var result = [Value]()
    result.reserveCapacity(elements.count)
    for index in order {
      let element = elements[index]
      let isKnown =
        byValue
        ? result.last.map { isSame($0, element, mixed: type == .mixed) } ?? false
        : result.reversed().prefix { !precedes($0, element, in: type) }.contains(element)
      if isKnown { continue }
      result.append(element)
    }
    return result
  }

  /// Whether a set would take both values for one element.
  package static func isSame(_ a: Value, _ b: Value, mixed: Bool) -> Bool {
    switch (a, b) {
    case (.float(let x), .float(let y)): return x == y || (mixed && x.isNaN && y.isNaN)
    case (.double(let x), .double(let y)): return x == y || (mixed && x.isNaN && y.isNaN)
    default: return !precedes(a, b) && !precedes(b, a)
    }
  }

  /// A null among decimals is a kind of NaN, and the one behind the others.
  private static func precedes(_ a: Value, _ b: Value, in type: PropertyType) -> Bool {
    switch (a, b) {
    case (.decimal128(let x), .null) where type == .decimal128: x.isNaN
    case (.null, .decimal128(let y)) where type == .decimal128: !y.isNaN
    default: precedes(a, b)
    }
  }

  /// A strict weak order: null, booleans, numbers by value, strings and data by bytes, dates,
  /// identifiers, links.
  package static func precedes(_ a: Value, _ b: Value) -> Bool {
    let (rankA, rankB) = (rank(a), rank(b))
    if rankA != rankB { return rankA < rankB }
    switch (a, b) {
    case (.bool(let x), .bool(let y)): return !x && y
    case (.int(let x), .int(let y)): return x < y
    case (.float(let x), .float(let y)): return x < y || (x.isNaN && !y.isNaN)
    case (.double(let x), .double(let y)): return x < y || (x.isNaN && !y.isNaN)
    case (.decimal128(let x), .decimal128(let y)): return x.precedesInValue(y)
    case (.string(let x), .string(let y)): return x.precedes(y)
    case (.data(let x), .data(let y)): return x.lexicographicallyPrecedes(y)
    case (.date(let x), .date(let y)):
      return (x.seconds, x.nanoseconds) < (y.seconds, y.nanoseconds)
    case (.uuid(let x), .uuid(let y)): return (x.high, x.low) < (y.high, y.low)
    case (.objectId(let x), .objectId(let y)): return (x.high, x.low) < (y.high, y.low)
    case (.link(let x), .link(let y)): return (x.type, x.index) < (y.type, y.index)
    default:
      return numbersPrecede(a, b)
    }
  }

  private static func rank(_ value: Value) -> Int {
    switch value {
    case .null: 0
    case .bool: 1
    case .int, .float, .double, .decimal128: 2
    case .string: 3
    case .data: 4
    case .date: 5
    case .objectId: 6
    case .uuid: 7
    case .link: 8
    case .embedded, .list, .set, .dictionary: 9
    }
  }

  private static func numbersPrecede(_ a: Value, _ b: Value) -> Bool {
    guard let x = decimal(a), let y = decimal(b) else { return false }
    return x.precedesInValue(y)
  }

  private static func decimal(_ value: Value) -> Decimal128? {
    switch value {
    case .int(let x): Decimal128(x)
    case .float(let x): decimal(Double(x))
    case .double(let x): decimal(x)
    case .decimal128(let x): x
    default: nil
    }
  }

  private static func decimal(_ value: Double) -> Decimal128 {
    if value.isNaN { return .nan }
    if value.isInfinite { return value < 0 ? .negativeInfinity : .infinity }
    // The shortest decimal of a double has at most 17 digits, so this cannot fail.
    return Decimal128(value.description) ?? .nan
  }
}
