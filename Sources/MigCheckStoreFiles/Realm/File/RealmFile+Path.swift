import Foundation
import MigCheckModel

extension RealmFile {
  /// Reads a file, which is not changed and not locked.
  ///
  /// The bytes are taken at once. Commits never overwrite what the top in force reaches, so that a
  /// file is whole unless a commit came in between, which shows in the first 24 bytes.
  ///
  /// - Throws: `InputError` with the file's name.
  package static func read(path: String) throws(InputError) -> RealmContent {
    for _ in 0..<3 {
      let bytes = try bytes(path)
      guard try isUnchanged(path, since: bytes) else { continue }
      do {
        return try read(bytes)
      } catch {
        throw error.inputError(file: path)
      }
    }
    throw RealmFileError.beingWritten.inputError(file: path)
  }

  /// Whether a file begins as Realm files do, or has the name of one.
  package static func isRealm(_ path: String) -> Bool {
    if path.hasSuffix(".realm") { return true }
    guard isRegular(path), let start = try? start(path), start.count == RealmFileHeader.size else {
      return false
    }
    return Array(start[RealmFileHeader.mnemonicOffset..<RealmFileHeader.formatOffset])
      == RealmFileHeader.mnemonic
  }

  private static func bytes(_ path: String) throws(InputError) -> [UInt8] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such file", remedy: "check the path")
    }
    guard !isFolder.boolValue else {
      throw InputError(file: path, problem: "this is a folder", remedy: "name a *.realm file")
    }
    guard isRegular(path) else {
      throw InputError(
        file: path, problem: "this is not a regular file", remedy: "name a *.realm file")
    }
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw InputError(.io, file: path, problem: "the file cannot be read")
    }
  }

  /// Whether a file can be read without waiting for another process, as a pipe cannot.
  private static func isRegular(_ path: String) -> Bool {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func isUnchanged(
    _ path: String, since bytes: [UInt8]
  ) throws(InputError) -> Bool {
    do {
      return try start(path).elementsEqual(bytes.prefix(RealmFileHeader.size))
    } catch {
      throw InputError(.io, file: path, problem: "the file cannot be read")
    }
  }

  /// The first 24 bytes, or fewer.
  private static func start(_ path: String) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    return try file.read(upToCount: RealmFileHeader.size) ?? Data()
  }
}
