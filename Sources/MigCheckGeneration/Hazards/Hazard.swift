import MigCheckModel

/// One way in which an upgrade between two versions may go wrong, and what provokes it.
///
/// Every hazard is an obligation: a run that never met it has not verified the upgrade.
package struct Hazard: Sendable {
  private var kind: any HazardKind
  /// The version that the change starts from.
  package let from: UInt64
  /// The version that the change leads to.
  package let to: UInt64
  /// The object type that it concerns.
  package let type: Name
  /// The property that it concerns, if one.
  package let property: Name?
  /// What may go wrong, in plain words: `Person.age: int → string`.
  package let description: String

  /// Stable: the same for the same versions and schemas.
  package var id: String { "\(from)-\(to): \(description)" }

  init(
    _ kind: any HazardKind, from: UInt64, to: UInt64, type: Name, property: Name?,
    description: String
  ) {
    self.kind = kind
    self.from = from
    self.to = to
    self.type = type
    self.property = property
    self.description = description
  }

  init(_ kind: any HazardKind, _ difference: HazardPlace.Difference) {
    self.init(
      kind, from: difference.from, to: difference.to, type: difference.change.type,
      property: difference.change.property, description: difference.change.description)
  }

  /// - Parameters:
  ///   - expressions: all that the migrations evaluate.
  ///   - start: the version of the graphs.
  func narrowed(by expressions: [MigrationExpression], at start: SubjectVersion) -> Hazard {
    guard let type = start.schema.type(named: type) else { return self }
    var narrowed = self
    narrowed.kind = kind.narrowed(by: expressions, in: type)
    return narrowed
  }

  /// The hazard with objects that meet the conditions of its expression, if it is one.
  ///
  /// - Parameters:
  ///   - start: the version of the witnesses.
  ///   - later: all later versions.
  package func searched(
    by search: ConditionSearch, from start: SubjectVersion, to later: [SubjectVersion]
  ) -> Hazard {
    guard let expression = kind.expression, let type = start.schema.type(named: type) else {
      return self
    }
    let end = later.first { $0.number == to }.flatMap { version in
      version.schema.type(named: self.type).map { (type: $0, schema: version.schema) }
    }
    var hazard = self
    hazard.kind = kind.adding(
      search.objects(for: expression, from: (type, start.schema), to: end))
    return hazard
  }
}

// MARK: - Witnesses

extension Hazard {
  /// The values that matter to the hazard, for properties that the start version has.
  ///
  /// - Parameter schema: of the start version.
  package func values(in schema: Schema) -> [HazardValues] {
    schema.type(named: type).map(kind.values(in:)) ?? []
  }

  /// Tiny graphs made to hit the hazard, without luck.
  ///
  /// - Parameter schema: of the start version.
  /// - Returns: valid graphs, the same on every call, each once; none is empty unless the hazard
  ///   is about a store without such objects.
  package func witnesses(in schema: Schema) -> [ObjectGraph] {
    witnesses(in: ObjectGraph(schema: schema)).graphs
  }

  /// - Parameter empty: a graph of the start version without objects.
  func witnesses(in empty: ObjectGraph) -> WitnessList {
    let schema = empty.schema
    var witnesses = WitnessList(empty)
    guard let type = schema.index(of: self.type) else {
      // The type comes later: whatever is there must stay untouched.
      witnesses.addEachType()
      return witnesses
    }
    kind.addShapes(to: &witnesses, of: type)
    for touched in values(in: schema) {
      guard let property = schema.types[type].property(named: touched.property) else { continue }
      witnesses.addValues(touched, of: property, type: type)
    }
    let linked = kind.linked
    for property in schema.types[type].storedProperties
    where (property.isLink || property.collection != nil) && linked.contains(property.name) {
      witnesses.addLinks(of: property, type: type)
    }
    kind.addCombinations(to: &witnesses, of: type)
    witnesses.addObjects(of: type)
    // An embedded type that no top-level type leads to has no objects: others stand in.
    if witnesses.graphs.allSatisfy({ $0.objectCount == 0 }) { witnesses.addEachType() }
    return witnesses
  }

  /// Up to so many values of one type meet each other in graphs of their own.
  private static let mostPaired = 12

  /// Tiny graphs in which two hazards of one type meet: for each pair of properties, objects
  /// with values that matter to both. Where there are many of one type, all of them meet at once, with
  /// other values in each graph.
  ///
  /// - Complexity: O(*n*) in the number of hazards.
  /// - Parameter empty: a graph of the start version without objects.
  static func pairWitnesses(of hazards: [Hazard], in empty: ObjectGraph) -> WitnessList {
    let schema = empty.schema
    var witnesses = WitnessList(empty)
    let touched = hazards.flatMap { $0.values(in: schema) }.filter { !$0.values.isEmpty }
    var types = [Name]()
    for type in touched.map(\.type) where !types.contains(type) { types.append(type) }
    for type in types {
      let own = touched.filter { $0.type == type }
      guard own.count <= mostPaired else {
        witnesses.addMeetings(own)
        continue
      }
      for (index, first) in own.enumerated() {
        for second in own[(index + 1)...] where first.property != second.property {
          witnesses.addPair(first, second)
        }
      }
    }
    return witnesses
  }
}
