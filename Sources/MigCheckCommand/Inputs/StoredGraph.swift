#if CommandLine
  import MigCheckModel

  /// What a graph file or a store file holds.
  struct StoredGraph {
    let version: UInt64
    var graph: ObjectGraph
    /// Whether these are values of an app's users, which reports do not show.
    var isOfApp = false
    /// Properties whose values are not in the graph as the file holds them.
    var incomparable: [PropertyPath] = []
  }
#endif
