import MigCheckModel
import MigCheckText

/// Compares what two ways have led to, and names one place where they differ.
struct SnapshotComparison {
  enum Outcome {
    case equal
    case different(EndDifference)
    /// The graphs are too symmetrical to tell.
    case undecided
  }

  var ignoring: [PropertyPath]
  /// Lists that are compared without their order.
  var unordered: [PropertyPath] = []
  /// How objects of both snapshots are known to be the same.
  var identity = Evidence.Identity.exact
  /// Whether zeros of different spelling are different values.
  var keepsSignOfZero = true

  /// Compares two graphs up to renaming of their objects.
  func outcome(_ first: Snapshot, _ second: Snapshot) -> Outcome {
    guard unordered.isEmpty else {
      var ordered = self
      ordered.unordered = []
      return ordered.outcome(
        first.withoutOrder(of: unordered), second.withoutOrder(of: unordered))
    }
    // Objects of one start graph mostly keep their places.
    if SnapshotDifference.first(first, second, ignoring: ignoring) == nil { return .equal }
    if !keepsSignOfZero {
      // On one of the ways a zero may have lost its sign.
      let plain = SnapshotComparison(ignoring: ignoring, identity: identity)
      return plain.outcome(first.withPlainZeros, second.withPlainZeros)
    }
    switch GraphComparison.compare(first.graph, second.graph, ignoring: ignoring) {
    case .equal: return .equal
    case .undecided: return .undecided
    case .different(let differences):
      guard let difference = differences.first else { return .undecided }
      return .different(
        differenceInSameObjects(first, second, atMost: differences)
          ?? endDifference(difference, first, second))
    }
  }

  /// One place where two snapshots of one version differ: object by object if it is known which
  /// objects are the same, else up to renaming of objects.
  ///
  /// - Returns: `nil` if there is none, or if it cannot be told.
  func difference(_ first: Snapshot, _ second: Snapshot) -> SnapshotDifference? {
    let known = SnapshotDifference.first(first, second, ignoring: ignoring)
    guard identity == .none, known != nil else { return known }
    guard
      case .different(let differences) = GraphComparison.compare(
        first.graph, second.graph, ignoring: ignoring), let difference = differences.first
    else { return nil }
    return SnapshotDifference(
      type: difference.type, property: difference.property,
      first: difference.firstValue.map { first.text(of: $0) },
      second: difference.secondValue.map { second.text(of: $0) })
  }

  /// Where both ends have the very same objects, what became of each tells more than a comparison
  /// that knows of no identity, unless objects merely changed places.
  private func differenceInSameObjects(
    _ first: Snapshot, _ second: Snapshot, atMost differences: [GraphDifference]
  ) -> EndDifference? {
    guard identity != .none else { return nil }
    let known = SnapshotDifference.ofSameObjects(first, second, ignoring: ignoring)
    guard let known, let example = known.first, known.count <= differences.propertyCount else {
      return nil
    }
    return EndDifference(
      example.isLink ? .linkDiffers : .valueDiffers, type: example.type,
      property: example.property, object: example.key, count: example.count,
      first: example.first, second: example.second)
  }

  func endDifference(
    _ difference: GraphDifference, _ first: Snapshot, _ second: Snapshot
  ) -> EndDifference {
    func key(_ row: Int?, in snapshot: Snapshot) -> Int64? {
      guard let row, let type = snapshot.graph.schema.index(of: difference.type),
        row < snapshot.keys[type].count
      else { return nil }
      return snapshot.keys[type][row]
    }
    if difference.property == nil, let keyed = keyedDifference(difference, first, second) {
      return keyed
    }
    let left = difference.firstValue.map { first.text(of: $0) }
    let right = difference.secondValue.map { second.text(of: $0) }
    return EndDifference(
      difference.kind, type: difference.type, property: difference.property,
      object: key(difference.firstRow, in: first) ?? key(difference.secondRow, in: second),
      count: difference.count, first: left ?? presence(difference, isFirst: true),
      second: right ?? presence(difference, isFirst: false))
  }

  /// The comparison joins objects on their primary keys, so one whose key differs looks like two.
  /// Where both ends have the very same objects, it is the property that differs.
  private func keyedDifference(
    _ difference: GraphDifference, _ first: Snapshot, _ second: Snapshot
  ) -> EndDifference? {
    guard identity != .none, let index = first.graph.schema.index(of: difference.type),
      let primaryKey = first.graph.schema.types[index].primaryKey,
      let column = first.graph.schema.types[index].storedIndex(of: primaryKey),
      first.keys[index] == second.keys[index]
    else { return nil }
    let (left, right) = (
      first.graph.tables[index].columns[column], second.graph.tables[index].columns[column]
    )
    let rows = left.indices.filter { left[$0] != right[$0] }
    guard let row = rows.first else { return nil }
    return EndDifference(
      .valueDiffers, type: difference.type, property: primaryKey, object: first.keys[index][row],
      count: rows.count, first: first.text(of: left[row]), second: second.text(of: right[row]))
  }

  private func presence(_ difference: GraphDifference, isFirst: Bool) -> String? {
    switch difference.kind {
    case .objectMissing: isFirst ? "there" : "absent"
    case .objectAdded: isFirst ? "absent" : "there"
    case .schemaDiffers, .valueDiffers, .linkDiffers: nil
    }
  }
}

extension [GraphDifference] {
  /// How many properties they are about; objects that one side lacks count as one.
  fileprivate var propertyCount: Int {
    indices.count { position in
      !self[..<position].contains {
        $0.type == self[position].type
          && $0.property == self[position].property
          && ($0.property != nil || $0.kind == self[position].kind)
      }
    }
  }
}

extension Snapshot {
  /// The same with sets in the place of some lists.
  func withoutOrder(of paths: [PropertyPath]) -> Snapshot {
    func isUnordered(_ property: Property, of type: ObjectType) -> Bool {
      property.collection == .list && paths.contains { $0.names(property.name, of: type.name) }
    }
    let old = graph.schema
    let schema = Schema(
      old.types.map { type in
        ObjectType(
          type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded, parent: type.parent,
          abstract: type.isAbstract,
          type.properties.map { property in
            var property = property
            if isUnordered(property, of: type) { property.collection = .set }
            return property
          })
      })
    var result = self
    result.graph = ObjectGraph(schema: schema)
    result.graph.tables = graph.tables
    for (index, type) in old.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated()
      where isUnordered(property, of: type) {
        result.graph.tables[index].columns[column] = graph.tables[index].columns[column].map {
          if case .list(let elements) = $0 { .set(elements) } else { $0 }
        }
      }
    }
    return result
  }
}
