public import Foundation
public import MigCheckModel

/// Files of Realm, as a store of the versions of one history.
public struct RealmFileFormat: StoreFormat {
  private let versions: [(number: UInt64, schema: Schema)]
  /// 24, or 23 for Realm Swift 10.35 to 10.48, which refuses 24.
  public let fileFormat: Int

  /// `realm`.
  public var name: String { "realm" }
  /// `realm`.
  public var fileExtension: String { "realm" }

  /// - Parameter versions: of a subject with Realm's rules.
  /// - Throws: `InputError` for a file format that is not written.
  public init(_ versions: [SubjectVersion], fileFormat: Int = 24) throws {
    guard RealmFile.writtenFormats.contains(fileFormat) else {
      throw InputError(
        file: "", problem: "file format \(fileFormat) of Realm is not written",
        remedy: "take 24, or 23 for Realm Swift 10.35 to 10.48")
    }
    self.versions = versions.map { ($0.number, $0.schema) }
    self.fileFormat = fileFormat
  }

  private func schema(_ version: UInt64) throws -> Schema {
    guard let known = versions.first(where: { $0.number == version }) else {
      throw InputError(file: "", problem: "there is no version \(version)")
    }
    return known.schema
  }

  /// Refuses a version whose classes a Realm file cannot hold.
  public func requireWritable(_ version: UInt64) throws {
    let empty = RealmContent(ObjectGraph(schema: try schema(version)), version: version)
    guard let problem = RealmWritability(empty, format: fileFormat).problems.first else { return }
    throw InputError(
      file: "", path: "version \(version)", problem: problem,
      remedy: "no Realm file of this version can be written")
  }

  /// The graph as a Realm file can hold it.
  public func storable(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    StorableRealmGraph(graph, fileFormat: fileFormat).graph
  }

  /// Writes a new file.
  ///
  /// - Returns: the keys that the objects of each type have in the file.
  public func write(
    _ graph: ObjectGraph, at version: UInt64, to file: URL, named name: String
  ) throws -> [[Int64]] {
    try write(to: file) { () throws(RealmWriteError) in
      try RealmFile.bytes(graph, version: version, format: fileFormat)
    }
    return graph.schema.types.indices.map { type in
      graph.schema.types[type].isEmbedded ? [] : (0..<graph.tables[type].count).map(Int64.init)
    }
  }

  /// Writes a file whose objects have the keys of a snapshot, as an upgrade leaves them.
  ///
  /// - Parameter snapshot: its keys ascend in each type; its graph is of the version's schema.
  /// - Throws: `InputError` for a graph that the file cannot hold.
  public func write(_ snapshot: Snapshot, to file: URL) throws {
    try write(to: file) { () throws(RealmWriteError) in
      try RealmFile.bytes(RealmContent(snapshot), format: fileFormat, keepingKeys: true)
    }
  }

  private func write(to file: URL, _ make: () throws(RealmWriteError) -> [UInt8]) throws {
    let bytes: [UInt8]
    do {
      bytes = try make()
    } catch {
      throw InputError(
        file: file.path, problem: error.problems.first ?? "the graph cannot be written",
        remedy: "such a Realm file cannot be written")
    }
    do {
      try Data(bytes).write(to: file, options: .withoutOverwriting)
    } catch {
      throw InputError(
        .io, file: file.path, problem: "the file cannot be written",
        remedy: "check the folder and its disk")
    }
  }

  /// Reads a file, and finds its version by its number.
  public func read(_ file: URL) throws -> StoreContent {
    let content = try RealmFile.read(path: file.relativePath)
    let number: UInt64
    do throws(RealmVersionError) {
      number = try content.version(among: versions)
    } catch {
      throw error.inputError(file: file.relativePath)
    }
    do {
      return StoreContent(try content.snapshot(as: schema(number)).snapshot)
    } catch let error as RealmFileError {
      throw error.inputError(file: file.relativePath)
    }
  }

  /// Whether a process holds the lock that Realm has while a file is open.
  public func isOpen(_ file: URL) -> Bool {
    let descriptor = open(file.path + ".lock", O_RDWR)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else {
      flock(descriptor, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }
}
