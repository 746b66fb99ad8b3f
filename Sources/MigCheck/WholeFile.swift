import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckVerifier

/// Writes files that are there as a whole or not at all.
///
/// A file is written under another name in the same folder, and moved when its content has reached
/// the disk. Whatever goes wrong before, nothing of it is left, and a file of the same name is as
/// it was.
package enum WholeFile {
  /// What to do about a file of the same name.
  package enum Collision: Sendable {
    case replace
    case refuse
  }

  /// - Throws: `InputError`.
  package static func write(_ text: String, to path: String, collision: Collision) throws {
    try make(path, collision: collision) { file in
      try file.append(Array(text.utf8))
    }
  }

  /// Copies a file.
  ///
  /// - Throws: `InputError`.
  package static func copy(_ source: String, to path: String, collision: Collision) throws {
    let reader = try InputFile(path: source)
    defer { reader.close() }
    try make(path, collision: collision) { file in
      var bytes = [UInt8]()
      while try reader.read(into: &bytes, atMost: 1 << 20) > 0 {
        try file.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
  }

  // MARK: Under the other name

  /// The files that are being written, by their present names.
  private static let unfinished = Locked<[String]>([])

  /// Removes what is being written, and ends the process. No other thread begins a file, or gives
  /// one its name, in between.
  package static func abandonAll(end: () -> Never) -> Never {
    unfinished.withLock { paths in
      for path in paths { unlink(path) }
      end()
    }
  }

  private static func make(
    _ path: String, collision: Collision, _ body: (OpenedFile) throws -> Void
  ) throws {
    let file = try OpenedFile(besides: path)
    defer { file.discard() }
    try body(file)
    try file.finish()
    try unfinished.withLock { paths in
      guard let index = paths.firstIndex(of: file.path) else { return }
      try move(file.path, to: path, collision: collision)
      paths.remove(at: index)
    }
  }

  private static func move(_ source: String, to path: String, collision: Collision) throws {
    if collision == .refuse {
      // Unlike a rename, a link never takes the place of another file.
      if link(source, path) == 0 {
        unlink(source)
        return
      }
      guard errno != EEXIST, access(path, F_OK) != 0 else { throw exists(path) }
      // Not every file system has links.
    }
    guard rename(source, path) == 0 else { throw failure(path, errno) }
  }

  /// A new file, open for writing.
  private final class OpenedFile {
    let path: String
    private let target: String
    private var descriptor: Int32

    init(besides target: String) throws {
      // By hand: Foundation's `deletingLastPathComponent` traps on Linux for a name of one letter.
      let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target[...$0] } ?? "./"
      var pattern = Array("\(folder).migcheck-XXXXXX".utf8CString)
      let (descriptor, path) = WholeFile.unfinished.withLock { paths in
        let descriptor = mkstemp(&pattern)
        let path = String(
          decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if descriptor >= 0 { paths.append(path) }
        return (descriptor, path)
      }
      guard descriptor >= 0 else { throw WholeFile.failure(target, errno) }
      self.path = path
      self.target = target
      self.descriptor = descriptor
      // As a file that is made in the ordinary way.
      let mask = umask(0)
      umask(mask)
      fchmod(descriptor, 0o666 & ~mask)
    }

    func append(_ bytes: [UInt8]) throws {
      var position = 0
      while position < bytes.count {
        let count = bytes[position...].withUnsafeBytes {
          Foundation.write(descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw WholeFile.failure(target, count == 0 ? EIO : errno) }
        position += count
      }
    }

    /// Waits until the disk has everything.
    func finish() throws {
      // Some file systems have nothing to wait for, and say so.
      guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
        throw WholeFile.failure(target, errno)
      }
      let code = close(descriptor)
      descriptor = -1
      guard code == 0 else { throw WholeFile.failure(target, errno) }
    }

    /// Removes the file, unless it has its name by now.
    func discard() {
      if descriptor >= 0 { close(descriptor) }
      WholeFile.unfinished.withLock { paths in
        guard let index = paths.firstIndex(of: path) else { return }
        unlink(path)
        paths.remove(at: index)
      }
    }
  }

  // MARK: Errors

  package static func exists(_ path: String) -> InputError {
    InputError(
      .io, file: path, problem: "there is a file or folder of this name already",
      remedy: "remove it, or write to another one")
  }

  private static func failure(_ path: String, _ code: Int32) -> InputError {
    let reason =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: "the disk is full"
      case EACCES, EPERM, EROFS: "permission is denied"
      case ENOENT, ENOTDIR: "its folder does not exist"
      default: String(cString: strerror(code))
      }
    return InputError(
      .io, file: path, problem: "the file cannot be written: \(reason)",
      remedy: "write to a folder that you may write to, on a disk with room")
  }
}
