import Foundation
import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import TestMaterial

/// Files that the real engine wrote, or that were made to be refused; they need not be there.
enum RealmMaterial {
  static let folder = "realm/files"

  static let isMissing: Bool = !Material.has(folder)

  /// The paths of files below the folder, such as `older/core-10.realm`; none if it is missing.
  static func files(in folder: String = "", endingWith suffix: String = ".realm") -> [String] {
    let root = Material.shared.appendingPathComponent(Self.folder)
    return Material.files(in: root, endingWith: suffix)
      .map { String($0.dropFirst(root.path.count + 1)) }
      .filter { $0.hasPrefix(folder) && (!folder.isEmpty || !$0.contains("/")) }
  }

  static func bytes(_ file: String) throws -> [UInt8] {
    try [UInt8](
      Data(contentsOf: URL(fileURLWithPath: Material.sharedPath("\(folder)/\(file)"))))
  }

  static func json(_ file: String) throws -> JSON {
    try JSON.parse(String(decoding: bytes(file), as: UTF8.self))
  }

  static func content(_ file: String) throws -> RealmContent {
    try RealmFile.read(bytes(file))
  }
}
