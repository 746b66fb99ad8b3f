import Foundation
import MigCheckModel
import MigCheckStores
import MigCheckText

/// A store that Core Data wrote, as far as it describes itself.
package final class CoreDataStoreFile {
  /// One row of `Z_PRIMARYKEY`.
  package struct Entity {
    /// `Z_ENT`.
    package var number: Int64
    package var name: Name
    /// The number of its parent; 0: it has none.
    package var parent: Int64
    /// The highest key in its table, which stands at the root.
    package var highestKey: Int64
  }

  package let path: String
  let database: ForeignDatabase
  /// In the order of their numbers, without Core Data's own.
  package let entities: [Entity]
  /// The names of Core Data's own.
  package let ownEntities: [String]
  /// What lies in files of their own.
  let externalData: ExternalData
  /// What the author called the version; without empty ones.
  package let identifiers: [String]
  /// 32 bytes for each entity.
  package let versionHashes: [String: [UInt8]]
  /// `Z_UUID`: upgrades keep it.
  package let uuid: String

  /// Numbers from here on are of entities that Core Data adds by itself, for the history of changes.
  private static let firstOwnNumber: Int64 = 16_000

  /// - Parameters:
  ///   - folder: an existing folder for a copy, which the caller removes.
  ///   - allowsEmpty: whether the store may hold no objects though no log of it is there.
  /// - Throws: `InputError` for a file that is no store of Core Data, or a damaged one.
  package init(_ path: String, copyingTo folder: String, allowsEmpty: Bool = false) throws {
    self.path = path
    let database = try ForeignDatabase(path, copyingTo: folder)
    self.database = database
    for name in ["Z_PRIMARYKEY", "Z_METADATA"] where database.table(name) == nil {
      throw InputError(
        file: path, problem: "this is no store of Core Data: it has no table \(name)",
        remedy: "name a store that an app wrote, with its -wal")
    }
    var entities = [Entity]()
    var ownEntities = [String]()
    try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
      row in
      guard case .integer(let number) = row[0], case .text(let name) = row[1] else {
        throw InputError(
          file: path, problem: "Z_PRIMARYKEY holds an entity without a number or a name",
          remedy: "restore the store from a backup")
      }
      guard number < Self.firstOwnNumber else {
        ownEntities.append(name)
        return
      }
      entities.append(
        Entity(
          number: number, name: Name(name), parent: row[2].integer ?? 0,
          highestKey: row[3].integer ?? 0))
    }
    self.entities = entities
    self.ownEntities = ownEntities
    externalData = ExternalData(of: path)
    let metadata = try Self.metadata(of: database)
    uuid = metadata.uuid
    identifiers = (metadata.list["NSStoreModelVersionIdentifiers"] as? [String] ?? [])
      .filter { !$0.isEmpty }
    versionHashes = (metadata.list["NSStoreModelVersionHashes"] as? [String: Data] ?? [:])
      .mapValues { Array($0) }
    if !allowsEmpty { try requireLog() }
  }

  package func close() { database.close() }

  /// Whether a table holds a row.
  package func holdsRows(_ table: String) throws -> Bool {
    var found = false
    try database.rows("SELECT 1 FROM \(ForeignDatabase.quoted(table)) LIMIT 1") { _ in found = true
    }
    return found
  }

  /// The names of a table's columns, in their order; `nil`: there is no such table.
  package func columns(of table: String) -> [String]? {
    database.table(table)?.columns.map(\.name)
  }

  package func hasIndex(_ name: String) throws -> Bool {
    var found = false
    try database.rows("SELECT name FROM sqlite_master WHERE type = 'index'") { row in
      if row[0].text == name { found = true }
    }
    return found
  }

  private static func metadata(
    of database: ForeignDatabase
  ) throws -> (uuid: String, list: [String: Any]) {
    var found: (String, [UInt8])?
    try database.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA") { row in
      guard case .bytes(let bytes) = row[1] else { return }
      found = (row[0].text ?? "", bytes)
    }
    guard let (uuid, bytes) = found, PropertyListDepth.isShallow(bytes),
      let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        as? [String: Any]
    else {
      throw InputError(
        file: database.path, problem: "Z_METADATA.Z_PLIST holds no property list",
        remedy: "copy the store again, together with its -wal")
    }
    return (uuid, list)
  }

  /// A store whose log was left behind looks like a new one: nothing in it was written to the file.
  private func requireLog() throws {
    guard !database.hasLog, entities.allSatisfy({ $0.highestKey == 0 }) else { return }
    let isThere = FileManager.default.fileExists(atPath: path + "-wal")
    throw InputError(
      file: path,
      problem: "the store holds no objects, and "
        + (isThere
          ? "its write-ahead log \(path)-wal holds nothing"
          : "there is no \(path)-wal beside it"),
      remedy: "copy the store together with its -wal")
  }
}

extension ForeignDatabase.Cell {
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  var text: String? { if case .text(let value) = self { value } else { nil } }

  var isNull: Bool { if case .null = self { true } else { false } }
}
