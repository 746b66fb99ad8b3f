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
    guard folder >= 0, empty(closing: folder, deadline: nil) else { return }
    rmdir(path)
  }

  /// - Parameters:
  ///   - folder: the folder itself, whose lock the caller holds.
  ///   - name: its name in the open folder `parent`.
  ///   - deadline: when to leave the rest to a later run.
  static func remove(
    _ folder: Int32, _ name: String, from parent: Int32, deadline: ContinuousClock.Instant
  ) {
    let own = OpenFolder.reopened(folder)
    guard own >= 0, empty(closing: own, deadline: deadline) else { return }
    unlinkat(parent, name, AT_REMOVEDIR)
  }

  /// Takes one descriptor for each folder on the way down: the process may have few.
  ///
  /// - Parameter folder: nothing has been read from its descriptor yet.
  /// - Returns: whether nothing is left.
  private static func empty(
    closing folder: Int32, deadline: ContinuousClock.Instant?, depth: Int = 0
  ) -> Bool {
    guard depth < depthLimit, let stream = fdopendir(folder) else {
      close(folder)
      return false
    }
    defer { closedir(stream) }
    var isEmpty = true
    for name in OpenFolder.names(next: { readdir(stream) }) {
      if let deadline, ContinuousClock.now >= deadline { return false }
      if depth == 0, name == OwnedFolder.lockName { continue }
      if unlinkat(folder, name, 0) == 0 || errno == ENOENT { continue }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let isGone =
        inner >= 0 && empty(closing: inner, deadline: deadline, depth: depth + 1)
        && unlinkat(folder, name, AT_REMOVEDIR) == 0
      isEmpty = isEmpty && isGone
    }
    if depth == 0, isEmpty { unlinkat(folder, OwnedFolder.lockName, 0) }
    return isEmpty
  }
}

/// What is in a folder that is open.
enum OpenFolder {
  /// Another descriptor of a folder: reading moves a position that all copies of a descriptor share.
  ///
  /// - Returns: a negative number if no further file can be opened.
  static func reopened(_ folder: Int32) -> Int32 {
    openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// The names in it but `.` and `..`, in no order.
  ///
  /// - Parameter limit: how many names are looked at.
  static func names(in folder: Int32, limit: Int, where isWanted: (String) -> Bool) -> [String] {
    let own = reopened(folder)
    guard own >= 0 else { return [] }
    guard let stream = fdopendir(own) else {
      close(own)
      return []
    }
    defer { closedir(stream) }
    return names(limit: limit, where: isWanted) { readdir(stream) }
  }

  /// - Parameter next: reads the next entry; `nil`: there is none.
  fileprivate static func names(
    limit: Int = .max, where isWanted: (String) -> Bool = { _ in true },
    next: () -> UnsafeMutablePointer<dirent>?
  ) -> [String] {
    var names = [String]()
    var count = 0
    while count < limit, let entry = next() {
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
