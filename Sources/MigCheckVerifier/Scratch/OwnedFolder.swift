import Foundation

/// A new folder for scratch files. Should its owner die without removing it, the next run does.
///
/// The owner holds a lock on a file in the folder. The kernel gives the lock back however a process
/// ends, so a folder whose lock can be had belongs to nobody: see `AbandonedFolders`.
///
/// A run that cleans up may come between the steps of making a folder. It then takes away an empty
/// folder, or the file whose lock nobody holds yet. The maker notices by the file or by its lock, and
/// makes another folder; once it holds the lock of a file that is still there, nobody else will.
package final class OwnedFolder: Sendable {
  package let path: String
  /// Of the open file with the lock. Closed by `remove` only, and else by the end of the process:
  /// somebody may go on working in a folder after the last reference to this object is gone.
  private let lock: Int32

  static let prefix = "migcheck-scratch-"
  /// Of a folder that is being removed while others may work in it.
  static let removedSuffix = "-removed"
  static let lockName = ".migcheck-owner"
  private static let attempts = 100

  /// Removes what dead processes have left in the same place, then makes the folder.
  ///
  /// - Parameter parent: an existing folder.
  /// - Returns: `nil` if no folder can be made there.
  package init?(in parent: String) {
    AbandonedFolders.remove(in: parent)
    for _ in 0..<Self.attempts {
      guard let path = Self.makeFolder(in: parent) else { return nil }
      switch Self.takeLock(in: path) {
      case .taken(let lock):
        (self.path, self.lock) = (path, lock)
        return
      case .gone: continue
      case .failed:
        rmdir(path)
        return nil
      }
    }
    return nil
  }

  private static func makeFolder(in parent: String) -> String? {
    let separator = parent.hasSuffix("/") ? "" : "/"
    var template = Array("\(parent)\(separator)\(prefix)XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }

  private enum Lock {
    case taken(Int32)
    /// Somebody who cleans up was faster.
    case gone
    case failed
  }

  private static func takeLock(in folder: String) -> Lock {
    let lock = open(
      "\(folder)/\(lockName)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { return errno == ENOENT ? .gone : .failed }
    // Where a file system has no locks nobody can take this one either, so it is as good as held.
    let isForeign = flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    var status = stat()
    guard !isForeign, fstat(lock, &status) == 0, status.st_nlink > 0 else {
      close(lock)
      return .gone
    }
    return .taken(lock)
  }

  /// Removes the folder and all that is in it. To be called once.
  package func remove() {
    ScratchRemoval.remove(path)
    close(lock)
    // Where the process may open no further file, what the lock took serves to list the folder.
    if access(path, F_OK) == 0 { ScratchRemoval.remove(path) }
  }

  /// Removes the folder under the hands of threads that may still make files in it. To be called
  /// once, before the process ends.
  package func removeFromOthers() {
    // Nobody finds the folder under its new name, so nothing can be added while it is emptied.
    let hidden = path + Self.removedSuffix
    guard rename(path, hidden) == 0 else { return ScratchRemoval.remove(path) }
    // Files that their owners remove at the same time make an attempt fail.
    for _ in 0..<100 where access(hidden, F_OK) == 0 { ScratchRemoval.remove(hidden) }
    if access(hidden, F_OK) == 0 {
      close(lock)
      ScratchRemoval.remove(hidden)
    }
  }
}
