import Foundation
import MigCheckModel

/// A store file that the app has upgraded, as it was read. The file lives as long as this does.
final class UpgradedFile {
  /// With the keys that objects had before.
  let snapshot: Snapshot
  private let folder: StoreFolder
  private let translation: KeyTranslation

  private init(_ snapshot: Snapshot, _ folder: StoreFolder, _ translation: KeyTranslation) {
    self.snapshot = snapshot
    self.folder = folder
    self.translation = translation
  }

  /// Writes a file, has the app upgrade it and reads what it left.
  ///
  /// - Returns: `nil` if no file can hold the content.
  /// - Throws: `UpgradeError` for what the app does wrong.
  convenience init?(
    of before: Snapshot, to version: UInt64, by subject: StoreFileSubject, in directory: String
  ) throws {
    let folder = try StoreFolder(in: directory, named: "store." + subject.format.fileExtension)
    let keys: [[Int64]]
    do {
      keys = try subject.format.write(before.graph, at: before.version, to: folder.file)
    } catch let error as InputError where error.kind == .badData {
      return nil
    }
    try subject.call(on: folder.file, from: before, to: version)
    let mapping = subject.model.evidence.mappings?.mapping(from: before.version, to: version)
    let translation = KeyTranslation(before, written: keys, mapping: mapping)
    var own = translation
    self.init(
      own.translate(try subject.read(folder.file, at: version)), folder, translation)
  }

  /// Has the app open a copy once more, at the version that it is at.
  ///
  /// - Returns: `nil` if the upgrade is not that of an app that opens its store.
  func openedAgain(
    by subject: StoreFileSubject, in directory: String
  ) throws -> UpgradedFile? {
    guard !subject.upgrade.isRecorded else { return nil }
    let copy = try folder.copy(in: directory)
    try subject.call(on: copy.file, from: snapshot, to: snapshot.version)
    var own = translation
    return UpgradedFile(
      own.translate(try subject.read(copy.file, at: snapshot.version)), copy, translation)
  }
}

extension StoreFileSubject {
  fileprivate func call(on file: URL, from before: Snapshot, to version: UInt64) throws {
    let done = upgrade.isInProcess ? willRun?(before.graph, before.version) : nil
    defer { done?() }
    try upgrade.run(file, version)
    guard !isStillOpen(file) else {
      throw UpgradeError(
        .authorError,
        "The store is still open after the app's upgrade: close it, or release what holds it, before "
          + "the upgrade returns.")
    }
  }

  /// What holds a store may be released a moment after the call.
  private func isStillOpen(_ file: URL) -> Bool {
    for attempt in 0..<20 {
      if attempt > 0 { usleep(50_000) }
      if !format.isOpen(file) { return false }
    }
    return true
  }

  /// - Throws: `UpgradeError` for a file that cannot be read, or is at another version.
  fileprivate func read(_ file: URL, at version: UInt64) throws -> Snapshot {
    let content: StoreContent
    do {
      content = try format.read(file)
    } catch let error as InputError {
      let text = [error.problem, error.remedy].filter { !$0.isEmpty }.joined(separator: "; ")
      throw UpgradeError(
        .storeCorrupt,
        "The store that the app left cannot be read: "
          + StorePath.hidden(file, in: error.path.isEmpty ? text : "\(error.path): \(text)"))
    }
    guard content.isAt(version) else {
      throw UpgradeError(
        .notUpgraded,
        "The app left the store at version \(content.snapshot.version), not at version \(version).")
    }
    var snapshot = content.snapshot
    if snapshot.version != version {
      // Versions that files cannot tell apart have one schema.
      snapshot.version = version
      if let schema = versions.first(where: { $0.number == version })?.schema {
        var graph = ObjectGraph(schema: schema)
        guard graph.tables.count == snapshot.graph.tables.count else { return snapshot }
        graph.tables = snapshot.graph.tables
        snapshot.graph = graph
      }
    }
    return snapshot
  }
}

/// A folder of its own for a store file and what an engine puts next to it.
final class StoreFolder {
  let file: URL
  private let folder: URL

  /// - Parameter name: of the file.
  init(in directory: String, named name: String) throws {
    // The name only has to be new, as engines keep caches by path; no output depends on it.
    folder = URL(fileURLWithPath: directory, isDirectory: true)
      .appendingPathComponent("app-" + String(UInt64.random(in: .min ... .max), radix: 36))
    file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A copy of all but what belongs to a process that had the file open.
  func copy(in directory: String) throws -> StoreFolder {
    let copy = try StoreFolder(in: directory, named: file.lastPathComponent)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names
    where !name.hasSuffix("-shm") && !name.hasSuffix(".lock") && !name.hasSuffix(".management")
      && !name.hasSuffix(".note")
    {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: copy.folder.appendingPathComponent(name))
    }
    return copy
  }
}
