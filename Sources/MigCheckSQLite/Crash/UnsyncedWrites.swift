#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What would be lost if the machine stopped now: which of the writes to a few files nobody has
/// synchronized since, and what the files held before.
///
/// The model is that of SQLite's own documentation on atomic commits: a synchronized file has all
/// that was written to it and is found under its name; of anything else any part may be there, except
/// that bytes outside of a write stay as they are.
struct UnsyncedWrites {
  enum Change: Sendable {
    case write([UInt8], offset: Int)
    case truncation(size: Int)
    case deletion
  }

  /// On the disk for certain; `nil`: there is no such file.
  private var durable: [String: [UInt8]?] = [:]
  private var pending: [(path: String, change: Change)] = []

  /// Bytes that a disk writes at once.
  private static let sector = 512

  func knows(_ path: String) -> Bool { durable[path] != nil }

  /// - Parameter content: of the file as it was found; `nil` if there is none.
  mutating func begin(_ path: String, content: [UInt8]?) { durable[path] = .some(content) }

  mutating func note(_ change: Change, of path: String) { pending.append((path, change)) }

  /// All that was done to a file is on the disk from now on.
  mutating func sync(_ path: String) {
    let changes = pending.filter { $0.path == path }
    pending.removeAll { $0.path == path }
    // A file that was made, and to which nothing was written, is there too.
    if durable[path, default: nil] == nil { durable[path] = .some([]) }
    for change in changes { change.change.apply(to: &durable[path, default: nil]) }
  }

  /// The file is gone, and so it is on the disk.
  mutating func remove(_ path: String) {
    pending.removeAll { $0.path == path }
    durable[path] = .some(nil)
  }

  // MARK: Stopping

  /// - Parameter moment: decides which changes stay where that is any.
  mutating func lose(by fault: StorageFault, at moment: Int) {
    switch fault {
    case .powerLoss: dropAll()
    case .tornWrite: tearLast()
    case .reorderedWrites: dropSome(salt: UInt64(moment))
    case .failure, .fullDisk, .kill: break
    }
  }

  /// The changes of which the machine would lose nothing but the second half of the last.
  private mutating func tearLast() {
    keep { _, _ in true }
    guard let last = pending.last, case .write(let bytes, let offset) = last.change else { return }
    let half = bytes.count / 2
    let kept = half >= Self.sector ? half / Self.sector * Self.sector : half
    pending[pending.count - 1].change = .write(Array(bytes.prefix(kept)), offset: offset)
  }

  private mutating func dropAll() { pending = [] }

  /// - Parameter salt: decides which changes stay; always the same for the same number.
  private mutating func dropSome(salt: UInt64) {
    keep { place, _ in
      // The finalizer of SplitMix64: neighbours have nothing in common.
      var bits = salt &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(place) &+ 1
      bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      return (bits ^ bits >> 31) & 1 == 0
    }
  }

  /// - Note: What is written under the name of a deleted file goes to another file, which nobody finds
  ///   if the disk still has the old one under that name.
  private mutating func keep(_ isKept: (Int, Change) -> Bool) {
    var undeleted = Set<String>()
    pending = pending.enumerated().filter { place, item in
      if undeleted.contains(item.path) { return false }
      if isKept(place, item.change) { return true }
      if case .deletion = item.change { undeleted.insert(item.path) }
      return false
    }.map(\.element)
  }

  /// By path: what the files are after the machine has started again; `nil`: there is no such file.
  var remaining: [String: [UInt8]?] {
    var contents = durable
    for (path, change) in pending { change.apply(to: &contents[path, default: nil]) }
    return contents
  }

  /// Makes the files what they are after the machine has started again.
  ///
  /// - Returns: whether all could be written.
  func restore() -> Bool {
    remaining.sorted { $0.key < $1.key }.allSatisfy { path, content in
      guard let content else { return unlink(path) == 0 || errno == ENOENT }
      return content.write(to: path)
    }
  }
}

extension UnsyncedWrites.Change {
  fileprivate func apply(to content: inout [UInt8]?) {
    switch self {
    case .write(let bytes, let offset):
      var all = content ?? []
      // An array with one owner is changed in its place.
      content = nil
      if all.count < offset + bytes.count {
        all += Array(repeating: 0, count: offset + bytes.count - all.count)
      }
      all.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
      content = all
    case .truncation(let size):
      var all = content ?? []
      content = nil
      if all.count > size { all.removeLast(all.count - size) }
      content = all
    case .deletion: content = nil
    }
  }
}
