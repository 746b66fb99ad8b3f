import Foundation
import MigCheckModel

/// Finds the Swift files of an app.
package enum SourceFolder {
  /// Reads a Swift file, or the Swift files of a folder and of those in it, in the order of their
  /// paths.
  ///
  /// - Throws: `InputError` if there is nothing to read.
  package static func read(_ path: String) throws -> [SourceText] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such folder",
        remedy: "name the folder with the app's model classes")
    }
    guard isFolder.boolValue else { return [try text(path)] }
    let names = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
      .filter { isSource($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard !names.isEmpty else {
      throw InputError(
        .notFound, file: path, problem: "there are no Swift files here",
        remedy: "name the folder with the app's model classes")
    }
    let root = path.hasSuffix("/") ? path : path + "/"
    return try names.map { try text(root + $0, inside: path) }
  }

  /// The largest file that is read, in bytes: 16 MiB.
  static let limit = 16 << 20

  private static func text(_ path: String, inside folder: String? = nil) throws -> SourceText {
    let bytes = try FileReader.read(
      path: path, limit: limit, inside: folder, remedy: "name the folder with the model classes")
    try FileReader.requireNoOtherEncoding(bytes, file: path)
    return SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a file belongs to the app, by its path below the folder: tests, other packages and
  /// what builds leave behind do not.
  static func isSource(_ path: String) -> Bool {
    guard path.hasSuffix(".swift") else { return false }
    return !path.split(separator: "/").contains { part in
      part.hasPrefix(".") || part == "Pods" || part == "Carthage" || part == "DerivedData"
        || part == "Package.swift" || part == "Tests" || part.hasSuffix("Tests")
    }
  }
}
