import MigCheckText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file that is open for reading. Every file that is not the program's own is opened here.
package struct InputFile {
  let shown: String
  /// In bytes, when it was opened.
  package let size: Int
  private let descriptor: Int32

  /// - Parameters:
  ///   - shown: the path as messages show it; `nil`: as it is.
  ///   - folder: the folder that the file must lie in, links followed; `nil`: anywhere, as for a file
  ///     that the user names.
  /// - Throws: `InputError` for what is not a regular file, such as a pipe, and if there is none.
  package init(
    path: String, shown: String? = nil, inside folder: String? = nil
  ) throws(InputError) {
    self.shown = shown ?? path
    guard !path.utf8.contains(0) else {
      throw InputError(
        .notFound, file: quoted(path), problem: "a path cannot hold a zero byte",
        remedy: "check the path")
    }
    // Asked before opening, since opening a device or a pipe may already do something.
    try Self.requireRegular(path: path, shown: shown, inside: folder)
    var status = stat()
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(self.shown, errno) }
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      _ = Self.close(descriptor)
      throw Self.failure(self.shown, code)
    }
    do throws(InputError) {
      try Self.requireRegular(self.shown, status)
    } catch {
      _ = Self.close(descriptor)
      throw error
    }
    self.size = Int(status.st_size)
    self.descriptor = descriptor
  }

  package func close() {
    _ = Self.close(descriptor)
  }

  /// Appends the next bytes.
  ///
  /// - Returns: how many there were; 0 at the end of the file.
  package func read(into bytes: inout [UInt8], atMost count: Int) throws(InputError) -> Int {
    let (result, code) = withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) {
      chunk -> (Int, Int32) in
      var result: Int
      repeat { result = Self.read(descriptor, chunk) } while result < 0 && errno == EINTR
      let code = errno
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<max(result, 0)]))
      return (result, code)
    }
    guard result >= 0 else { throw Self.failure(shown, code) }
    return result
  }

  /// Copies the content into a new file that only its owner may read.
  ///
  /// - Parameter limit: in bytes; a file that grows meanwhile must not pass it either.
  /// - Throws: `InputError`.
  package func copy(to path: String, limit: Int) throws(InputError) {
    let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw copyFailure(errno) }
    defer { _ = Self.close(output) }
    var total = 0
    var bytes = [UInt8]()
    while try read(into: &bytes, atMost: 1 << 18) > 0 {
      total += bytes.count
      guard total <= limit else { throw copyFailure(EFBIG) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Self.write(output, $0) }
        guard count >= 0 || errno == EINTR else { throw copyFailure(errno) }
        rest = rest.dropFirst(max(count, 0))
      }
      bytes.removeAll(keepingCapacity: true)
    }
  }

  private func copyFailure(_ code: Int32) -> InputError {
    InputError(
      .io, file: shown, problem: "the file cannot be copied: \(String(cString: strerror(code)))",
      remedy: "check the room, and the permissions, in the folder for scratch files")
  }

  /// Removes a copy, if there is one.
  package static func remove(_ path: String) { unlink(path) }

  // The C functions of the same names, which the methods hide.
  private static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #endif
  }

  private static func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, target.baseAddress, target.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, target.baseAddress, target.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, target.baseAddress, target.count)
    #endif
  }

  private static func write(_ descriptor: Int32, _ source: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, source.baseAddress, source.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, source.baseAddress, source.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, source.baseAddress, source.count)
    #endif
  }
}

// MARK: What may be opened

extension InputFile {
  /// Whether there is a file, a folder or a link of this name, even a link that dangles.
  package static func isPresent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether the path itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Refuses a folder that is a link: what is checked may be somebody else's, and must not say where
  /// files are written.
  ///
  /// - Parameters:
  ///   - noun: what messages call it, such as "the folder of the corpus".
  ///   - option: the option that names another one.
  /// - Throws: `InputError`.
  package static func requireNoLink(
    _ folder: String, called noun: String, option: String
  ) throws(InputError) {
    guard isLink(folder) else { return }
    throw InputError(
      .io, file: folder, problem: "\(noun) is a link",
      remedy: "remove the link, or name the folder that it leads to with \(option)")
  }

  /// Whether the path is that of a folder, or of a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// - Throws: `InputError` for what is not a regular file, such as a pipe, and if there is none.
  package static func requireRegular(
    path: String, shown: String? = nil, inside folder: String? = nil
  ) throws(InputError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      guard isLink(path), code == ENOENT || code == ELOOP else {
        throw failure(shown ?? path, code)
      }
      throw InputError(
        .notFound, file: shown ?? path,
        problem: code == ELOOP
          ? "this is a link that leads to itself" : "this is a link to a file that does not exist",
        remedy: "remove the link, or put the file in its place")
    }
    try requireRegular(shown ?? path, status)
    if let folder { try requireInside(path, shown: shown ?? path, folder) }
  }

  /// - Throws: `InputError` for a path that leads out of a folder, by links or by `..`.
  package static func requireInside(
    _ path: String, shown: String, _ folder: String
  ) throws(InputError) {
    guard let own = resolved(path), var root = resolved(folder) else { return }
    if !root.hasSuffix("/") { root += "/" }
    guard !own.utf8.starts(with: root.utf8) else { return }
    throw InputError(
      file: shown, problem: "it leads out of the folder \(quoted(folder))",
      remedy: isLink(path)
        ? "put the file itself in the place of the link"
        : "move the file into the folder, or name it on the command line")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func requireRegular(_ shown: String, _ status: stat) throws(InputError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR:
      throw InputError(
        file: shown, problem: "this is a folder", remedy: "name a file in it")
    default:
      throw InputError(
        file: shown, problem: "this is a pipe, a socket or a device",
        remedy: "name a regular file")
    }
  }

  private static func failure(_ shown: String, _ code: Int32) -> InputError {
    switch code {
    case ENOENT, ENOTDIR:
      return InputError(
        .notFound, file: shown, problem: "there is no such file", remedy: "check the path")
    case EACCES, EPERM:
      return InputError(
        .io, file: shown, problem: "the file may not be read", remedy: "check its permissions")
    case EMFILE, ENFILE:
      return InputError(
        .io, file: shown, problem: "the file cannot be opened: too many files are open",
        remedy: "raise the limit with ulimit -n")
    default:
      return InputError(
        .io, file: shown, problem: "the file cannot be read: \(String(cString: strerror(code)))",
        remedy: "check the file and its disk")
    }
  }
}
