import Foundation
import MigCheckModel
import MigCheckText

/// The names in a folder of migrations, of which none that may be a script is left out in silence: a name
/// that is not UTF-8, or a link that leads to nothing, is an error.
package enum FolderNames {
  /// Visible names in byte order.
  ///
  /// - Parameter shown: the folder, as messages name it.
  /// - Throws: `InputError`.
  static func all(in folder: String, named shown: String) throws -> [String] {
    var names = [String]()
    for bytes in try bytes(in: folder, named: shown) where bytes.first != UInt8(ascii: ".") {
      guard let name = String(exactUTF8: bytes) else {
        if isScript(bytes, in: folder) { throw unreadable(bytes, in: shown) }
        continue
      }
      if isDangling("\(folder)/\(name)"),
        MigrationName.isScript(name) || !MigrationName(name).number.isEmpty
      {
        throw dangling("\(shown)/\(name)")
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a path is that of a symbolic link whose target does not exist.
  package static func isDangling(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }
    return stat(path, &status) != 0
  }

  /// - Parameter path: as messages show it.
  package static func dangling(_ path: String) -> InputError {
    InputError(
      .notFound, file: path,
      problem: "this is a symbolic link to a file that does not exist",
      remedy: "restore its target, or delete the link")
  }

  private static func unreadable(_ bytes: [UInt8], in shown: String) -> InputError {
    let name = bytes.map { byte in
      (0x20..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
    return InputError(
      file: "\(shown)/\(name)", problem: "the name of this script is not UTF-8",
      remedy: "rename it")
  }

  /// Whether a name ends as those of scripts do, or is that of a folder.
  private static func isScript(_ bytes: [UInt8], in folder: String) -> Bool {
    var isFolder = false
    var path = Array("\(folder)/".utf8CString.dropLast()) + bytes.map { CChar(bitPattern: $0) }
    path.append(0)
    var status = stat()
    if stat(path, &status) == 0 { isFolder = status.st_mode & S_IFMT == S_IFDIR }
    return isFolder || MigrationName.isScript(String(decoding: bytes, as: UTF8.self))
  }

  private static func bytes(in folder: String, named shown: String) throws -> [[UInt8]] {
    guard let stream = opendir(folder) else {
      throw InputError(
        .io, file: shown, problem: "the folder cannot be read", remedy: "check its permissions")
    }
    defer { closedir(stream) }
    var names = [[UInt8]]()
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(
            to: UInt8.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
          ) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        })
    }
    return names
  }
}

/// `strlen` of bytes without a sign.
private func strlen(_ bytes: UnsafePointer<UInt8>) -> Int {
  var count = 0
  while bytes[count] != 0 { count += 1 }
  return count
}
