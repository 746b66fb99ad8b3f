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
    let place = file.deletingLastPathComponent()
    let (new, old) = (folder.appendingPathComponent("new"), folder.appendingPathComponent("old"))
    for part in [new, old] {
      try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    }
    try StoredUpgrade.write(
      after, of: before, by: format, to: new.appendingPathComponent(file.lastPathComponent))
    // The store, and the folder of its large values. SQLite would read a log that stays next to the new
    // file as part of it.
    let written = try FileManager.default.contentsOfDirectory(atPath: new.path).sorted()
    let support = ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT"
    let replaced = Set(
      written + [support] + ["", "-wal", "-shm"].map { file.lastPathComponent + $0 })
    try Self.move(replaced, from: place, to: old)
    do {
      try Self.move(Set(written), from: new, to: place)
    } catch {
      try? Self.move(replaced, from: place, to: new)
      try Self.move(replaced, from: old, to: place)
      throw error
    }
  }

  /// Moves those files of a folder that exist.
  private static func move(_ names: Set<String>, from: URL, to: URL) throws {
    for name in names.sorted() {
      let (source, target) = (from.appendingPathComponent(name), to.appendingPathComponent(name))
      guard FileManager.default.fileExists(atPath: source.path) else { continue }
      try FileManager.default.moveItem(at: source, to: target)
    }
  }
}
