import MigCheckModel

/// `paths-agree`: all paths from one start end in equal graphs.
extension TrialRun {
  /// Compares the distinct states in which paths ended.
  ///
  /// Each is compared with the shortest path of every class of equal graphs so far, so equal
  /// graphs cost one comparison each, and the paths that are reported are the shortest.
  func compareEnds(_ ends: [Node]) throws {
    let ends = ends.filter { !$0.isTainted }.sorted { first, second in
      first.path.count != second.path.count
        ? first.path.count < second.path.count
        : first.path.lexicographicallyPrecedes(second.path)
    }
    var classes = [Node]()
    for end in ends {
      var isKnown = false
      var firstFault: (fault: Fault, other: Node)?
      for known in classes {
        guard let fault = difference(known.snapshot, end.snapshot) else {
          isKnown = true
          break
        }
        if firstFault == nil { firstFault = (fault, known) }
      }
      if isKnown { continue }
      if let (fault, other) = firstFault {
        try report(fault, of: other, and: end)
      }
      classes.append(end)
    }
  }

  /// - Returns: `nil` if the graphs are equal.
  private func difference(_ first: Snapshot, _ second: Snapshot) -> Fault? {
    let ignoring = span.subject.ignoring
    // Objects of one start graph mostly keep their places.
    if SnapshotDifference.first(first, second, ignoring: ignoring) == nil { return nil }
    switch GraphComparison.compare(first.graph, second.graph, ignoring: ignoring) {
    case .equal: return nil
    case .undecided: return Fault(.pathsUndecided)
    case .different(let differences):
      guard let difference = differences.first else { return Fault(.pathsUndecided) }
      return fault(inSameObjects: first, second, atMost: differences)
        ?? fault(difference, first, second)
    }
  }

  /// Where both ends have the very same objects, what became of each tells more than a comparison
  /// that knows of no identity, unless objects merely changed places.
  private func fault(
    inSameObjects first: Snapshot, _ second: Snapshot, atMost differences: [GraphDifference]
  ) -> Fault? {
    let known = SnapshotDifference.ofSameObjects(first, second, ignoring: span.subject.ignoring)
    guard let known, let example = known.first, known.count <= differences.propertyCount else {
      return nil
    }
    let kind: GraphDifference.Kind = example.isLink ? .linkDiffers : .valueDiffers
    return Fault(
      .pathsDiffer, code: kind.rawValue, type: example.type, property: example.property,
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
      .pathsDiffer, code: difference.kind.rawValue, type: difference.type,
      property: difference.property,
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
      .pathsDiffer, code: GraphDifference.Kind.valueDiffers.rawValue, type: difference.type,
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

  /// A migration that draws random numbers is the cause, not the path.
  private func report(_ fault: Fault, of first: Node, and second: Node) throws {
    for path in [first.path, second.path] {
      if let unrepeatable = try firstUnrepeatableHop(on: path, kind: kinds[0]) {
        report(
          unrepeatable.fault, hop: unrepeatable.hop,
          path: Array(path.prefix { $0 <= unrepeatable.hop.to }), store: kinds[0])
        return
      }
    }
    report(
      fault, hop: Hop(from: first.path[0], to: first.path[first.path.count - 1]),
      path: first.path, otherPath: second.path, store: kinds[0])
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
