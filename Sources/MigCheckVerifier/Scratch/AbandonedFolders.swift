import Foundation

/// Scratch folders whose owners died without removing them: killed, or ended by a trap.
package enum AbandonedFolders {
  /// How long a run that starts may clean up; the next one goes on with what is left.
  private static let patience = Duration.seconds(2)
  /// How many names of a folder are looked at.
  private static let nameLimit = 100_000

  /// Removes them from a folder that others may use too.
  ///
  /// A folder is taken for ours only by all of this: its name, this user as its owner, nobody else's
  /// right to look into it, and in it the file that holds the lock. No link is followed.
  package static func remove(in parent: String) {
    let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    let deadline = ContinuousClock.now + patience
    for name in OpenFolder.names(in: folder, limit: nameLimit, where: isOurs) {
      guard ContinuousClock.now < deadline else { return }
      remove(name, from: folder, deadline: deadline)
    }
  }

  /// `migcheck-scratch-`, six letters and digits, and perhaps `-removed`.
  static func isOurs(_ name: String) -> Bool {
    guard name.hasPrefix(OwnedFolder.prefix) else { return false }
    var rest = Substring(name).utf8.dropFirst(OwnedFolder.prefix.utf8.count)
    if name.hasSuffix(OwnedFolder.removedSuffix) {
      rest = rest.dropLast(OwnedFolder.removedSuffix.utf8.count)
    }
    return rest.count == 6
      && rest.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: false
        }
      }
  }

  private static func remove(_ name: String, from parent: Int32, deadline: ContinuousClock.Instant)
  {
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return }
    let lock = openat(
      folder, OwnedFolder.lockName, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard lock >= 0 else {
      // Its owner died, or is at work, between making the folder and the file. Nothing is lost:
      // only an empty folder can be removed like this.
      if errno == ENOENT { unlinkat(parent, name, AT_REMOVEDIR) }
      return
    }
    defer { close(lock) }
    // Held until the folder is gone, so that no two runs remove the same one. Without links the file
    // is that of a folder that another run has removed just now.
    guard fstat(lock, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(lock, LOCK_EX | LOCK_NB) == 0,
      fstat(lock, &status) == 0, status.st_nlink > 0
    else { return }
    ScratchRemoval.remove(folder, name, from: parent, deadline: deadline)
  }
}
