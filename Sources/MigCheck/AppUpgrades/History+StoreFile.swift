public import Foundation
import MigCheckCoreData
public import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStoreFiles

extension History {
  /// Upgrades a store file to the last version by migcheck's own rules, in its place.
  ///
  /// A stand-in for the engine where that is not at hand: with it the test of an app runs on Linux as
  /// well. It proves nothing of the engine itself. A file of the last version stays as it is.
  ///
  /// - Parameter file: of Realm or of Core Data; no process has it open.
  /// - Throws: `UpgradeError` for an upgrade that the rules refuse; `InputError` for a file that cannot be
  ///   read, or for content that cannot be written.
  public func upgradeStoreFile(_ file: URL) throws {
    let format: any StoreFormat =
      engine == .realm
      ? try RealmFileFormat(versions) : try CoreDataFileFormat(CoreDataBundle(self))
    let before = try format.read(file)
    let version = before.snapshot.version
    guard let last = stages.last?.number, last > version else { return }
    // The name only has to be new.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let after = try StoredUpgrade.run(
      before.snapshot, through: stops(from: version, to: last), of: self, in: folder.path
    ).after
    // SQLite would read a log that stays next to the new file as part of it.
    let names = ["", "-wal", "-shm"]
    let kept = names.filter { FileManager.default.fileExists(atPath: file.path + $0) }
    for name in kept {
      try FileManager.default.moveItem(
        atPath: file.path + name, toPath: "\(folder.path)/before\(name)")
    }
    do {
      try StoredUpgrade.write(after, of: before, by: format, to: file)
    } catch {
      for name in names { try? FileManager.default.removeItem(atPath: file.path + name) }
      for name in kept {
        try FileManager.default.moveItem(
          atPath: "\(folder.path)/before\(name)", toPath: file.path + name)
      }
      throw error
    }
  }
}
