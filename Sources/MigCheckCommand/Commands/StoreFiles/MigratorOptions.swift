#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckSQL
  import MigCheckStoreFiles
  import MigCheckReports

  /// A migrator of SQLite databases that is run as it is.
  struct MigratorOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Of a SQLite database: a program that serves one upgrade after another, in lines of JSON; "
          + "migcheck try-server tries it.", valueName: "command"))
    var upgradeServer: String?
    @Option(
      help: ArgumentHelp(
        "Of a SQLite database: the versions that the migrator knows, oldest first, between commas.",
        valueName: "names"))
    var versions: String?
    @Option(
      help: ArgumentHelp(
        "Of a SQLite database: a program that writes the versions, one a line, oldest first.",
        valueName: "command"))
    var versionsFrom: String?
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "Of a SQLite database: one that a release shipped, which is only read; else the schema is the one "
          + "that today's migrations make. (repeatable)", valueName: "version=file"))
    var template: [String] = []
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "Of a SQLite database: the program of an older release, and the last version that it knows. It is "
          + "given databases of later versions, which it must refuse and leave as they are. (repeatable)",
        valueName: "version=command"))
    var olderUpgrade: [String] = []
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "The same, of a program that serves one upgrade after another. (repeatable)",
        valueName: "version=command"))
    var olderUpgradeServer: [String] = []
    @Option(
      help: ArgumentHelp(
        "Of a SQLite database: what reports and cases call it. (default: database)",
        valueName: "label"))
    var upgradeName: String?

    @Option(
      help: ArgumentHelp(
        "Of a SQLite database: after the run, print the time and the memory that each upgrade takes for "
          + "each of these numbers of rows in a table, such as 10,100. They change no verdict.",
        valueName: "rows"),
      transform: ScaleArgument.parse)
    var scale: [Int]?

    /// The names of those that are given.
    var given: [String] {
      [
        upgradeServer.map { _ in "--upgrade-server" }, versions.map { _ in "--versions" },
        versionsFrom.map { _ in "--versions-from" },
        template.isEmpty ? nil : "--template",
        olderUpgrade.isEmpty ? nil : "--older-upgrade",
        olderUpgradeServer.isEmpty ? nil : "--older-upgrade-server",
        upgradeName.map { _ in "--upgrade-name" }, scale.map { _ in "--scale" },
      ].compactMap(\.self)
    }

    var name: String { upgradeName ?? "database" }

    /// - Throws: `UsageError` for what names no file.
    func templates() throws -> [String: String] {
      var files = [String: String]()
      for text in template {
        guard let equals = text.lastIndex(of: "="), equals != text.startIndex,
          text.index(after: equals) != text.endIndex
        else { throw UsageError("--template \(text) names no file; write VERSION=FILE") }
        let version = String(text[..<equals])
        guard files[version] == nil else {
          throw UsageError("--template names version \(version) twice; name one database for it")
        }
        files[version] = String(text[text.index(after: equals)...])
      }
      return files
    }

    /// The options as words of a command line.
    var words: [String] {
      let options: [(name: String, values: [String])] = [
        ("--versions", [versions].compactMap(\.self)),
        ("--versions-from", [versionsFrom].compactMap(\.self)),
        ("--upgrade-name", [upgradeName].compactMap(\.self)),
        ("--template", template), ("--older-upgrade", olderUpgrade),
        ("--older-upgrade-server", olderUpgradeServer),
      ]
      return options.flatMap { name, values in values.flatMap { [name, ShellText.word($0)] } }
    }

    #if os(macOS) || os(Linux)
      /// What upgrades databases in older releases.
      ///
      /// - Throws: `UsageError` for what names no version; `InputError` for what cannot be run.
      func older(timeLimit: Double) throws -> [OlderMigrators.Entry] {
        func split(_ text: String, _ option: String) throws -> (version: String, line: String) {
          guard let equals = text.firstIndex(of: "="), equals != text.startIndex,
            text.index(after: equals) != text.endIndex
          else {
            throw UsageError(
              "\(option) \(text) names no version and program; write VERSION='command'")
          }
          return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
        return try olderUpgrade.map { text in
          let (version, line) = try split(text, "--older-upgrade")
          return OlderMigrators.Entry(
            version: version,
            migrator: try .command(
              line, label: "the program of release \(version)", timeLimit: timeLimit))
        }
          + olderUpgradeServer.map { text in
            let (version, line) = try split(text, "--older-upgrade-server")
            return OlderMigrators.Entry(
              version: version,
              migrator: .server(
                try ServerPool(line, timeLimit: timeLimit),
                label: "the server of release \(version)"))
          }
      }

      /// The versions, oldest first.
      ///
      /// - Returns: `nil` if no option names them.
      /// - Throws: `UsageError` if both do; `InputError` for a program that fails.
      func names(timeLimit: Double) throws -> [String]? {
        guard versions == nil || versionsFrom == nil else {
          throw UsageError(
            "--versions and --versions-from both name the versions; give one of them")
        }
        if let versions {
          return versions.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let versionsFrom else { return nil }
        return try VersionList.read(versionsFrom, timeLimit: timeLimit)
      }
    #endif

    /// What `migcheck.json` here says of the database.
    ///
    /// - Throws: `InputError` for a file that is not what it should be.
    func settings() throws -> FolderSettings {
      FileManager.default.fileExists(atPath: "migcheck.json")
        ? try FolderSettings(contentsOf: "migcheck.json") : FolderSettings()
    }
  }

  /// A SQLite database whose upgrades a migrator runs.
  struct LoadedDatabase: LoadedSubject {
    let database: SQLiteFileSubject
    /// What `replay` has to be told.
    let options: [String]

    var subject: any Subject { database }
    var noun: String { "upgraded by a program" }
    /// It has no file of its own: what belongs to it is in the current folder.
    var path: String { database.name }
    var settingsFiles: [String] { ["migcheck.json"] }

    func corpus(in folder: String) -> CorpusFolder { CorpusFolder(folder, subject: database) }
    func replayOptions(cases: String) -> [String] { options }
  }
#endif
