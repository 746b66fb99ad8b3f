#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckSQL
  import MigCheckText
  import MigCheckVerifier

  /// What only a folder of SQL migrations has.
  struct FolderOptions: KindOptions {
    static let owners = "folders of SQL migrations"

    @Option(
      help: ArgumentHelp(
        "The schema that is there before the first migration, as an SQL file: version 0.",
        valueName: "file"),
      completion: .file(extensions: ["sql"]))
    var base: String?
    @Option(
      help: ArgumentHelp(
        "The schema of a store that was never upgraded, as an SQL file.", valueName: "file"),
      completion: .file(extensions: ["sql"]))
    var fresh: String?
    @Option(
      help: ArgumentHelp(
        "The value of a placeholder ${name} in the scripts. (repeatable)",
        valueName: "name=value"))
    var define: [String] = []
    @Option(
      help: ArgumentHelp(
        "A function that the app defines on its connections, as an SQL expression of its arguments, "
          + "such as 'slug(x) = lower(trim(x))'. (repeatable)",
        valueName: "name(x) = expression"))
    var defineFunction: [String] = []
    @Option(
      help: ArgumentHelp(
        "Whether SQLite enforces foreign keys: on or off. (default: on if the scripts speak of it)",
        valueName: "on|off"),
      transform: { text in
        guard let value = ["on": true, "off": false][text.lowercased()] else {
          throw ValidationError("write on or off")
        }
        return value
      })
    var foreignKeys: Bool?
    @Option(
      help: ArgumentHelp(
        "Something that the scripts may do though it leads out of the database, such as attach or "
          + "pragma:NAME. (repeatable)",
        valueName: "name"))
    var allow: [String] = []

    /// The options as they were given, for another command about the same folder.
    var words: [String] {
      var words = [String]()
      func add(_ name: String, _ values: [String]) {
        for value in values { words += [name, ShellText.word(value)] }
      }
      add("--base", [base].compactMap(\.self))
      add("--fresh", [fresh].compactMap(\.self))
      add("--define", define)
      add("--define-function", defineFunction)
      add("--foreign-keys", [foreignKeys.map { $0 ? "on" : "off" }].compactMap(\.self))
      add("--allow", allow)
      return words
    }

    var given: [String] {
      [
        base.map { _ in "--base" }, fresh.map { _ in "--fresh" }, define.isEmpty ? nil : "--define",
        defineFunction.isEmpty ? nil : "--define-function",
        foreignKeys.map { _ in "--foreign-keys" }, allow.isEmpty ? nil : "--allow",
      ].compactMap(\.self)
    }

    /// Puts the options in the place of settings.
    func apply(to settings: inout FolderSettings) throws {
      if let base { settings.base = base }
      if let fresh { settings.fresh = fresh }
      if let foreignKeys { settings.foreignKeys = foreignKeys }
      for name in allow where !settings.allow(name) {
        throw UsageError("--allow \(name): write \(FolderSettings.allowableNames)")
      }
      for definition in define {
        guard let equals = definition.firstIndex(of: "="), equals != definition.startIndex else {
          throw UsageError("--define \(definition) gives no value; write name=value")
        }
        settings.definitions[String(definition[..<equals])] = String(
          definition[definition.index(after: equals)...])
      }
      for (place, text) in defineFunction.enumerated() {
        guard !defineFunction[..<place].contains(where: text.isIdentical) else { continue }
        do {
          try settings.define(function: text)
        } catch {
          throw UsageError("--define-function \(text): \(error.problem); \(error.remedy)")
        }
      }
    }
  }

  /// Folders of SQL migrations, or settings that lead to one.
  enum SQLFolderKind: SubjectKind {
    static let noun = "a folder of SQL migrations"

    static func recognises(_ path: String) -> Bool {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return exists
        && (isFolder.boolValue || path == "migcheck.json" || path.hasSuffix("/migcheck.json"))
    }

    /// - Throws: `InputError`, `UsageError`.
    static func load(
      _ path: String, _ options: FolderOptions, _ request: SubjectRequest
    ) throws -> any LoadedSubject {
      LoadedFolder(try subject(path, options, request), argument: path, options: options)
    }

    /// The folder's subject; scripts after the last version that upgrades go to are left out if one of
    /// them fails.
    private static func subject(
      _ path: String, _ options: FolderOptions, _ request: SubjectRequest
    ) throws -> SQLFolderSubject {
      var folder = path
      var settings: FolderSettings
      if path.hasSuffix("migcheck.json") {
        settings = try FolderSettings(contentsOf: path)
        let own = path.dropLast("migcheck.json".count)
        folder = settings.migrations ?? (own.isEmpty ? "." : String(own))
      } else {
        settings = try FolderSettings(of: path)
      }
      while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
      try options.apply(to: &settings)
      do {
        try settings.defineMissing(functions: CaseFolder.functions(under: request.cases))
      } catch {
        throw InputError(
          file: request.cases[0], path: "subject.functions", problem: error.problem,
          remedy: error.remedy)
      }
      let migrations = try MigrationFolder(path: folder, settings: settings)
      var explanation = migrations.explanation
      defer { for line in explanation { Terminal.note("migcheck: \(line)") } }
      let subject: SQLFolderSubject
      do {
        subject = try Self.subject(migrations)
      } catch let error as InputError {
        guard let shorter = request.last.flatMap({ migrations.upTo($0, since: error.place) }) else {
          throw error
        }
        subject = try Self.subject(shorter)
      }
      explanation = subject.folder.explanation
      return subject
    }

    private static func subject(_ migrations: MigrationFolder) throws -> SQLFolderSubject {
      guard Terminal.showsProgress else { return try SQLFolderSubject(migrations) }
      let progress = ProgressLine()
      defer { progress.clear() }
      return try SQLFolderSubject(migrations) { done, total in
        progress.show(RunProgress(phase: .migrations, done: done, total: total))
      }
    }

    /// The folder that findings were saved beside: `Migrations` for `Migrations.corpus/x.case.json`.
    static func path(besideCases path: String) -> String? {
      var url = URL(fileURLWithPath: path).standardizedFileURL
      while url.path != "/" {
        let name = url.lastPathComponent
        if name.hasSuffix(".corpus") {
          let folder = url.deletingLastPathComponent()
            .appendingPathComponent(String(name.dropLast(".corpus".count))).path
          var isFolder: ObjCBool = false
          let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
          let isMigrations = isFolder.boolValue && !CoreDataModelKind.recognises(folder)
          return exists && isMigrations ? folder : nil
        }
        url = url.deletingLastPathComponent()
      }
      return nil
    }
  }

  /// A folder of SQL migrations, as it was named.
  struct LoadedFolder: LoadedSubject {
    private var loaded: SQLFolderSubject
    /// The path that the user typed: of the folder, or of settings that lead to it.
    private let argument: String
    private let options: FolderOptions

    init(_ subject: SQLFolderSubject, argument: String, options: FolderOptions) {
      loaded = subject
      self.argument = argument
      self.options = options
    }

    var subject: any Subject { loaded }
    var noun: String { SQLFolderKind.noun }
    var path: String { loaded.folder.path }
    var hadOtherNames: Bool { true }
    var keepsRowsOfStart: Bool { true }

    var settingsFiles: [String] { ["\(path)/migcheck.json", "\(folderBeside)migcheck.json"] }

    func replayOptions(cases: String) -> [String] {
      func whole(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
      let isFound =
        SQLFolderKind.path(besideCases: cases).map(whole) == whole(argument)
        && whole(argument) == whole(path)
      return (isFound ? [] : ["--migrations", ShellText.file(argument)]) + options.words
    }

    mutating func readStart(
      _ store: String, _ options: StoreStart, at version: UInt64?, scratch: () throws -> String
    ) throws -> StoreStart.Start? {
      if let version { _ = try loaded.requireVersion(version) }
      let seeded = try loaded.seeded(
        by: store, at: version, showsValues: options.showValues, scratch: try scratch())
      guard let seed = seeded.seed else { return nil }
      loaded = seeded
      Terminal.note("migcheck: \(store): \(seed.summary)")
      return (seed.version, seed.graph)
    }
  }

  extension SeedDatabase {
    /// `version 3 (3_users.sql), 812 rows; not of these migrations: schema_log`.
    fileprivate var summary: String {
      let others = otherTables.prefix(4).joined(separator: ", ")
      let rest = otherTables.count > 4 ? " and \(otherTables.count - 4) more" : ""
      return "version \(version) (\(versionName)), "
        + CountText.text(graph.totalObjectCount, "row")
        + (otherTables.isEmpty ? "" : "; not of these migrations: \(others)\(rest)")
    }
  }
#endif
