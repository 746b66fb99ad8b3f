import Foundation
import MigCheckModel

/// Large binary values, which Core Data keeps in files beside the store:
/// `.Notes_SUPPORT/_EXTERNAL_DATA` beside `Notes.sqlite`.
package struct ExternalData: Sendable {
  private let folder: String

  /// - Parameter store: the path of the store.
  package init(of store: String) {
    let url = URL(fileURLWithPath: store)
    let name = url.deletingPathExtension().lastPathComponent
    folder =
      url.deletingLastPathComponent().path + "/.\(name)_SUPPORT/_EXTERNAL_DATA"
  }

  /// What a file holds.
  ///
  /// - Parameter name: as the store's column has it.
  /// - Returns: `nil` if there is no such file, or the name leads elsewhere.
  /// - Complexity: O(*n*) in its size.
  func bytes(of name: String) -> [UInt8]? {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else { return nil }
    return try? FileReader.read(path: "\(folder)/\(name)", inside: folder)
  }

  /// Writes a file, in the place of one that it is another state of.
  package func write(_ bytes: [UInt8], named name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  /// Removes files, and their folders if nothing is left in them.
  package func remove(_ names: [String]) {
    for name in names { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
    rmdir(folder)
    rmdir((folder as NSString).deletingLastPathComponent)
  }
}
