public import Foundation
public import MigCheckModel

/// How the content of a store file is written and read: the file of an engine, without the engine.
///
/// A format knows the versions of one store. It is used from several threads at a time.
public protocol StoreFormat: Sendable {
  /// A stable name, such as `realm`.
  var name: String { get }
  /// The extension of its files, without the dot.
  var fileExtension: String { get }

  /// Refuses a version that the format cannot hold, before anything is run.
  ///
  /// - Throws: `InputError` that names what cannot be held.
  func requireWritable(_ version: UInt64) throws

  /// A graph that a file can hold, as much like the given one as can be; the same for the same graph.
  ///
  /// - Parameter graph: of the version's schema.
  func storable(_ graph: ObjectGraph, at version: UInt64) throws -> ObjectGraph

  /// Writes a file as an app at a version would have left it.
  ///
  /// - Parameters:
  ///   - graph: of the version's schema; `storable(_:at:)` leaves it as it is.
  ///   - file: does not exist yet; its folder does.
  ///   - name: stores of other names have another identity, where the format has such a thing.
  /// - Returns: the key of each object in the file: per type, per row. Of embedded types, the keys of the
  ///   objects as they come depth first, those in an object before it, types and properties in the order
  ///   of their names; empty: they are numbered from 0.
  /// - Throws: `InputError` for a graph that the file cannot hold.
  @discardableResult
  func write(
    _ graph: ObjectGraph, at version: UInt64, to file: URL, named name: String
  ) throws -> [[Int64]]

  /// Reads a file, which is not changed.
  ///
  /// - Throws: `InputError` for a file that cannot be read, or is of no version of the store.
  func read(_ file: URL) throws -> StoreContent

  /// The schema that a file has, as the version that it is at declares it.
  ///
  /// - Throws: as `read(_:)`.
  func schema(of file: URL) throws -> Schema

  /// Whether a process, this one included, still has the file open, if that can be seen.
  func isOpen(_ file: URL) -> Bool
}

extension StoreFormat {
  /// Writes a file that is named after its place.
  @discardableResult
  public func write(
    _ graph: ObjectGraph, at version: UInt64, to file: URL
  ) throws -> [[Int64]] {
    try write(graph, at: version, to: file, named: file.lastPathComponent)
  }

  /// Accepts every version.
  public func requireWritable(_ version: UInt64) throws {}
  /// The graph as it is.
  public func storable(_ graph: ObjectGraph, at version: UInt64) throws -> ObjectGraph { graph }
  /// The schema of what is read.
  public func schema(of file: URL) throws -> Schema { try read(file).snapshot.graph.schema }
  /// `false`: no file of the format tells.
  public func isOpen(_ file: URL) -> Bool { false }
}

/// What a store file holds.
public struct StoreContent: Sendable {
  /// The objects at the version that the file says it is at, with the keys that the file has for them.
  public var snapshot: Snapshot
  /// What names the store itself, and stays the same when it is upgraded; `nil`: nothing does.
  public var store: String?
  /// Further versions that the file fits as well.
  package var otherVersions: [UInt64] = []
  /// How many values lie in files that are not next to the store, whose content is then the name of the file.
  package var missingFiles = 0

  /// The content of a store, and what names the store itself.
  public init(_ snapshot: Snapshot, store: String? = nil) {
    self.snapshot = snapshot
    self.store = store
  }

  /// Whether the file is at a version.
  package func isAt(_ version: UInt64) -> Bool {
    snapshot.version == version || otherVersions.contains(version)
  }
}
