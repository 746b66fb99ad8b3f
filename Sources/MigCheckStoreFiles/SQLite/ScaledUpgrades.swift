#if os(macOS) || os(Linux)
  package import MigCheckModel
  import MigCheckSQL

  /// What the upgrades of a migrator take as the rows of a database grow.
  package struct ScaledUpgrades: Sendable {
    /// One upgrade of a database.
    package struct Measure: Sendable, Equatable {
      /// In all tables together.
      package var rows: Int
      package var cost: MigratorCost

      package init(rows: Int, cost: MigratorCost) { (self.rows, self.cost) = (rows, cost) }
    }

    /// The upgrades from one version to another.
    package struct Hop: Sendable {
      package var from: String
      package var to: String
      /// Without rows first.
      package var measures: [Measure] = []
      /// Why the measurement stopped; `nil`: it did not.
      package var problem: String?

      package init(from: String, to: String) { (self.from, self.to) = (from, to) }
    }

    package var hops: [Hop]

    package init(hops: [Hop]) { self.hops = hops }

    /// - Parameters:
    ///   - subject: its migrator runs in a process of its own.
    ///   - span: the numbers of the first and the last version.
    ///   - sizes: how many rows each table gets, in increasing order.
    ///   - graph: of a version, with the given number of rows in each table.
    package init(
      of subject: SQLiteFileSubject, span: ClosedRange<UInt64>, sizes: [Int],
      graph: (SubjectVersion, Int) -> ObjectGraph
    ) {
      let versions = subject.versions.filter { span.contains($0.number) }
      hops = versions.indices.dropLast().compactMap { place in
        let end =
          subject.upgrades(from: versions[place].number, to: versions[place + 1].number)
          ? versions[place + 1] : versions[versions.count - 1]
        return subject.scaled(from: versions[place], to: end, sizes: sizes, graph: graph)
      }
    }
  }

  extension SQLiteFileSubject {
    fileprivate func scaled(
      from: SubjectVersion, to: SubjectVersion, sizes: [Int],
      graph: (SubjectVersion, Int) -> ObjectGraph
    ) -> ScaledUpgrades.Hop? {
      guard let run = engine.migrator.runMeasured, let old = engine.name(of: from.number),
        let new = engine.name(of: to.number)
      else { return nil }
      var hop = ScaledUpgrades.Hop(from: old, to: new)
      do {
        // What a serving process does once for all upgrades does not count.
        let first = try start(from, ObjectGraph(schema: from.schema))
        _ = try run(DatabaseMigrator.Call(store: first.file, from: old, to: new))
        for size in [0] + sizes {
          let graph =
            size > 0 ? graph(from, size) : ObjectGraph(schema: from.schema)
          let folder = try start(from, graph)
          let cost = try run(DatabaseMigrator.Call(store: folder.file, from: old, to: new))
          hop.measures.append(ScaledUpgrades.Measure(rows: graph.objectCount, cost: cost))
        }
      } catch let error as UpgradeError {
        hop.problem = error.message
      } catch {
        hop.problem = "\(error)"
      }
      return hop
    }

    /// A file of a version with the rows of a graph.
    private func start(_ version: SubjectVersion, _ graph: ObjectGraph) throws -> StoreFolder {
      let store = try upgrades.makeStore(.memory, at: version.number, holding: graph, in: "")
      defer { store.discard() }
      guard let database = upgrades.database(of: store) else {
        throw UpgradeError(.storeCorrupt, "There is no database.")
      }
      return try engine.file(of: database)
    }
  }
#endif
