#if CommandLine
  import Foundation
  import MigCheckReports
  import MigCheckText

  /// Something in a project that can be checked.
  struct FoundStore {
    enum Kind {
      case sqlFolder, coreDataModel, history, grdb, swiftData, realm
    }

    var kind: Kind
    /// Relative to the current folder: of a folder, a bundle, or a file.
    var path: String
    /// For the list of what was found, such as `12 versions`.
    var detail: String
    /// Of Swift code: what names the migrator or the plan, such as `AppDatabase.migrator`; `nil`: nothing
    /// that a test could name was found.
    var name: String?
  }

  extension FoundStore.Kind {
    var title: String {
      switch self {
      case .sqlFolder: "SQL migrations"
      case .coreDataModel: "Core Data model"
      case .history: "history file"
      case .grdb: "GRDB migrator"
      case .swiftData: "SwiftData plan"
      case .realm: "Realm classes"
      }
    }

    /// What a reader types next.
    func next(for found: FoundStore) -> String {
      let path = ShellText.file(found.path)
      switch self {
      case .sqlFolder, .coreDataModel, .history: return "migcheck \(path)"
      case .grdb: return "add MigCheckGRDB to a test target, with the trait GRDB: see GRDB.md"
      // Models may stand in other folders than the plan.
      case .swiftData: return "migcheck import swiftdata . -o app.history.json"
      case .realm: return "migcheck import realm \(path) -o app.history.json"
      }
    }

    func files(for found: FoundStore) -> [ProposedFile] {
      switch self {
      case .sqlFolder, .coreDataModel, .history: [settings(found), workflow(found)]
      case .grdb: [grdbTest(found)].compactMap(\.self)
      case .realm: [realmTest]
      case .swiftData: []
      }
    }

    // MARK: Files

    /// Next to what is checked, where every command looks for it.
    private func settings(_ found: FoundStore) -> ProposedFile {
      let slash = found.path.lastIndex(of: "/")
      let folder = slash.map { String(found.path[...$0]) } ?? ""
      return ProposedFile(
        path: folder + "migcheck.json",
        text: """
          {
            "migcheck": 1,
            "paths": "all"
          }

          """)
    }

    private func workflow(_ found: FoundStore) -> ProposedFile {
      ProposedFile(
        path: ".github/workflows/migcheck.yml",
        text: """
          # OWNER is the owner of the copy of migcheck that you use.
          name: Migrations
          on: [push, pull_request]
          jobs:
            migrations:
              runs-on: ubuntu-latest
              container: swift:6.2
              steps:
                - uses: actions/checkout@v4
                - uses: actions/checkout@v4
                  with: { repository: OWNER/migcheck, path: .migcheck }
                - run: .migcheck/scripts/migcheck check \(ShellText.file(found.path)) --report auto

          """)
    }

    /// In the first test target of the package; otherwise in a target of its own.
    private static var testPath: String {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "Tests")) ?? []
      let target = names.sorted { $0.precedes($1) }.first { name in
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "Tests/\(name)")) ?? []
        return files.contains { $0.hasSuffix(".swift") }
      }
      return "Tests/\(target ?? "MigrationTests")/MigrationTests.swift"
    }

    private func imports(_ modules: String...) -> String {
      modules.map { "import \($0)\n" }.joined()
    }

    private func grdbTest(_ found: FoundStore) -> ProposedFile? {
      found.name.map { name in
        ProposedFile(
          path: Self.testPath,
          text: imports("MigCheckGRDB", "Testing") + """

            // The test target needs the product MigCheckGRDB of migcheck.
            // Import the module that declares \(name).

            @Test func migrationsKeepTheUsersData() async throws {
              try await verifyMigrations(of: .grdb(\(name)))
            }

            """)
      }
    }

    private var realmTest: ProposedFile {
      ProposedFile(
        path: Self.testPath,
        text: imports("MigCheck", "MigCheckTesting", "Testing") + """

          // The test target needs the products MigCheck and MigCheckTesting of migcheck.
          @Test func upgradesKeepTheUsersData() async throws {
            try await verifyMigrations(of: History(contentsOf: "app.history.json"))
          }

          """)
    }
  }
#endif
