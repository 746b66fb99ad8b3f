import Foundation
import MigCheckModel

/// Whether another process has a database of SQLite open.
///
/// A connection in WAL mode holds a shared lock on one byte of the index file as long as it lives; others
/// hold one on the database only while they read. Source: https://www.sqlite.org/walformat.html, "the
/// WAL-index locks".
package enum StoreLock {
  /// The dead-man switch in the index of the write-ahead log.
  private static let switchOffset = off_t(128)
  /// The pending, reserved and shared bytes of the database.
  private static let databaseOffset = off_t(0x4000_0000)

  /// - Throws: `InputError` for a store that a process has open: it may change while it is read.
  package static func requireClosed(_ path: String) throws(InputError) {
    guard isHeld(path) else { return }
    throw InputError(
      file: path, problem: "a process has this store open", remedy: "close the app first")
  }

  static func isHeld(_ path: String) -> Bool {
    isLocked(path + "-shm", at: switchOffset, length: 1)
      || isLocked(path, at: databaseOffset, length: 512)
  }

  /// Locks are those of processes: of this one they do not show.
  private static func isLocked(_ path: String, at offset: off_t, length: off_t) -> Bool {
    let descriptor = open(path, O_RDWR)
    guard descriptor >= 0 else { return false }
    // Closing a file gives up the locks of this process on it, which has none.
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = offset
    lock.l_len = length
    guard fcntl(descriptor, F_GETLK, &lock) == 0 else { return false }
    return lock.l_type != Int16(F_UNLCK)
  }
}
