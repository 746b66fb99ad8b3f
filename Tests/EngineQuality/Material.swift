import Foundation

/// Where the material of quality tests and benchmarks lies.
package enum Material {
  /// The folder of the package.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Test material beside the project; it need not be there.
  package static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// The files below a folder whose names end so, in the order of their paths; none if there is
  /// no such folder.
  package static func files(in folder: URL, endingWith suffix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(suffix) }.sorted().map {
      folder.appendingPathComponent($0).path
    }
  }
}
