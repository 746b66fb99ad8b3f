import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// What `Z_METADATA.Z_PLIST` of a new store holds.
enum StoreMetadata {
  /// The version of the framework that the store claims to be from: that of real stores which hold
  /// exactly the keys written here.
  static let frameworkVersion: Int64 = 1251

  static func propertyList(of model: CoreDataModel) -> BinaryPropertyList {
    let hashes = model.versionHashes
    return .dictionary([
      ("NSPersistenceFrameworkVersion", .integer(frameworkVersion)),
      (
        "NSStoreModelVersionHashes",
        .dictionary(hashes.entities.map { ($0.name.text, .data($0.hash)) })
      ),
      ("NSStoreModelVersionHashesDigest", .text(hashes.digest)),
      ("NSStoreModelVersionHashesVersion", .integer(3)),
      ("NSStoreModelVersionIdentifiers", .array([.text(model.identifier)])),
      ("NSStoreType", .text("SQLite")), ("_NSAutoVacuumLevel", .text("2")),
    ])
  }
}

/// The name of a store, `Z_UUID`, which an upgrade keeps.
package enum StoreName {
  /// A random UUID of version 4 that depends on a text alone.
  package static func uuid(of text: String) -> String {
    var bytes = Array(SHA256.hash(Array(text.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array(Hexadecimal.text(bytes).uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
