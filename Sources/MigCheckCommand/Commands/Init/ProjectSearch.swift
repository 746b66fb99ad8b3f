import MigCheckCoreData

#if CommandLine
  import Foundation
  import MigCheckRealmEngine
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckSQL
  import MigCheckText

  /// Looks through a project for what can be checked.
  struct ProjectSearch {
    let folder: String

    /// Folders that tools fill.
    private static let passedOver = [
      "Pods", "Carthage", "DerivedData", "node_modules", "build", "vendor", "target",
    ]
    private static let mostEntries = 50_000
    private static let deepest = 12

    private final class Findings {
      var found = [FoundStore]()
      var realmClasses = [String: Int]()
      var entries = 0
    }

    /// - Throws: `InputError` if the folder itself cannot be read, or holds too much.
    func found() throws -> [FoundStore] {
      let findings = Findings()
      try search(folder, depth: 0, findings)
      let realm = findings.realmClasses.sorted { $0.key.precedes($1.key) }.first.map { first in
        let count = findings.realmClasses.values.reduce(0, +)
        return FoundStore(
          kind: .realm, path: first.key, detail: CountText.text(count, "file") + " with classes")
      }
      return findings.found + (realm.map { [$0] } ?? [])
    }

    private func search(_ path: String, depth: Int, _ findings: Findings) throws {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: path)
      } catch {
        guard depth == 0 else { return }
        throw InputError(
          .io, file: "", problem: "this folder cannot be read", remedy: "check its permissions")
      }
      if let migrations = try migrations(in: path, names) {
        findings.found.append(migrations)
        return
      }
      for name in names.sorted(by: { $0.precedes($1) }) where !name.hasPrefix(".") {
        findings.entries += 1
        guard findings.entries <= Self.mostEntries else {
          throw InputError(
            file: "", problem: "there are more than \(Self.mostEntries) files here",
            remedy: "go to the folder of one project")
        }
        let child = path == "." ? name : "\(path)/\(name)"
        try look(at: child, named: name, depth: depth, findings)
      }
    }

    private func look(
      at path: String, named name: String, depth: Int, _ findings: Findings
    ) throws {
      let type =
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
      if type == .typeDirectory {
        if name.hasSuffix(".xcdatamodeld") {
          if let model = model(path) { findings.found.append(model) }
        } else if !Self.passedOver.contains(name), depth < Self.deepest {
          try search(path, depth: depth + 1, findings)
        }
        return
      }
      guard type == .typeRegular else { return }
      if name.hasSuffix(".history.json") {
        findings.found.append(FoundStore(kind: .history, path: path, detail: "a history"))
      } else if name.hasSuffix(".swift") {
        readSwift(path, findings)
      }
    }

    private func model(_ path: String) -> FoundStore? {
      guard let bundle = try? CoreDataBundleReader.read(path: path).first else { return nil }
      return FoundStore(
        kind: .coreDataModel, path: path,
        detail: CountText.text(bundle.versions.count, "version"))
    }

    /// The folder as one of migrations, if it looks like one and its scripts can be put in an order.
    private func migrations(in path: String, _ names: [String]) throws -> FoundStore? {
      func isScript(_ name: String) -> Bool {
        [".sql", ".sqm"].contains { name.hasSuffix($0) }
          && name.unicodeScalars.contains { ("0"..."9").contains($0) }
      }
      let isFolderEach = names.contains { name in
        (name.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? false)
          && ["migration.sql", "up.sql"].contains {
            FileManager.default.fileExists(atPath: "\(path)/\(name)/\($0)")
          }
      }
      guard isFolderEach || names.count(where: isScript) > 1,
        let settings = try? FolderSettings(of: path),
        let folder = try? MigrationFolder(path: path, settings: settings),
        folder.migrations.count > 1
      else { return nil }
      return FoundStore(
        kind: .sqlFolder, path: path, detail: CountText.text(folder.migrations.count, "version"))
    }

    // MARK: Swift

    private func readSwift(_ path: String, _ findings: Findings) {
      guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20 else {
        return
      }
      let text = String(decoding: data, as: UTF8.self)
      if text.contains("import RealmSwift"),
        text.contains("@Persisted") || text.contains(": Object")
      {
        findings.realmClasses[parent(of: path), default: 0] += 1
      }
      if let match = text.firstMatch(of: /(?:enum|struct)\s+(\w+)\s*:\s*SchemaMigrationPlan/) {
        findings.found.append(
          FoundStore(kind: .swiftData, path: path, detail: String(match.1), name: String(match.1)))
      }
      if text.contains("import GRDB"), text.contains("DatabaseMigrator()") {
        let name = migrator(in: text)
        findings.found.append(
          FoundStore(
            kind: .grdb, path: path, detail: name ?? "no static property holds it", name: name))
      }
    }

    private func parent(of path: String) -> String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// `AppDatabase.migrator`: a static property that holds the migrator, with the type around it.
    private func migrator(in text: String) -> String? {
      let declaration =
        /static\s+(?:let|var)\s+(\w+)\s*(?::\s*DatabaseMigrator|=\s*\{?\s*DatabaseMigrator)/
      guard let match = text.firstMatch(of: declaration) else { return nil }
      let types = text[..<match.range.lowerBound].matches(
        of: /(?:struct|class|enum|extension|actor)\s+(\w+)/)
      return types.last.map { "\($0.1).\(match.1)" }
    }
  }
#endif
