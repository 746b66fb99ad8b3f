import Foundation
import MigCheckModel

/// The folder for the files of a run, with a fresh folder for each store.
///
/// Folders are named by number, which no result depends on.
final class RunFolder: Sendable {
  var path: String { folder.path }
  private let folder: OwnedFolder
  private let next = Locked(0)

  /// - Parameter parent: an existing folder.
  /// - Throws: `VerificationError` if no folder can be made there.
  init(in parent: String) throws {
    guard let folder = OwnedFolder(in: parent) else {
      throw VerificationError(
        .noRunFolder,
        "No folder for scratch files can be made in \(parent); name another folder.")
    }
    self.folder = folder
  }

  /// A new empty folder, which goes with the value.
  func makeFolder() throws -> ScratchFolder {
    let number = next.withLock { number in
      number += 1
      return number
    }
    let folder = "\(path)/\(number)"
    // Foundation takes ten system calls for this, and the way by it only to tell what is wrong.
    if mkdir(folder, 0o755) != 0 {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
    }
    return ScratchFolder(path: folder)
  }

  /// Removes everything.
  func remove() { folder.remove() }
}
