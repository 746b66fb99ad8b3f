/// `Person.email`: a property of an object type, or without a property the type itself.
public struct PropertyPath: Sendable, Hashable, CustomStringConvertible {
  /// The object type.
  public var type: Name
  /// `nil`: the type as a whole.
  public var property: Name?

  /// A property, or a type as a whole.
  public init(type: Name, property: Name? = nil) {
    self.type = type
    self.property = property
  }

  /// `Person.email`, or `Person`.
  public var description: String { property.map { "\(type).\($0)" } ?? type.text }
}

extension PropertyPath: ExpressibleByStringLiteral {
  /// `"Person.email"` or `"Person"`. A type's name may hold no dot.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Reads `Person.email` or `Person`.
  public init(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      type: Name(String(parts[0])), property: parts.count > 1 ? Name(String(parts[1])) : nil)
  }
}
