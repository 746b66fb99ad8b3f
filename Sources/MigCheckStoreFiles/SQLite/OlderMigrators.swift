import Foundation
import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// The migrators of older releases, which are given databases of later versions.
package struct OlderMigrators: Sendable {
  package struct Entry: Sendable {
    /// The last version that the release knows.
    package var version: String
    package var migrator: DatabaseMigrator

    package init(version: String, migrator: DatabaseMigrator) {
      (self.version, self.migrator) = (version, migrator)
    }
  }

  /// In the order of their versions.
  let all: [Entry]

  /// - Parameters:
  ///   - name: of the subject, for messages.
  ///   - scratch: an existing folder.
  /// - Throws: `InputError` for a version that is not an older one, and for a migrator that fails on a
  ///   database of its own version: then its refusals would say nothing.
  init(
    _ entries: [Entry], of name: String, _ made: MadeVersions, in scratch: String
  ) throws {
    func flaw(_ problem: String, _ remedy: String) -> InputError {
      InputError(file: name, problem: problem, remedy: remedy)
    }
    var places = [Int]()
    for entry in entries {
      let version = entry.version
      guard let place = made.names.firstIndex(where: { $0.isIdentical(to: version) }) else {
        throw flaw(
          "the older release ends at \"\(version)\", and there is no such version",
          nearest(to: version, among: made.names).map { "did you mean \"\($0)\"?" }
            ?? "the versions are \(MadeVersions.list(made.names))")
      }
      guard place < made.names.count - 1 else {
        throw flaw(
          "\(version) is the newest version, and no older release",
          "name the last version that the older release knows")
      }
      guard !places.contains(place) else {
        throw flaw("there are two older releases of version \(version)", "name one of them")
      }
      places.append(place)
      let folder = try StoreFolder(in: scratch, named: "store.sqlite")
      try FileManager.default.copyItem(at: made.files[place], to: folder.file)
      do {
        _ = try entry.migrator.run(
          DatabaseMigrator.Call(store: folder.file, from: version, to: version))
        try LeftDatabase.open(folder.file).close()
      } catch let error as UpgradeError {
        throw flaw(
          "the older release fails on a database of its own version \(version), so its refusals would "
            + "say nothing: " + error.message.withoutFullStop,
          "name a program that opens a database of version \(version)")
      }
    }
    all = zip(places, entries).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
