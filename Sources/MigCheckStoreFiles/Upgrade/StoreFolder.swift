import Foundation
import MigCheckModel

/// A folder of its own for a store file and what an engine puts next to it.
final class StoreFolder: Sendable {
  let file: URL
  private let folder: URL

  /// Next to a store, while a command works on it: the folder in which it runs, and what it writes.
  static let commandFolder = "run"
  static let commandOutput = "output"

  /// - Parameter name: of the file.
  init(in directory: String, named name: String) throws {
    // The name only has to be new, as engines keep caches by path; no output depends on it.
    folder = URL(fileURLWithPath: directory, isDirectory: true)
      .appendingPathComponent("app-" + String(UInt64.random(in: .min ... .max), radix: 36))
    file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The names in it, in byte order, without what belongs to a process that has the file open.
  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { name in
      name != Self.commandFolder && name != Self.commandOutput
        && !["-shm", ".lock", ".management", ".note"].contains { name.hasSuffix($0) }
    }.sorted { $0.precedes($1) }
  }

  /// The paths of all that the store consists of, those in its folders too.
  var paths: [String] {
    names.flatMap { name -> [String] in
      let path = folder.appendingPathComponent(name).path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [path] }
      let inside = FileManager.default.subpaths(atPath: path) ?? []
      return [path] + inside.sorted { $0.precedes($1) }.map { "\(path)/\($0)" }
    }
  }

  /// Whether another folder holds the same files with the same bytes.
  func holdsSame(as other: StoreFolder) -> Bool {
    let (own, others) = (names, other.names)
    return own == others
      && own.allSatisfy { name in
        FileManager.default.contentsEqual(
          atPath: folder.appendingPathComponent(name).path,
          andPath: other.folder.appendingPathComponent(name).path)
      }
  }

  /// A copy of all but what belongs to a process that had the file open.
  func copy(in directory: String) throws -> StoreFolder {
    let copy = try StoreFolder(in: directory, named: file.lastPathComponent)
    for name in names {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: copy.folder.appendingPathComponent(name))
    }
    return copy
  }
}
