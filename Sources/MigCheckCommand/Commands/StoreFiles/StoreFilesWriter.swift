import MigCheckText

#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckHistory
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckVerifier

  /// Writes random stores of the versions of one history into a folder.
  struct StoreFilesWriter {
    let history: History
    let format: any StoreFormat
    /// The file or the folder of the history.
    let place: String
    let seed: UInt64
    /// Stores of each version.
    let count: Int

    /// How many graphs in a row may be empty before the version counts as one without objects.
    private static let attempts = 100

    /// - Returns: whether all were written; otherwise the time is up.
    func write(
      _ version: SubjectVersion, to folder: String, _ limit: Interruption
    ) throws -> Bool {
      let maker = GraphMaker(history, at: version, seed: seed)
      var (objects, links, trial, empty) = (0, 0, 0, 0)
      var large = format as? any LargeValueFormat
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
        // One store of each version is enough: such values make files large.
        if let enlarged = try large?.enlarged(graph, at: version.number) {
          graph = enlarged
          large = nil
        }
        let path = self.path(of: number, version, in: folder)
        guard !FileManager.default.fileExists(atPath: path) else { throw WholeFile.exists(path) }
        try format.write(
          graph, at: version.number, to: URL(fileURLWithPath: path),
          named: "\(String(seed, radix: 16))/\(trial)")
        objects += graph.totalObjectCount
        links += graph.linkCount
        trial += 1
      }
      note(version, folder, objects: objects, links: links)
      return true
    }

    /// What is unique must stay so when values were changed into those that a store can hold.
    private func storable(
      _ maker: GraphMaker, _ trial: Int, _ version: SubjectVersion
    ) throws -> ObjectGraph {
      let first = try format.storable(maker.graph(trial), at: version.number)
      return try format.storable(maker.accepted(first), at: version.number)
    }

    private func noObjects(_ version: SubjectVersion) -> InputError {
      InputError(
        file: place,
        problem: "no store of version \(version.title) with objects can be made",
        remedy: "name a version that has entities")
    }

    /// `Fixtures/v07-012.sqlite`
    private func path(of number: Int, _ version: SubjectVersion, in folder: String) -> String {
      func padded(_ number: String, like last: String) -> String {
        String(repeating: "0", count: max(0, last.count - number.count)) + number
      }
      let last = history.stages.map(\.number).max() ?? version.number
      return folder + (folder.hasSuffix("/") ? "" : "/") + "v"
        + padded("\(version.number)", like: "\(last)") + "-"
        + padded("\(number)", like: "\(count)") + ".\(format.fileExtension)"
    }

    private func note(_ version: SubjectVersion, _ folder: String, objects: Int, links: Int) {
      Terminal.note(
        "migcheck: \(folder): \(CountText.text(count, "store")) of version \(version.title), "
          + "\(CountText.text(objects, "object")), \(CountText.text(links, "link"))")
    }
  }

  extension SubjectVersion {
    /// `3 (Notes 3)`, or the number alone.
    fileprivate var title: String { name.map { "\(number) (\($0))" } ?? "\(number)" }
  }
#endif
