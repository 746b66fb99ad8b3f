import Foundation

/// Removes scratch folders with all that is in them, one name after the other below an open folder,
/// so that no symbolic link and no renaming leads anywhere else.
///
/// The file with the lock goes last: whenever the removal ends early, a later run can go on.
enum ScratchRemoval {
  /// Deeper folders are none of ours.
  private static let depthLimit = 32

  /// Removes a folder of this process, whoever holds its lock.
  static func remove(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    if empty(folder, deadline: nil) {
      unlinkat(folder, OwnedFolder.lockName, 0)
      rmdir(path)
    }
  }

  /// - Parameters:
  ///   - folder: the folder itself, whose lock the caller holds.
  ///   - name: its name in the open folder `parent`.
  ///   - deadline: when to leave the rest to a later run.
  static func remove(
    _ folder: Int32, _ name: String, from parent: Int32, deadline: ContinuousClock.Instant
  ) {
    if empty(folder, deadline: deadline) {
      unlinkat(folder, OwnedFolder.lockName, 0)
      unlinkat(parent, name, AT_REMOVEDIR)
    }
  }

  /// - Returns: whether nothing is left but the file with the lock, as far as one can tell.
  private static func empty(
    _ folder: Int32, deadline: ContinuousClock.Instant?, depth: Int = 0
  ) -> Bool {
    guard depth < depthLimit else { return false }
    var isEmpty = true
    for name in OpenFolder.names(in: folder, limit: .max, where: { _ in true }) {
      if let deadline, ContinuousClock.now >= deadline { return false }
      if depth == 0, name == OwnedFolder.lockName { continue }
      if unlinkat(folder, name, 0) == 0 || errno == ENOENT { continue }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard inner >= 0 else {
        isEmpty = false
        continue
      }
      defer { close(inner) }
      let isGone =
        empty(inner, deadline: deadline, depth: depth + 1)
        && unlinkat(folder, name, AT_REMOVEDIR) == 0
      isEmpty = isEmpty && isGone
    }
    return isEmpty
  }
}

/// What is in a folder that is open.
enum OpenFolder {
  /// The names in it but `.` and `..`, in no order.
  ///
  /// - Parameter limit: how many names are looked at.
  static func names(in folder: Int32, limit: Int, where isWanted: (String) -> Bool) -> [String] {
    // Reading moves a position that all copies of a descriptor share, so it gets one of its own.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else { return [] }
    defer { closedir(stream) }
    var names = [String]()
    var count = 0
    while count < limit, let entry = readdir(stream) {
      count += 1
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
        ) { String(cString: $0) }
      }
      if name != ".", name != "..", isWanted(name) { names.append(name) }
    }
    return names
  }
}
