import MigCheckModel
import MigCheckText

/// Compares what two ways have led to, and names one place where they differ.
struct SnapshotComparison {
  enum Outcome {
    case equal
    case different(Fault)
    /// The graphs are too symmetrical to tell.
    case undecided
  }

  /// The kind of the fault.
  let kind: Fault.Kind
  let ignoring: [PropertyPath]
  /// Whether zeros of different spelling are different values.
  var keepsSignOfZero = true

  /// Compares two graphs up to renaming of their objects.
  func outcome(_ first: Snapshot, _ second: Snapshot) -> Outcome {
    // Objects of one start graph mostly keep their places.
    if SnapshotDifference.first(first, second, ignoring: ignoring) == nil { return .equal }
    if !keepsSignOfZero {
      // On one of the ways a zero may have lost its sign.
      let plain = SnapshotComparison(kind: kind, ignoring: ignoring)
      return plain.outcome(first.withPlainZeros, second.withPlainZeros)
    }
    switch GraphComparison.compare(first.graph, second.graph, ignoring: ignoring) {
    case .equal: return .equal
    case .undecided: return .undecided
    case .different(let differences):
      guard let difference = differences.first else { return .undecided }
      return .different(
        fault(inSameObjects: first, second, atMost: differences)
          ?? fault(difference, first, second))
    }
  }

  /// Where both ends have the very same objects, what became of each tells more than a comparison
  /// that knows of no identity, unless objects merely changed places.
  private func fault(
    inSameObjects first: Snapshot, _ second: Snapshot, atMost differences: [GraphDifference]
  ) -> Fault? {
    let known = SnapshotDifference.ofSameObjects(first, second, ignoring: ignoring)
    guard let known, let example = known.first, known.count <= differences.propertyCount else {
      return nil
    }
    let code: GraphDifference.Kind = example.isLink ? .linkDiffers : .valueDiffers
    return Fault(
      kind, code: code.rawValue, type: example.type, property: example.property,
      object: example.key, count: example.count, before: example.first, after: example.second)
  }

  private func fault(
    _ difference: GraphDifference, _ first: Snapshot, _ second: Snapshot
  ) -> Fault {
    func key(_ row: Int?, in snapshot: Snapshot) -> Int64? {
      guard let row, let type = snapshot.graph.schema.index(of: difference.type),
        row < snapshot.keys[type].count
      else { return nil }
      return snapshot.keys[type][row]
    }
    if difference.property == nil, let fault = keyedFault(difference, first, second) {
      return fault
    }
    let before = difference.firstValue.map { first.text(of: $0) }
    let after = difference.secondValue.map { second.text(of: $0) }
    return Fault(
      kind, code: difference.kind.rawValue, type: difference.type, property: difference.property,
      object: key(difference.firstRow, in: first) ?? key(difference.secondRow, in: second),
      count: difference.count, before: before ?? presence(difference, isFirst: true),
      after: after ?? presence(difference, isFirst: false))
  }

  /// The comparison joins objects on their primary keys, so one whose key differs looks like two.
  /// Where both ends have the very same objects, it is the property that differs.
  private func keyedFault(
    _ difference: GraphDifference, _ first: Snapshot, _ second: Snapshot
  ) -> Fault? {
    guard let index = first.graph.schema.index(of: difference.type),
      let primaryKey = first.graph.schema.types[index].primaryKey,
      let column = first.graph.schema.types[index].storedIndex(of: primaryKey),
      first.keys[index] == second.keys[index]
    else { return nil }
    let (left, right) = (
      first.graph.tables[index].columns[column], second.graph.tables[index].columns[column]
    )
    let rows = left.indices.filter { left[$0] != right[$0] }
    guard let row = rows.first else { return nil }
    return Fault(
      kind, code: GraphDifference.Kind.valueDiffers.rawValue, type: difference.type,
      property: primaryKey, object: first.keys[index][row], count: rows.count,
      before: first.text(of: left[row]), after: second.text(of: right[row]))
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
        $0.type.isIdentical(to: self[position].type)
          && ($0.property ?? "").isIdentical(to: self[position].property ?? "")
          && ($0.property != nil || $0.kind == self[position].kind)
      }
    }
  }
}
