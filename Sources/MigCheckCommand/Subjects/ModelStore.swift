import MigCheckText

#if CommandLine
  import Foundation
  import MigCheckCoreData
  import MigCheckFormats
  import MigCheckModel
  import MigCheckStoreFiles

  /// What a store that Core Data wrote holds, or a graph file of a model's version.
  struct ModelStore {
    let path: String
    let version: CoreDataVersion
    let content: StoreGraph
    /// The name of the store itself, which upgrades keep; `nil` for a graph file.
    let uuid: String?

    /// - Parameters:
    ///   - wanted: the version that the user says it is at.
    ///   - scratch: gives a folder for a copy.
    static func read(
      _ path: String, in bundle: CoreDataBundle, at wanted: UInt64? = nil,
      scratch: () throws -> String
    ) throws -> ModelStore {
      if let wanted, bundle.version(wanted) == nil {
        throw UsageError(
          "\(bundle.name) has no version \(wanted); it has the versions 1 to "
            + "\(bundle.versions.count)")
      }
      if path.hasSuffix(".json") { return try graphFile(path, in: bundle, at: wanted) }
      try StoreLock.requireClosed(path)
      let file = try CoreDataStoreFile(path, copyingTo: try scratch())
      defer { file.close() }
      let found = try StoreRecognition.version(of: file, in: bundle, wanted: wanted)
      if !found.others.isEmpty {
        Terminal.note(
          "migcheck: \(path): treated as version \(found.version.number) (\(found.version.name)); it "
            + "fits "
            + found.others.map { "\($0.number) (\($0.name))" }.joined(separator: ", ") + " as well")
      }
      note(found, of: path, in: bundle)
      var reader = StoreReader(file, found)
      let content = try reader.read()
      for link in reader.danglingLinks {
        Terminal.note(
          "migcheck: \(path): \(link.column) is dangling in \(CountText.text(link.count, "object"))"
            + "; treated as empty")
      }
      noteMissingFiles(reader.missingFiles, of: path)
      return ModelStore(path: path, version: found.version, content: content, uuid: file.uuid)
    }

    /// Says that large values are not there, which Core Data keeps in files next to the store.
    static func noteMissingFiles(_ count: Int, of path: String) {
      guard count > 0 else { return }
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      Terminal.note(
        "migcheck: \(path): \(CountText.text(count, "value")) "
          + "\(count == 1 ? "lies in a file that is" : "lie in files that are") not in "
          + ".\(name)_SUPPORT next to the store; the names of the files are compared instead of their "
          + "content")
    }

    /// Says what the version hashes of a store tell against the version that it is treated as.
    private static func note(
      _ found: StoreRecognition.Result, of path: String, in bundle: CoreDataBundle
    ) {
      let version = found.version
      if let actual = found.actual {
        Terminal.note(
          "migcheck: \(path): read as version \(version.number) (\(version.name)), as requested; by "
            + "its version hashes it is at \(actual.number) (\(actual.name))")
      }
      guard let mismatch = found.mismatch else { return }
      let nearest = mismatch.nearest
      let differences = mismatch.differences
      let more = differences.count > 3 ? " and \(differences.count - 3) more" : ""
      let beginning =
        "migcheck: \(path): the version hashes of the store fit no version of \(bundle.name); the "
        + "nearest is \(nearest.number) (\(nearest.name)): "
        + differences.prefix(3).joined(separator: ", ") + more + ". "
      Terminal.note(
        beginning
          + (mismatch.isUnconfirmed
            ? "The hash rule for what this entity declares is not confirmed, so the store was "
              + "recognised by its tables"
            : "The version was edited in place after its release, and Core Data refuses the store "
              + "(errors 134130, 134504)"))
    }

    private static func graphFile(
      _ path: String, in bundle: CoreDataBundle, at wanted: UInt64?
    ) throws -> ModelStore {
      let (number, graph) = try GraphFile.read(path: path) { bundle.version($0)?.model.schema }
      guard let version = bundle.version(number), wanted == nil || wanted == number else {
        throw UsageError("\(path) is at version \(number)")
      }
      // Objects of a file are distinguished by their places.
      return ModelStore(
        path: path, version: version,
        content: StoreGraph(graph: graph, keys: graph.tables.map { Array(0..<Int64($0.count)) }),
        uuid: nil)
    }

    /// `A.sqlite: version 3 (Notes 3), 10 objects`.
    var summary: String {
      "\(path): version \(version.number) (\(version.name)), "
        + CountText.text(content.graph.totalObjectCount, "object")
    }
  }
#endif
