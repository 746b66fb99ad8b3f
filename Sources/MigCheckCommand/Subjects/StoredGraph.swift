#if CommandLine
  import MigCheck
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckStoreFiles

  /// What a graph file or a store file holds.
  struct StoredGraph {
    let version: UInt64
    var graph: ObjectGraph
    /// Whether these are values of an app's users, which reports do not show.
    var isOfApp = false
    /// Properties whose values are not in the graph as the file holds them.
    var incomparable: [PropertyPath] = []
  }

  extension StoredGraph {
    /// Reads a graph file.
    ///
    /// - Throws: `InputError`, also for a version that the subject does not have.
    init(at path: String, of subject: any Subject) throws {
      let (version, graph) = try GraphFile.read(path: path) { version in
        subject.versions.first { $0.number == version }?.schema
      }
      self.init(version: version, graph: graph)
    }

    /// Reads a graph file or a store file, which may be one that Realm wrote.
    ///
    /// - Parameter scratch: gives a folder for the copy of a store.
    /// - Throws: `InputError`; `UsageError` for a Realm file of another engine's history.
    init(at path: String, of history: History, scratch: () throws -> String) throws {
      guard !path.hasSuffix(".json"), RealmFile.isRealm(path) else {
        let (version, graph) = try history.readGraph(at: path, scratch: scratch)
        self.init(version: version, graph: graph)
        return
      }
      let store = try RealmStore.read(path, in: history)
      self.init(
        version: store.version, graph: store.graph, isOfApp: true,
        incomparable: store.incomparable)
    }
  }
#endif
