import MigCheckModel
import MigCheckText

/// One object of a witness: properties by name; the others are filled in.
typealias WitnessObject = [(Name, Value)]

/// Values of several properties of one type that matter together only.
///
/// Each witness is a list of objects.
struct JointValues {
  private let properties: [Property]

  /// - Parameter properties: those that one step reads.
  init(_ properties: [Property]) {
    self.properties = Array(
      properties.filter { $0.collection == nil && !$0.isLink && !$0.isComputed }.prefix(4))
  }

  private func forEachPair(_ body: (Property, Property) -> Void) {
    for (index, first) in properties.enumerated() {
      for second in properties.dropFirst(index + 1) { body(first, second) }
    }
  }

  /// Objects whose values are equal when written one after another.
  ///
  /// - Parameter separators: what may stand between; none, if nothing is joined.
  func joined(separators: [String]) -> [[WitnessObject]] {
    var witnesses = [[WitnessObject]]()
    forEachPair { first, second in
      for separator in separators {
        let joints =
          first.type == .string && second.type == .string
          ? Collisions.joints(separator: separator).map {
            $0.map { (Value.string($0.0), Value.string($0.1)) }
          } : separator.isEmpty ? Collisions.joints(first.type, second.type) : []
        for pairs in joints {
          witnesses.append(pairs.map { [(first.name, $0.0), (second.name, $0.1)] })
        }
      }
    }
    return witnesses
  }

  /// Objects that a step may confuse by one property, alike in all others that it reads.
  func alikeButForOne(_ reader: ExpressionReader) -> [[WitnessObject]] {
    guard properties.count > 1 else { return [] }
    return properties.flatMap { property in
      reader.collisions(property.type).prefix(6).map { group in
        group.map { value in
          properties.map { other in
            let isIt = other.name == property.name
            return (other.name, isIt ? value : Value.simple(other.type, 1) ?? other.zeroValue)
          }
        }
      }
    }
  }

  /// Two objects with one value, in different properties, the other one being null or zero: what
  /// falls back from one property to another takes them for the same.
  var swapped: [[WitnessObject]] {
    var witnesses = [[WitnessObject]]()
    forEachPair { first, second in
      guard first.type == second.type, let value = Value.simple(first.type, 2),
        let other = Value.simple(first.type, 1)
      else { return }
      for (one, two) in [(first, second), (second, first)] {
        let nothing = one.isOptional ? Value.null : one.zeroValue
        witnesses.append([
          [(one.name, value), (two.name, other)], [(one.name, nothing), (two.name, value)],
        ])
      }
    }
    return witnesses
  }

  /// Objects with every combination of the values that an expression compares with: what depends
  /// on two conditions needs both to be met at once.
  func grids(_ reader: ExpressionReader, in type: ObjectType) -> [[WitnessObject]] {
    guard properties.count > 1 else { return [] }
    let limit = [2: 8, 3: 5][properties.count] ?? 3
    var rows: [WitnessObject] = [[]]
    for property in properties {
      let values = reader.pivots(of: property).prefix(limit)
      rows = rows.flatMap { row in values.map { row + [(property.name, $0)] } }
    }
    // Keys cannot repeat: each combination by itself.
    let hasKey = properties.contains { $0.name == type.primaryKey }
    return hasKey ? rows.prefix(24).map { [$0] } : [rows]
  }
}
