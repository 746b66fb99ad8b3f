import Foundation

/// A folder of files that goes when nobody holds it.
final class TestFolder {
  let path: String

  /// - Parameter files: contents by path.
  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-sql-\(UUID().uuidString)")
      // What a run draws depends on the name of its subject, which is the folder's.
      .appendingPathComponent("app")
    path = url.path
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, content) in files { try write(Data(content.utf8), to: name) }
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  func write(_ data: Data, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }
}
