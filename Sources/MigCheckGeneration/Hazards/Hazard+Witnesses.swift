import MigCheckModel
import MigCheckText

extension Hazard {
  /// Tiny graphs made to hit the hazard, without luck.
  ///
  /// - Parameter schema: of the start version.
  /// - Returns: valid graphs, the same on every call, each once; none is empty unless the hazard
  ///   is about a store without such objects.
  package func witnesses(in schema: Schema) -> [ObjectGraph] {
    var witnesses = WitnessList(schema: schema)
    guard let type = schema.index(of: self.type) else {
      // The type comes later: whatever is there must stay untouched.
      witnesses.addEachType()
      return witnesses.graphs
    }
    if case .change(.becameEmbedded) = kind { witnesses.addEmbedding(of: type) }
    if case .change(.becameTopLevel) = kind { witnesses.addParents(of: type) }
    if case .change(.typeRemoved) = kind { witnesses.addLinked(to: type) }
    if case .readded(nil) = kind { witnesses.addLinked(to: type) }
    for touched in values(in: schema) {
      guard let property = schema.types[type].property(named: touched.property) else { continue }
      witnesses.addValues(touched, of: property, type: type)
    }
    for property in linkedProperties(in: schema.types[type]) {
      witnesses.addLinks(of: property, type: type)
    }
    witnesses.addFound(found, type: type)
    if case .expression(let expression) = kind {
      witnesses.addRow(of: ExpressionReader([expression.expression]).longestRow, type: type)
    }
    for objects in joints(in: schema.types[type]) { witnesses.add(objects, type: type) }
    witnesses.addObjects(of: type)
    // An embedded type that no top-level type leads to has no objects: others stand in.
    if witnesses.graphs.allSatisfy({ $0.objectCount == 0 }) { witnesses.addEachType() }
    return witnesses.graphs
  }

  /// Tiny graphs in which two hazards of one type meet: for each pair of properties, objects
  /// with values that matter to both.
  ///
  /// - Complexity: O(*n*²) in the number of hazards of one type.
  package static func pairWitnesses(of hazards: [Hazard], in schema: Schema) -> [ObjectGraph] {
    var witnesses = WitnessList(schema: schema)
    let touched = hazards.flatMap { $0.values(in: schema) }.filter { !$0.values.isEmpty }
    for (index, first) in touched.enumerated() {
      for second in touched[(index + 1)...]
      where first.type == second.type
        && first.property != second.property
      {
        witnesses.addPair(first, second)
      }
    }
    return witnesses.graphs
  }

  /// Properties with links or collections, whose shape matters beside their values.
  private func linkedProperties(in type: ObjectType) -> [Property] {
    switch kind {
    case .change, .renamed, .readded, .chain: break
    case .expression, .untouched: return []
    }
    var names = [property].compactMap(\.self)
    if case .renamed(_, let new) = kind { names.append(new.name) }
    if case .chain(let chain) = kind { names += chain }
    return type.storedProperties.filter { candidate in
      (candidate.isLink || candidate.collection != nil)
        && names.contains { $0 == candidate.name }
    }
  }

  /// Objects whose properties matter together.
  private func joints(in type: ObjectType) -> [[WitnessObject]] {
    switch kind {
    case .change(.primaryKeyAdded(_, let key)), .change(.primaryKeyChanged(_, _, let key)):
      guard type.property(named: key) == nil else { return [] }
      return JointValues(possibleSources(in: type)).joined(separators: ["", " "])
    case .expression(let expression) where !expression.isOfNewObject:
      let reader = ExpressionReader([expression.expression])
      let joint = JointValues(reader.properties(in: type))
      // What a step does to the objects that it leaves alone does not matter.
      let whole = ExpressionReader(
        [expression.expression] + (expression.condition.map { [$0] } ?? []))
      return joint.joined(separators: reader.separators)
        + joint.alikeButForOne(reader) + joint.swapped
        + JointValues(whole.properties(in: type)).grids(whole, in: type)
    default: return []
    }
  }
}
