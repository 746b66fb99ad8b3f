import Foundation

/// A folder for scratch files, which is removed with all that is in it when nobody holds it any
/// more.
final class ScratchFolder: Sendable {
  let path: String

  /// - Parameter path: an existing folder.
  init(path: String) {
    self.path = path
  }

  deinit {
    // Most are empty by now; Foundation takes ten system calls for it.
    if rmdir(path) != 0 { try? FileManager.default.removeItem(atPath: path) }
  }
}
