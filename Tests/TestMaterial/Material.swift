import Foundation

/// Where the material of tests and benchmarks lies.
package enum Material {
  /// The folder of the package.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Test material beside the project; it need not be there.
  package static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// The path of a file or folder below `shared`.
  package static func sharedPath(_ path: String) -> String {
    shared.appendingPathComponent(path).path
  }

  /// Whether `shared` holds a file or folder.
  package static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: sharedPath(path))
  }

  /// The files below a folder whose names end so, in the order of their paths; none if there is
  /// no such folder.
  package static func files(in folder: URL, endingWith suffix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(suffix) }.sorted().map {
      folder.appendingPathComponent($0).path
    }
  }
}
