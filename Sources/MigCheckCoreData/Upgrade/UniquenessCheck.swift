import MigCheckModel
import MigCheckText

/// Finds objects whose values repeat where they are to be unique.
struct UniquenessCheck {
  let model: CoreDataModel
  let schema: Schema

  /// - Parameters:
  ///   - constraint: the properties whose values together are unique; null repeats nothing.
  ///   - entity: the one that declares it; objects of its subentities count too.
  /// - Throws: `UpgradeError` for the first repetition.
  /// - Complexity: O(*n*) in the number of objects.
  func require(
    _ constraint: [Name], of entity: Name, in graph: ObjectGraph
  ) throws(UpgradeError) {
    var seen = Set<[[UInt8]]>()
    for (type, objectType) in schema.types.enumerated()
    where model.entity(objectType.name, isKindOf: entity) {
      let positions = constraint.compactMap(objectType.storedIndex)
      guard positions.count == constraint.count else { continue }
      for row in 0..<graph.tables[type].count {
        let values = positions.map { graph.tables[type].columns[$0][row] }
        guard !values.contains(where: \.isNull) else { continue }
        guard seen.insert(values.map(Self.bytes)).inserted else {
          throw UpgradeError(
            .constraintFailed,
            "The values of \(constraint.map { "\(entity).\($0)" }.joined(separator: ", ")) repeat, "
              + "and a uniqueness constraint is added.",
            type: entity, property: constraint.first)
        }
      }
    }
  }

  private static func bytes(_ value: Value) -> [UInt8] {
    if case .link(let object) = value { return Array("\(object.type) \(object.index)".utf8) }
    return value.keyBytes
  }
}
