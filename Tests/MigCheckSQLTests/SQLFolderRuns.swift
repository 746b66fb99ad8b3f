import MigCheckModel
import MigCheckVerifier
import TestMaterial

@testable import MigCheckSQL

/// A run of the verifier on a folder that is written for a test.
enum SQLFolderRuns {
  /// - Parameter scripts: the scripts of the versions 1, 2, 3 …
  static func subject(
    _ scripts: [String], settings: (inout FolderSettings) -> Void = { _ in }
  ) throws -> (SQLFolderSubject, TestFolder) {
    var files = [String: String]()
    for (place, script) in scripts.enumerated() { files["\(place + 1)_x.sql"] = script }
    let folder = try TestFolder(files)
    var own = FolderSettings()
    settings(&own)
    return (try SQLFolderSubject(MigrationFolder(path: folder.path, settings: own)), folder)
  }

  /// - Parameter quickTrials: of a run that is not `Sweep.isFull`.
  static func report(
    _ scripts: [String], trials: Int = 200, quickTrials: Int = 8, stores: [StoreKind] = [.memory],
    isInterrupted: Bool = false, from: UInt64? = nil,
    settings: (inout FolderSettings) -> Void = { _ in }
  ) throws -> Report {
    var (subject, folder) = try subject(scripts, settings: settings)
    subject.isInterruptible = isInterrupted
    var options = VerificationOptions(trials: Sweep.isFull ? trials : min(trials, quickTrials))
    options.stores = stores
    options.jobs = 1
    options.from = from
    options.directory = folder.path
    return try Verifier(subject, options: options).run()
  }
}
