import MigCheckModel

/// An expression of a migration reads values, and may do something else with some of them than its
/// author thought.
struct ExpressionHazard: HazardKind {
  private let own: MigrationExpression
  /// Objects that were found to meet its conditions.
  private var found: [WitnessObject] = []

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .expression(let own, let from, let to) = place else { return [] }
    let target = own.property.map { "\(own.type).\($0)" } ?? own.type.text
    let description =
      (own.isOfNewObject ? "new " : "") + "\(target) from \(own.expression)"
      + (own.condition.map { " where \($0)" } ?? "")
    return [
      Hazard(
        Self(own), from: from, to: to, type: own.type, property: own.property,
        description: description)
    ]
  }

  private init(_ expression: MigrationExpression) {
    own = expression
  }

  var expression: MigrationExpression? { own }

  func adding(_ found: [WitnessObject]) -> Self {
    var result = self
    result.found = found
    return result
  }

  func values(in type: ObjectType) -> [HazardValues] {
    let reader = ExpressionReader(own)
    guard own.isOfNewObject else {
      return reader.values(in: type).map { known in
        var result = known
        result.values += found.flatMap { object in
          object.filter { $0.0 == known.property }.map(\.1)
        }
        return result
      }
    }
    // An object may be there already that has what the new one gets.
    return [own.property].compactMap { name in
      name.flatMap { HazardValues(of: $0, in: type, reader.literals) }
    }
  }

  func addCombinations(to witnesses: inout WitnessList, of type: Int) {
    witnesses.addFound(found, type: type)
    let reader = ExpressionReader(own)
    witnesses.addRow(of: reader.longestRow, type: type)
    guard !own.isOfNewObject else { return }
    let objectType = witnesses.schema.types[type]
    let joint = JointValues(reader.properties(in: objectType))
    // What a step does to the objects that it leaves alone does not matter.
    let whole = ExpressionReader(
      [own.expression] + (own.condition.map { [$0] } ?? []), ordinal: own.ordinal)
    let groups =
      joint.joined(separators: reader.separators) + joint.alikeButForOne(reader) + joint.swapped
    for objects in groups { witnesses.addGroup(objects, type: type) }
    for objects in JointValues(whole.properties(in: objectType)).grids(whole, in: objectType) {
      witnesses.add(objects, type: type)
    }
  }
}
