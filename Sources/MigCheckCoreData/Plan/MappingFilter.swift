import MigCheckModel

/// Which objects of its source an entity mapping takes, where its predicate is one of those that are
/// followed: comparisons of attributes with constants, joined by `AND`, `OR` and `NOT`.
package indirect enum MappingFilter: Sendable, Equatable {
  package enum Order: String, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  case constant(Bool)
  /// Whether an attribute has no value.
  case isNull(Name)
  /// Whether an attribute has this value, which is not null.
  case equals(Name, Value)
  /// Whether an attribute has a value, and it stands in this order to another one.
  case compares(Name, Order, Value)
  case not(MappingFilter)
  case all([MappingFilter])
  case any([MappingFilter])

  /// Whether it takes an object.
  ///
  /// - Parameter value: the value of an attribute of the object.
  func takes(_ value: (Name) throws -> Value) rethrows -> Bool {
    switch self {
    case .constant(let flag): return flag
    case .isNull(let name): return try value(name).isNull
    case .equals(let name, let constant):
      let own = try value(name)
      return constant.number.map { own.number == $0 } ?? (own == constant)
    case .compares(let name, let order, let constant):
      guard let own = try value(name).number, let other = constant.number else { return false }
      return switch order {
      case .less: own < other
      case .lessOrEqual: own <= other
      case .greater: own > other
      case .greaterOrEqual: own >= other
      }
    case .not(let filter): return try !filter.takes(value)
    case .all(let filters): return try filters.allSatisfy { try $0.takes(value) }
    case .any(let filters): return try filters.contains { try $0.takes(value) }
    }
  }

  /// Values of attributes with which an object is taken, or is not; of some filters not all that it needs.
  func values(taken: Bool) -> [Name: Value] {
    switch self {
    case .constant: return [:]
    case .isNull(let name): return taken ? [name: .null] : [:]
    case .equals(let name, let value):
      if taken { return [name: value] }
      return switch value {
      case .bool(let flag): [name: .bool(!flag)]
      case .int(let number): [name: .int(number == 0 ? 1 : number &- 1)]
      case .string(let text): [name: .string(text + "x")]
      default: [:]
      }
    case .compares(let name, let order, let value):
      guard let bound = value.number else { return [:] }
      let isIncluded = order == .lessOrEqual || order == .greaterOrEqual
      let step: Int64 = order == .less || order == .lessOrEqual ? 1 : -1
      if taken { return [name: .int(isIncluded ? bound : bound &- step)] }
      return [name: .int(isIncluded ? bound &+ step : bound)]
    case .not(let filter): return filter.values(taken: !taken)
    case .all(let filters), .any(let filters):
      let isAll = if case .all = self { true } else { false }
      let needed = isAll == taken ? filters[...] : filters.prefix(1)
      return needed.reduce(into: [:]) { values, filter in
        values.merge(filter.values(taken: taken)) { first, _ in first }
      }
    }
  }

  /// Whether each object that it takes has a value of an attribute.
  func requiresValue(of name: Name) -> Bool {
    switch self {
    case .not(.isNull(let own)): own == name
    case .equals(let own, _), .compares(let own, _, _): own == name
    case .all(let filters): filters.contains { $0.requiresValue(of: name) }
    case .any(let filters):
      !filters.isEmpty && filters.allSatisfy { $0.requiresValue(of: name) }
    case .constant, .isNull, .not: false
    }
  }

  /// - Parameters:
  ///   - entity: that of the objects.
  ///   - isNegated: whether it stands under a `NOT`.
  /// - Throws: `Problem` for an attribute that the entity does not have, or a comparison whose result is unknown.
  func requireFit(
    _ entity: Name, in model: CoreDataModel, isNegated: Bool = false
  ) throws(MappingPlan.Problem) {
    func requireAttribute(
      _ name: Name, _ types: Set<CoreDataAttributeType>?
    ) throws(MappingPlan.Problem) -> CoreDataAttribute {
      let place = PropertyPath(type: entity, property: name)
      let attribute = model.attributes(of: entity).first { $0.name == name && $0.isStored }
      guard let attribute else {
        throw MappingPlan.Problem("asks for \(place), which its source does not have")
      }
      guard types?.contains(attribute.type) ?? true else {
        throw MappingPlan.Problem(
          "takes only some objects of \(entity), by \(self), and \(place) has another type")
      }
      return attribute
    }
    switch self {
    case .constant: break
    case .isNull(let name): _ = try requireAttribute(name, nil)
    case .equals(let name, let value):
      _ = try requireAttribute(name, value.number == nil ? [.string] : Self.integers)
    case .compares(let name, _, _):
      let attribute = try requireAttribute(name, Self.integers)
      // A store says of null that it is unknown whether it is less, and so of the opposite.
      guard !isNegated || !attribute.isOptional else {
        throw MappingPlan.Problem(
          "takes only some objects of \(entity), by the opposite of \(self), which is open for null"
        )
      }
    case .not(let filter): try filter.requireFit(entity, in: model, isNegated: true)
    case .all(let filters), .any(let filters):
      for filter in filters { try filter.requireFit(entity, in: model, isNegated: isNegated) }
    }
  }

  private static let integers: Set<CoreDataAttributeType> = [
    .boolean, .integer16, .integer32, .integer64,
  ]
}

extension Value {
  /// An integer, or a Boolean as one.
  fileprivate var number: Int64? {
    switch self {
    case .int(let integer): integer
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }
}

extension MappingFilter: CustomStringConvertible {
  /// As a predicate is written.
  package var description: String {
    func text(_ value: Value) -> String {
      if case .string(let text) = value {
        let escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "'\(escaped)'"
      }
      return value.number.map { "\($0)" } ?? "\(value)"
    }
    func joined(_ filters: [MappingFilter], _ word: String) -> String {
      "(" + filters.map(\.description).joined(separator: " \(word) ") + ")"
    }
    return switch self {
    case .constant(let flag): flag ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .isNull(let name): "\(name) == nil"
    case .not(.isNull(let name)): "\(name) != nil"
    case .equals(let name, let value): "\(name) == \(text(value))"
    case .not(.equals(let name, let value)): "\(name) != \(text(value))"
    case .compares(let name, let order, let value): "\(name) \(order.rawValue) \(text(value))"
    case .not(let filter): "NOT \(filter)"
    case .all(let filters): joined(filters, "AND")
    case .any(let filters): joined(filters, "OR")
    }
  }
}
