#if CommandLine
  import ArgumentParser
  import MigCheckModel

  /// A store of an app, as the start graph of a run.
  struct StoreStart: ParsableArguments {
    /// A graph with the version that it is at.
    typealias Start = (version: UInt64, graph: ObjectGraph)

    @Option(
      name: [.customLong("store"), .customLong("seed-database")],
      help: ArgumentHelp(
        "A database of the app, to be upgraded too; it is only read, with its -wal.",
        valueName: "file"),
      completion: .file())
    var store: String?
    @Flag(help: "Show values of that store in the report, and keep them in cases.")
    var showValues = false

    /// Reads the store, of a folder of migrations into the subject itself.
    ///
    /// - Parameter version: the version that the user says it is at.
    /// - Returns: `nil` if no store is named.
    /// - Throws: `UsageError` for a subject that has no stores of its own; `InputError`.
    func read(
      in input: inout any LoadedSubject, at version: UInt64?, isShard: Bool
    ) throws -> Start? {
      guard let store else {
        if showValues { throw UsageError("--show-values is about a store; name it with --store") }
        return nil
      }
      guard !isShard || showValues || !input.keepsRowsOfStart else {
        throw UsageError(
          "the report of a shard holds the rows of --store; run it without --shard, or add "
            + "--show-values")
      }
      let scratch = try Scratch()
      defer { scratch.end() }
      return try input.readStart(store, self, at: version) { scratch.path }
    }

    /// The graph as a start, with other values unless the user asks for them.
    ///
    /// - Parameter faults: the faults of the graph.
    /// - Throws: `InputError` if anything is.
    func start(
      _ graph: ObjectGraph, at version: UInt64, from store: String,
      faults: [some CustomStringConvertible]
    ) throws -> Start {
      if let fault = faults.first {
        throw InputError(
          file: store, problem: "no run can start from this store: \(fault)",
          remedy: "compare its upgrade with migcheck diff instead")
      }
      if showValues { return (version, graph) }
      var anonymiser = GraphAnonymiser()
      return (version, anonymiser.hide(graph))
    }

    /// For a subject that has no stores of its own.
    static var noStores: UsageError {
      UsageError(
        "--store is about Realm histories, Core Data models (*.xcdatamodeld) and folders of SQL "
          + "migrations")
    }
  }
#endif
