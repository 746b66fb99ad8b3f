import Foundation
import MigCheckModel

/// Copies a store while a command works on it: what a kill at that moment would leave.
///
/// The command is stopped as long as a copy takes, so that each is a state that was there as a whole.
package final class StoreSampler {
  /// What shows that a file has changed.
  private struct Mark: Equatable {
    var path: String
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// More would cost more upgrades than are worth it.
  private static let limit = 64

  private let folder: StoreFolder
  private let directory: String
  private var known: [Mark]
  /// Each with other content, in the order in which they were taken.
  private(set) var samples = [StoreFolder]()

  /// - Parameters:
  ///   - folder: that of the store, before the command runs.
  ///   - directory: an existing folder for the copies.
  init(_ folder: StoreFolder, in directory: String) {
    (self.folder, self.directory) = (folder, directory)
    known = Self.marks(in: folder)
  }

  private static func marks(in folder: StoreFolder) -> [Mark] {
    folder.paths.compactMap { path in
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Mark(
        path: path, inode: UInt64(status.st_ino), size: Int64(status.st_size),
        seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
  }

  #if os(macOS) || os(Linux)
    /// Takes a copy if anything has changed since the last one.
    ///
    /// - Parameter group: of the processes of the command.
    func look(stopping group: pid_t) {
      guard samples.count < Self.limit, Self.marks(in: folder) != known else { return }
      kill(-group, SIGSTOP)
      defer { kill(-group, SIGCONT) }
      // A process stops when it comes back from what it asked of the system.
      usleep(500)
      let marks = Self.marks(in: folder)
      guard let copy = try? folder.copy(in: directory), Self.marks(in: folder) == marks else {
        return
      }
      known = marks
      if !samples.contains(where: copy.holdsSame) { samples.append(copy) }
    }
  #endif
}
