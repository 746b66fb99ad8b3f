import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheckEngines
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSQL
  import MigCheckVerifier

  /// A store of an app, as the start graph of a run.
  struct StoreStart: ParsableArguments {
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
    /// - Returns: `nil` if no store is named.
    /// - Throws: `UsageError` for a subject that has no stores of its own; `InputError`.
    func read(
      in input: inout CommandSubject, at version: UInt64?, scratch: () throws -> String
    ) throws -> (version: UInt64, graph: ObjectGraph)? {
      guard let store else {
        if showValues { throw UsageError("--show-values is about a store; name it with --store") }
        return nil
      }
      switch input {
      case .model(let bundle, _):
        let found = try ModelStore.read(store, in: bundle, at: version, scratch: scratch)
        Terminal.note("migcheck: \(found.summary)")
        let (graph, count) = found.content.graph.fillingRequired
        if count > 0 {
          Terminal.note(
            "migcheck: \(store): \(CountText.text(count, "null")) in required attributes; defaults "
              + "stand for them in the run")
        }
        if let fault = graph.validate().first {
          throw InputError(
            file: store, problem: "no run can start from this store: \(fault)",
            remedy: "compare its upgrade with migcheck diff instead")
        }
        return (found.version.number, hiding(graph))
      case .folder(let folder):
        if let version { _ = try folder.requireVersion(version) }
        let subject = try folder.seeded(
          by: store, at: version, showsValues: showValues, scratch: try scratch())
        guard let seed = subject.seed else { return nil }
        input = .folder(subject)
        Terminal.note("migcheck: \(store): \(seed.summary)")
        return (seed.version, seed.graph)
      case .history(let history, _) where history.engine == .realm:
        let found = try RealmStore.read(store, in: history, at: version)
        Terminal.note("migcheck: \(found.summary)")
        if let fault = found.graph.validate(by: history.evidence.values).first {
          throw InputError(
            file: store, problem: "no run can start from this store: \(fault)",
            remedy: "compare its upgrade with migcheck diff instead")
        }
        return (found.version, hiding(found.graph))
      case .history, .files, .code:
        throw UsageError(
          "--store is about Realm histories, Core Data models (*.xcdatamodeld) and folders of SQL "
            + "migrations")
      }
    }
  }

  extension StoreStart {
    /// The graph with other values, unless the user asks for them.
    private func hiding(_ graph: ObjectGraph) -> ObjectGraph {
      if showValues { return graph }
      var anonymiser = GraphAnonymiser()
      return anonymiser.hide(graph)
    }
  }

  extension SeedDatabase {
    /// `version 3 (3_users.sql), 812 rows; not of these migrations: schema_log`.
    fileprivate var summary: String {
      let others = otherTables.prefix(4).joined(separator: ", ")
      let rest = otherTables.count > 4 ? " and \(otherTables.count - 4) more" : ""
      return "version \(version) (\(versionName)), "
        + CountText.text(graph.totalObjectCount, "row")
        + (otherTables.isEmpty ? "" : "; not of these migrations: \(others)\(rest)")
    }
  }

  extension ObjectGraph {
    /// The same objects, where no required attribute is null, as apps cannot save them, and how many
    /// were.
    ///
    /// - Complexity: O(*n*) in the size of the graph.
    var fillingRequired: (graph: ObjectGraph, count: Int) {
      var (result, count) = (self, 0)
      for (index, type) in schema.types.enumerated() {
        for (column, property) in type.storedProperties.enumerated()
        where !property.isLink && property.collection == nil && !property.isOptional {
          for (row, value) in tables[index].columns[column].enumerated() where value.isNull {
            result.tables[index].columns[column][row] = property.initialValue
            count += 1
          }
        }
      }
      return (result, count)
    }
  }
#endif
