/// Which entities of a model are above which others; entities are named by their places.
struct EntityHierarchy: Sendable {
  /// By entity: its parent.
  let parents: [Int?]
  /// By entity: its topmost ancestor, or itself.
  let roots: [Int]
  /// By entity: its turn when each is visited before its subentities.
  private let turns: [Int]
  /// By entity: the turn after those of its subentities.
  private let ends: [Int]
  /// By turn: its entity.
  private let order: [Int]

  /// - Complexity: O(*n*) in the number of entities.
  init(parents: [Int?]) {
    var children = parents.map { _ in [Int]() }
    for (place, parent) in parents.enumerated() {
      if let parent { children[parent].append(place) }
    }
    var (turns, ends, roots) = (
      parents.map { _ in -1 }, parents.map { _ in 0 }, parents.map { _ in 0 }
    )
    var order = [Int]()
    /// Visits what is below an entity. Those that are their own ancestors, which a reader refuses, are
    /// below none that has no parent.
    func visit(_ root: Int) {
      var open = [(place: root, next: 0)]
      while let (place, next) = open.last {
        if next == 0 {
          (turns[place], roots[place]) = (order.count, root)
          order.append(place)
        }
        if next < children[place].count {
          open[open.count - 1].next += 1
          let child = children[place][next]
          if turns[child] < 0 { open.append((child, 0)) }
        } else {
          ends[place] = order.count
          open.removeLast()
        }
      }
    }
    for place in parents.indices where parents[place] == nil { visit(place) }
    for place in parents.indices where turns[place] < 0 { visit(place) }
    (self.parents, self.roots, self.turns, self.ends) = (parents, roots, turns, ends)
    self.order = order
  }

  /// An entity and all that are below it, each before its subentities.
  ///
  /// - Complexity: O(1).
  func subtree(of place: Int) -> ArraySlice<Int> { order[turns[place]..<ends[place]] }

  /// Whether an entity is another one, or below it.
  func contains(_ place: Int, below ancestor: Int) -> Bool {
    turns[ancestor] <= turns[place] && turns[place] < ends[ancestor]
  }
}
