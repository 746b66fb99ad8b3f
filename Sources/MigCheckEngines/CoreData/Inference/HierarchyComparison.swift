import MigCheckModel

/// Finds entities that get an ancestor in common, and had none.
struct HierarchyComparison {
  let source: CoreDataModel
  let destination: CoreDataModel
  /// The source of each entity of the destination that has one.
  let sources: [Name: CoreDataEntity]

  /// One for each entity, about the first of the others.
  var problems: [InferenceProblem] {
    let kept = destination.entities.filter { $0.parent != nil && sources[$0.name] != nil }
    var problems = [InferenceProblem]()
    for (index, entity) in kept.enumerated() {
      for other in kept[..<index] {
        if let problem = problem(entity.name, other.name) {
          problems.append(problem)
          break
        }
      }
    }
    return problems
  }

  private func problem(_ first: Name, _ second: Name) -> InferenceProblem? {
    guard let old = sources[first]?.name, let otherOld = sources[second]?.name,
      source.root(of: old) != source.root(of: otherOld),
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
