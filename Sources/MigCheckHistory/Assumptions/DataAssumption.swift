import Foundation
import MigCheckModel
import MigCheckText

/// What an author says of the data that stores of a version hold, beyond its schema.
///
/// Graphs are made accordingly, every assumption is listed in the report, and an upgrade into the
/// version after which one does not hold is a finding.
public struct DataAssumption: Sendable {
  package enum Rule: Sendable {
    /// Null is none of them; an optional property may be null all the same.
    case oneOf([Value])
    /// What an app's code makes; an upgrade may lead to other values all the same.
    case generated([Value])
    /// Numbers or dates, both ends included.
    case range(Value, Value)
    /// No two objects of the type have the same value; null counts as none.
    case unique
    /// The app makes a value of its own for each new object, and no two have the same one.
    case fresh
    case pattern(TextPattern)
    /// A type has so many objects at most.
    case atMost(Int)
  }

  /// A type, or one of its properties.
  package var path: PropertyPath
  package var rule: Rule

  package init(_ path: PropertyPath, _ rule: Rule) {
    self.path = path
    self.rule = rule
  }

  /// The property has one of these values: `.oneOf("Dog.size", ["big", "small"])`.
  public static func oneOf(_ path: PropertyPath, _ texts: [String]) -> DataAssumption {
    DataAssumption(path, .oneOf(texts.map(Value.string)))
  }

  /// The property has one of these values.
  public static func oneOf(_ path: PropertyPath, _ numbers: [Int]) -> DataAssumption {
    DataAssumption(path, .oneOf(numbers.map { .int(Int64($0)) }))
  }

  /// The property is in a range: `.range("Person.age", 0...150)`.
  public static func range(_ path: PropertyPath, _ range: ClosedRange<Int>) -> DataAssumption {
    DataAssumption(path, .range(.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))))
  }

  /// The property is in a range, and neither NaN nor infinite.
  public static func range(_ path: PropertyPath, _ range: ClosedRange<Double>) -> DataAssumption {
    DataAssumption(path, .range(.double(range.lowerBound), .double(range.upperBound)))
  }

  /// The property is in a range.
  public static func range(_ path: PropertyPath, _ range: ClosedRange<Date>) -> DataAssumption {
    let bounds = [range.lowerBound, range.upperBound].map { date in
      Value.date(Timestamp(seconds: Int64(date.timeIntervalSince1970)))
    }
    return DataAssumption(path, .range(bounds[0], bounds[1]))
  }

  /// No two objects have the same value: the app sees to it.
  public static func unique(_ path: PropertyPath) -> DataAssumption {
    DataAssumption(path, .unique)
  }

  /// The app makes a value of its own for each new object, of type uuid, objectId, string or date:
  /// `UUID()`, `ObjectId.generate()`, `UUID().uuidString` or `Date()` in the declaration of the class.
  ///
  /// No two objects have the same identifier; dates may well be alike. An object that a migration
  /// creates without such a value gets one, where it would get a zero or an empty text otherwise; so
  /// comparisons leave the property out, as those that a history ignores.
  public static func fresh(_ path: PropertyPath) -> DataAssumption {
    DataAssumption(path, .fresh)
  }

  /// All of the text matches a regular expression: literals, classes, groups, alternatives and
  /// repetitions.
  public static func pattern(_ path: PropertyPath, _ pattern: String) -> DataAssumption {
    DataAssumption(path, .pattern(TextPattern(pattern)))
  }

  /// The property has values that code makes: `.generate("Person.phone") { "+44 \($0)" }`.
  ///
  /// - Parameter value: makes a value of a number from 0 to 255; the same one each time.
  public static func generate(
    _ path: PropertyPath, _ value: (Int) -> String
  ) -> DataAssumption {
    DataAssumption(path, .generated((0..<256).map { .string(value($0)) }))
  }

  /// The property has numbers that code makes.
  public static func generate(_ path: PropertyPath, _ value: (Int) -> Int) -> DataAssumption {
    DataAssumption(path, .generated((0..<256).map { .int(Int64(value($0))) }))
  }

  /// The property has numbers that code makes.
  public static func generate(_ path: PropertyPath, _ value: (Int) -> Double) -> DataAssumption {
    DataAssumption(path, .generated((0..<256).map { .double(value($0)) }))
  }

  /// The property has dates that code makes, exactly as far as a `Date` is.
  public static func generate(_ path: PropertyPath, _ value: (Int) -> Date) -> DataAssumption {
    DataAssumption(path, .generated((0..<256).compactMap { Timestamp(value($0)).map(Value.date) }))
  }

  /// There are so many objects of a type at most: 1 for a singleton.
  public static func atMost(_ count: Int, _ type: String) -> DataAssumption {
    DataAssumption(PropertyPath(type: Name(type)), .atMost(count))
  }
}

extension DataAssumption {
  /// In words: `Dog.size is one of "big" and "small"`.
  package var sentence: String {
    func text(_ value: Value) -> String {
      if case .string(let text) = value { return quoted(text) }
      return value.scalarJSON?.compactText ?? "null"
    }
    return switch rule {
    case .generated(let values):
      "\(path) is made by code, such as "
        + (values.first.map(text) ?? "nothing at all")
    case .oneOf(let values):
      "\(path) is one of \(values.map(text).joined(separator: ", "))"
    case .range(let low, let high): "\(path) is from \(text(low)) to \(text(high))"
    case .unique: "\(path) is unique"
    case .fresh: Self.freshSentence(["\(path)"])
    case .pattern(let pattern): "\(path) matches \(pattern.text)"
    case .atMost(let count): "there is at most \(count) \(path)"
    }
  }

  /// Of properties that each object gets a value of its own for.
  static func freshSentence(_ paths: [String]) -> String {
    guard paths.count > 1, let last = paths.last else {
      return "\(paths.joined()) is generated for each object, and is not compared"
    }
    return "\(paths.dropLast().joined(separator: ", ")) and \(last) are generated for each object, "
      + "and are not compared"
  }

  var isFresh: Bool {
    if case .fresh = rule { true } else { false }
  }

  /// Whether no two objects may have the same value of a property.
  func isUnique(for property: Property) -> Bool {
    switch rule {
    case .unique: true
    // Two objects may be made in one moment.
    case .fresh: property.type != .date
    default: false
    }
  }

  /// The name of the invariant that says whether an upgrade leads to what is assumed.
  var invariantName: Name { Name("assumed: \(sentence)") }

  /// Whether a value is as assumed, as far as a value alone tells.
  func holds(of value: Value, optional: Bool) -> Bool {
    if value.isNull { return optional }
    return switch rule {
    case .oneOf(let values), .generated(let values):
      values.contains { $0.isSameNumber(as: value) }
    case .range(let low, let high): value.isWithin(low, high)
    case .pattern(let pattern):
      if case .string(let text) = value { pattern.matches(text) } else { false }
    case .unique, .fresh, .atMost: true
    }
  }
}

extension Value {
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  fileprivate func isSameNumber(as other: Value) -> Bool {
    if self == other { return true }
    if case .int = self, case .int = other { return false }
    guard let number, let otherNumber = other.number else { return false }
    return number == otherNumber
  }

  fileprivate func isWithin(_ low: Value, _ high: Value) -> Bool {
    switch (self, low, high) {
    case (.int(let value), .int(let low), .int(let high)): low <= value && value <= high
    case (.date(let value), .date(let low), .date(let high)):
      !value.precedes(low) && !high.precedes(value)
    default:
      if let number, let low = low.number, let high = high.number {
        low <= number && number <= high
      } else {
        false
      }
    }
  }
}
