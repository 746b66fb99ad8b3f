import MigCheckModel

/// Finds entities that get an ancestor in common, and had none.
struct HierarchyComparison {
  let source: CoreDataModel
  let destination: CoreDataModel
  /// The source of each entity of the destination that has one.
  let sources: [Name: CoreDataEntity]

  /// One for each entity, about the first of the others.
  var problems: [InferenceProblem] {
    // By root: of the entities below it that come from one hierarchy the first, and the first of those
    // that come from another.
    var firsts = [Name: [(entity: Name, root: Name)]]()
    var problems = [InferenceProblem]()
    for entity in destination.entities where entity.parent != nil {
      guard let old = sources[entity.name]?.name else { continue }
      let (root, oldRoot) = (destination.root(of: entity.name), source.root(of: old))
      let others = firsts[root, default: []]
      if let other = others.first(where: { $0.root != oldRoot }),
        let problem = problem(entity.name, other.entity)
      {
        problems.append(problem)
      }
      if others.count < 2, !others.contains(where: { $0.root == oldRoot }) {
        firsts[root, default: []].append((entity.name, oldRoot))
      }
    }
    return problems
  }

  private func problem(_ first: Name, _ second: Name) -> InferenceProblem? {
    guard let old = sources[first]?.name, let otherOld = sources[second]?.name,
      let ancestor = commonAncestor(first, second)
    else { return nil }
    // Where one of them was in the hierarchy before, the other moved into it.
    let formerAncestor = sources[ancestor]?.name
    let staysInside = [old, otherOld].contains { name in
      formerAncestor.map { source.entity(name, isKindOf: $0) } ?? false
    }
    return InferenceProblem(
      entity: first,
      staysInside
        ? .movedBeside(second, under: ancestor) : .hierarchiesMerged(with: second, under: ancestor))
  }

  /// The nearest entity above both.
  private func commonAncestor(_ first: Name, _ second: Name) -> Name? {
    let above = Set(destination.lineage(of: second).dropFirst().map(\.name))
    return destination.lineage(of: first).dropFirst().first { above.contains($0.name) }?.name
  }
}
