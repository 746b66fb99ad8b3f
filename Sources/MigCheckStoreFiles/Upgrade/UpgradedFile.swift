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
    guard let file = try InterruptedFile(before, to: version, by: subject, in: directory) else {
      return nil
    }
    try self.init(of: file, to: version, by: subject)
  }

  /// Has the app upgrade what an interrupted upgrade left, and reads what it leaves.
  ///
  /// - Throws: `UpgradeError` for what the app does wrong.
  convenience init(
    of rest: InterruptedFile, to version: UInt64, by subject: StoreFileSubject
  ) throws {
    try subject.call(on: rest.folder.file, from: rest.before, to: version)
    var own = rest.translation
    self.init(
      own.translate(try subject.read(rest.folder.file, at: version)), rest.folder, rest.translation)
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

/// A store file before an upgrade, or in the middle of one.
struct InterruptedFile {
  /// The content before the upgrade.
  let before: Snapshot
  let folder: StoreFolder
  let translation: KeyTranslation

  /// Writes a file.
  ///
  /// - Returns: `nil` if no file can hold the content.
  init?(
    _ before: Snapshot, to version: UInt64, by subject: StoreFileSubject, in directory: String
  ) throws {
    self.before = before
    folder = try StoreFolder(in: directory, named: "store." + subject.format.fileExtension)
    let keys: [[Int64]]
    do {
      keys = try subject.format.write(before.graph, at: before.version, to: folder.file)
    } catch let error as InputError where error.kind == .badData {
      return nil
    }
    let mapping = subject.mapping(from: before.version, to: version)
    translation = KeyTranslation(before, written: keys, mapping: mapping)
  }

  private init(_ other: InterruptedFile, _ folder: StoreFolder) {
    (before, translation) = (other.before, other.translation)
    self.folder = folder
  }

  /// The same with a copy of the file.
  func copy(in directory: String) throws -> InterruptedFile {
    InterruptedFile(self, try folder.copy(in: directory))
  }

  /// What kills at some moments of an upgrade would leave, each with other content; the upgrade goes on
  /// to its end, in this file.
  ///
  /// - Throws: `UpgradeError` for an upgrade that fails.
  func interrupted(
    to version: UInt64, by subject: StoreFileSubject, in directory: String
  ) throws -> [InterruptedFile] {
    guard let run = subject.upgrade.runSampled else { return [] }
    let untouched = try folder.copy(in: directory)
    let sampler = StoreSampler(folder, in: directory)
    try run(folder.file, version, sampler)
    return sampler.samples.filter { !$0.holdsSame(as: untouched) && !$0.holdsSame(as: folder) }
      .map { InterruptedFile(self, $0) }
  }
}

extension StoreFileSubject {
  fileprivate func call(on file: URL, from before: Snapshot, to version: UInt64) throws {
    if upgrade.isInProcess {
      // Another call under way would use the same mark.
      try AsyncCall.inTurn {
        let done = willRun?(before.graph, before.version)
        defer { done?() }
        try upgrade.run(file, version)
      }
    } else {
      try upgrade.run(file, version)
    }
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
