import Foundation
import MigCheckFormats
import MigCheckModel

/// Where a test finds the folder `Schemas`, which `migcheck freeze` writes: beside the test's file, or
/// in a folder above it up to that of the package.
enum TestSchemas {
  /// - Parameter file: the path of the test, as it was when it was compiled.
  /// - Returns: folders that may hold frozen versions, the nearest first.
  static func folders(for file: String) -> [String] {
    var folders = [String]()
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent().standardizedFileURL
    while folder.path != "/" {
      folders.append(folder.appendingPathComponent("Schemas").path)
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folders }
      folder.deleteLastPathComponent()
    }
    // Not in a package: only what lies beside the test is surely about it.
    return Array(folders.prefix(1))
  }

  /// The subject with what is frozen of its versions, in the nearest folder that has any.
  ///
  /// - Parameter folder: the only one to look in; `nil`: see `folders(for:)`.
  /// - Throws: `InputError` for a file that is no frozen version.
  static func comparing(
    _ subject: some Subject, in folder: String?, file: String
  ) throws -> any Subject {
    guard let comparing = subject as? any FrozenSchemaComparing else { return subject }
    return try comparing.comparingFirst(of: folder.map { [$0] } ?? folders(for: file))
  }
}

extension FrozenSchemaComparing {
  /// As it is once it knows something frozen, in one of several folders.
  fileprivate func comparingFirst(of folders: [String]) throws -> Self {
    try folders.reduce(self) { try $0.comparingSchemas(in: $1) }
  }
}
