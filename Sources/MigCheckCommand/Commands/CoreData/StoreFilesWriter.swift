import MigCheckText

#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckEngines
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckVerifier

  /// Writes random stores of the versions of one model into a folder.
  struct StoreFilesWriter {
    let bundle: CoreDataBundle
    let history: History
    let seed: UInt64
    /// Stores of each version.
    let count: Int
    let samples: [PropertyPath: [UInt8]]

    /// How many graphs in a row may be empty before the version counts as one without objects.
    private static let attempts = 100

    /// - Returns: whether all were written; otherwise the time is up.
    func write(
      _ template: StoreTemplate, to folder: String, _ limit: Interruption
    ) throws -> Bool {
      let version = template.version
      let maker = GraphMaker(
        history, at: try history.requireVersion(version.number), seed: seed)
      var (objects, links, trial, empty) = (0, 0, 0, 0)
      for number in 1...count {
        var graph = try storable(maker, trial, version)
        while graph.objectCount == 0 {
          guard !limit.isRequested else { return false }
          empty += 1
          guard empty < Self.attempts else { throw noObjects(version) }
          trial += 1
          graph = try storable(maker, trial, version)
        }
        empty = 0
        if limit.isRequested { return false }
        let path = self.path(of: number, version, in: folder)
        guard !FileManager.default.fileExists(atPath: path) else { throw WholeFile.exists(path) }
        let seedText = String(seed, radix: 16)
        try CoreDataStoreWriter(template).write(
          .numbered(graph, of: version.model), to: path,
          uuid: StoreName.uuid(of: "\(bundle.name)/\(version.name)/\(seedText)/\(trial)"))
        objects += graph.totalObjectCount
        links += graph.linkCount
        trial += 1
      }
      note(version, folder, objects: objects, links: links)
      return true
    }

    /// What is unique must stay so when values were changed into those that a store can hold.
    private func storable(
      _ maker: GraphMaker, _ trial: Int, _ version: CoreDataVersion
    ) throws -> ObjectGraph {
      let first = try StorableGraph(
        maker.graph(trial), of: version, in: bundle, samples: samples)
      return try StorableGraph(
        maker.accepted(first.graph), of: version, in: bundle, samples: samples
      ).graph
    }

    private func noObjects(_ version: CoreDataVersion) -> InputError {
      InputError(
        file: bundle.path,
        problem: "no store of version \(version.number) (\(version.name)) with objects can be made",
        remedy: "name a version that has entities")
    }

    /// `Fixtures/v07-012.sqlite`
    private func path(of number: Int, _ version: CoreDataVersion, in folder: String) -> String {
      func padded(_ number: String, like last: String) -> String {
        String(repeating: "0", count: max(0, last.count - number.count)) + number
      }
      let last = bundle.versions.map(\.number).max() ?? version.number
      return folder + (folder.hasSuffix("/") ? "" : "/") + "v"
        + padded("\(version.number)", like: "\(last)") + "-"
        + padded("\(number)", like: "\(count)") + ".sqlite"
    }

    private func note(_ version: CoreDataVersion, _ folder: String, objects: Int, links: Int) {
      Terminal.note(
        "migcheck: \(folder): \(CountText.text(count, "store")) of version \(version.number) "
          + "(\(version.name)), \(CountText.text(objects, "object")), \(CountText.text(links, "link"))"
      )
    }
  }
#endif
