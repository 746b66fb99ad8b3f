import MigCheckModel
import MigCheckText

/// Values that a property may have in the place of another one, chosen so that what a migration does
/// with them tells whether it keeps them apart.
package enum NeighbourValues {
  /// How a value relates to the one that it replaces.
  package enum Class: Sendable {
    /// Unlike it, and not known to the migration.
    case far
    /// A literal of the migration: a word of a vocabulary that the migration may know.
    case literal
    /// Null, or what means nothing: zero, the empty text.
    case empty
    /// So close that only a migration which reduces precision merges the two: the next fraction,
    /// another end of a long text, the next second.
    case near
  }

  package struct Candidate: Sendable {
    package var value: Value
    package var kind: Class
  }

  /// The candidates, each value once, none equal to `current`; far ones first, which tell most.
  ///
  /// - Parameters:
  ///   - property: a scalar or a collection of scalars; links have no neighbours here.
  ///   - current: the value that is replaced.
  ///   - pool: values that the property has in other objects.
  ///   - literals: those of the migration.
  package static func candidates(
    of property: Property, besides current: Value, pool: [Value], literals: [Value] = []
  ) -> [Candidate] {
    if property.collection != nil { return collections(of: property, besides: current) }
    var result = [Candidate]()
    func add(_ value: Value, _ kind: Class) {
      guard value != current, !result.contains(where: { $0.value == value }) else { return }
      result.append(Candidate(value: value, kind: kind))
    }
    let known = literals.compactMap { $0.asLiteral(of: property.type) }
    let near = near(current).filter { !known.contains($0) }
    // Where a property may hold anything, a value has neighbours of its own kind.
    let kind = property.type == .mixed ? current.ownType ?? .string : property.type
    let others =
      examples(of: kind)
      + pool.filter { !$0.isNull && (property.type != .mixed || $0.ownType == kind) }.prefix(3)
    for value in others where !known.contains(value) && !near.contains(value) { add(value, .far) }
    for value in near { add(value, .near) }
    for value in known.prefix(6) { add(value, .literal) }
    if property.isOptional { add(.null, .empty) }
    add(property.zeroValue, .empty)
    return result
  }

  /// Ordinary values, some of which programs convert: numbers and dates among the texts.
  private static func examples(of type: PropertyType) -> [Value] {
    switch type {
    case .string:
      ["plum", "fig tree", "12", "13", "2020-01-02", "2021-03-04 05:06:07"].map(Value.string)
    case .int: [2, 3, 12, 1_600_000_000].map(Value.int)
    case .double: [2.5, 3.75, 19.99].map(Value.double)
    case .float: [2.5, 3.75].map(Value.float)
    default: [3, 5].compactMap { Value.simple(type, $0) }
    }
  }

  /// Values of which the one next to them is easily mistaken for the same: as floating point numbers
  /// 19.99 * 100 and 19.98 * 100 have one integral part, and 2⁵³ has no successor.
  ///
  /// - Parameter current: a value of the property.
  package static func delicate(_ type: PropertyType, besides current: Value) -> [Value] {
    switch type == .mixed ? current.ownType ?? .mixed : type {
    case .double: [.double(19.98)]
    case .int: [.int(1 << 53)]
    case .string: [.string(String(repeating: "migration ", count: 30))]
    case .date: [.date(Timestamp(seconds: 1_600_000_000))]
    default: []
    }
  }

  /// Values that say the same as another one in another form.
  package static func forms(of value: Value) -> [Value] {
    guard case .string(let text) = value else { return [] }
    return [text.uppercased(), text.lowercased(), text + " ", " " + text].map(Value.string)
      .filter { $0 != value }
  }

  /// Values next to another one.
  static func near(_ value: Value) -> [Value] {
    switch value {
    case .int(let number):
      [.int(number < .max ? number + 1 : number - 1)]
    case .double(let number) where number.isFinite && abs(number) < 1e12:
      // A hundredth up and down: 19.99 * 100 is less than 1999 in floating point.
      [0.25].map { .double(number + $0) }
        + [1, -1].map { .double(((number * 100).rounded() + $0) / 100) }
    case .float(let number) where number.isFinite: [.float(number + 0.25)]
    case .string(let text) where !text.isEmpty: [.string(text + "~"), .string("0" + text)]
    case .data(let bytes) where !bytes.isEmpty: [.data(bytes + [0])]
    case .date(let time):
      [.date(Timestamp(seconds: time.seconds &+ 1, nanoseconds: time.nanoseconds))]
    default: []
    }
  }
}

extension Value {
  /// The type of a number or a text.
  fileprivate var ownType: PropertyType? {
    switch self {
    case .int: .int
    case .double: .double
    case .string: .string
    case .data: .data
    default: nil
    }
  }

  /// A literal of SQL as a value of a type; `nil`: it is none.
  fileprivate func asLiteral(of type: PropertyType) -> Value? {
    switch (self, type) {
    case (.string, .string), (.int, .int), (.string, .mixed), (.int, .mixed), (.double, .double),
      (.double, .mixed):
      self
    case (.int(let number), .double): .double(Double(number))
    case (.int(let number), .bool) where number == 0 || number == 1: .bool(number == 1)
    default: nil
    }
  }
}
