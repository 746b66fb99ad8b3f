/// Comparison of two object graphs up to renaming of their objects.
///
/// Equal means: there is a one-to-one mapping of the objects under which every value agrees bit
/// for bit and every link leads to the mapped object, with its property, its place in a list and
/// its key in a dictionary; sets have no order. The comparison goes from cheap to dear:
///
/// 1. Rows with the same number are tried first: most graphs that are compared were made in the
///    same way.
/// 2. `ColourClasses` pairs what content and near links alone tell apart from all else.
/// 3. `GraphRefinement` sorts the rest of both graphs into classes that any mapping must respect.
///    A class with more objects of one graph than of the other tells them apart.
/// 4. `GraphMatching` builds a mapping, with a budget for graphs that are symmetrical without
///    being trees.
/// 5. `GraphVerification` checks the mapping value by value. Nothing is called equal without it,
///    so that hashes are only ever used to be fast.
///
/// For *n* objects and *m* links this takes O((*n* + *m*) log *n*) time and linear memory.
package enum GraphComparison {
  package enum Outcome: Sendable, Equatable {
    /// A mapping of the objects was found and verified, value by value and link by link.
    case equal
    /// Never empty; patterns first, then at most five single differences.
    case different([GraphDifference])
    /// The graphs are so symmetrical that the budget ended before a mapping was found.
    case undecided
  }

  /// How many pairings may be undone before a comparison ends without a result.
  package static let defaultBudget = 500_000

  /// Compares two graphs.
  ///
  /// - Parameters:
  ///   - ignoring: properties and types that are left out. A link to an object of such a type
  ///     counts as a link, its target does not.
  ///   - budget: how many pairings may be taken back in the search for a mapping.
  /// - Complexity: O((*n* + *m*) log *n*) for *n* objects and *m* links, and O(`budget`).
  package static func compare(
    _ first: ObjectGraph, _ second: ObjectGraph, ignoring: [PropertyPath] = [],
    budget: Int = defaultBudget
  ) -> Outcome {
    let alignment = GraphAlignment(first.schema, second.schema, ignoring: ignoring)
    guard alignment.differences.isEmpty else { return .different(alignment.differences) }
    let sameRows = GraphVerification(
      first: first, second: second, alignment: alignment, rows: nil)
    if sameRows.holds() { return .equal }
    let graphs = FlatGraphs([first, second], alignment: alignment)
    let finder = GraphDifferenceFinder(
      first: first, second: second, alignment: alignment, graphs: graphs)
    // In large graphs of many different neighbourhoods a few rounds over all nodes do most of the
    // work, in the order of the memory; a worklist then does the rest.
    var colours = graphs.content
    if graphs.count >= 1024 { for _ in 0..<3 { colours = graphs.recoloured(colours) } }
    let coloured = ColourClasses(colours)
    guard coloured.isBalanced(firstCount: graphs.firstCount) else { return finder.outcome() }
    var partner = coloured.pairs()
    let rest = GraphRest(graphs, colours: colours, partner: partner)
    let classes = GraphRefinement(rest)
    guard classes.isBalanced else { return finder.outcome() }
    let matching = GraphMatching(rest, classes, budget: budget)
    switch matching.outcome {
    case .exhausted: return .undecided
    case .impossible: return finder.outcome()
    case .matched: break
    }
    for (number, node) in rest.nodes.enumerated() {
      partner[Int(node)] = rest.nodes[Int(matching.partner[number])]
    }
    let mapping = GraphVerification(
      first: first, second: second, alignment: alignment, rows: graphs.rows(partner))
    if mapping.holds() { return .equal }
    // All nodes alone in their classes: no other mapping is possible. Otherwise two labels had
    // one hash, and another choice might have been right.
    return matching.hasChoices ? .undecided : finder.outcome()
  }
}

extension FlatGraphs {
  /// A mapping of nodes as rows of the second graph, by type pair and row of the first; −1 where
  /// there is none.
  func rows(_ partner: [Int32]) -> [[Int32]] {
    bases[0].indices.map { type in
      (0..<rowCounts[0][type]).map { row in
        let node = partner[bases[0][type] + row]
        return node < 0 ? -1 : node - Int32(bases[1][type])
      }
    }
  }
}
