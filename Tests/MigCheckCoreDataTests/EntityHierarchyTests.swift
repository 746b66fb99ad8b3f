import Testing

@testable import MigCheckCoreData

@Suite struct EntityHierarchyTests {
  /// Walks up from an entity, itself included.
  private func line(from place: Int, in parents: [Int?]) -> [Int] {
    var line = [place]
    while let parent = parents[line[line.count - 1]] { line.append(parent) }
    return line
  }

  /// All ways to put each entity below none, or below one before it.
  private func forests(of count: Int) -> [[Int?]] {
    (0..<count).reduce([[]]) { forests, place in
      forests.flatMap { forest in ([nil] + (0..<place).map { $0 }).map { forest + [$0] } }
    }
  }

  @Test("roots and ancestors are those that a walk up finds, whatever comes first") func walk() {
    for forest in forests(of: 6) {
      let turned = forest.reversed().map { $0.map { forest.count - 1 - $0 } }
      for parents in [forest, turned] {
        let hierarchy = EntityHierarchy(parents: parents)
        for place in parents.indices {
          let line = line(from: place, in: parents)
          #expect(hierarchy.roots[place] == line.last)
          for other in parents.indices {
            #expect(hierarchy.contains(place, below: other) == line.contains(other))
          }
        }
      }
    }
  }

  @Test("entities that are their own ancestors are below nothing else") func cycle() {
    let hierarchy = EntityHierarchy(parents: [1, 0, nil, 2])
    #expect(!hierarchy.contains(0, below: 2))
    #expect(hierarchy.contains(3, below: 2))
  }
}
