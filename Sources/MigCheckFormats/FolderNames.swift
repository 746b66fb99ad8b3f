import Foundation
import MigCheckModel
import MigCheckText

/// The names in a folder that an author names.
package enum FolderNames {
  /// All names, in byte order.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - remedy: what to do where the path names a file.
  /// - Throws: `InputError` for what is not a folder, or cannot be read.
  package static func all(in path: String, remedy: String) throws(InputError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such folder", remedy: "check the path")
    }
    guard isFolder.boolValue else {
      throw InputError(file: path, problem: "this is a file", remedy: remedy)
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw InputError(
        .io, file: path, problem: "the folder cannot be read", remedy: "check its permissions")
    }
    return names.sorted { $0.precedes($1) }
  }
}
