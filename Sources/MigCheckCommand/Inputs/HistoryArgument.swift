import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckEngines
  import MigCheckSQL

  /// Which history a command works on, unless it is built around a subject.
  struct HistoryArgument: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The history file, a Core Data model (*.xcdatamodeld), or a folder of SQL migrations. "
          + "(default: the only *.history.json here or in the folder Corpus)",
        valueName: "history"),
      completion: .file(extensions: ["json"]))
    var history: String?
    @OptionGroup(title: "Options for folders of SQL migrations") var folder: FolderOptions
    @OptionGroup(title: "Options for Core Data models") var model: ModelOptions

    /// What a command runs upgrades of.
    ///
    /// - Parameter last: the last version that it goes to; `nil`: the last of all.
    /// - Throws: `UsageError` for a history whose migrations are code that the command does not have.
    func load(upTo last: UInt64? = nil) throws -> CommandSubject {
      let input = try Self.load(history, folder, model, upTo: last)
      do {
        try input.history?.requireBlock(file: input.path)
      } catch {
        throw UsageError(error.description)
      }
      return input
    }

    /// What a command works on that runs no upgrade.
    func loadWithoutBlock() throws -> CommandSubject { try Self.load(history, folder, model) }

    /// The history that the user names, or the subject that the command is built around.
    ///
    /// - Parameters:
    ///   - history: the path that the user named, if one.
    ///   - folder: options that only a folder of SQL migrations has.
    ///   - model: options that only a Core Data model has.
    ///   - last: the last version that upgrades go to; `nil`: the last of all.
    static func load(
      _ history: String?, _ folder: FolderOptions? = nil, _ model: ModelOptions? = nil,
      upTo last: UInt64? = nil
    ) throws -> CommandSubject {
      if let model, let bundle = try ModelArgument.onlyBundle(at: history, model) {
        try folder?.requireNone()
        let settings = try ModelSettings(beside: bundle)
        var history = bundle.history(
          custom: try model.requireCustom(in: bundle).union(try settings.custom()),
          opening: model.opening ?? .inferred)
        if let name = settings.name { history.name = name }
        try settings.addDrops(to: &history)
        try history.validate(file: bundle.path)
        return .model(bundle, history)
      }
      if history == nil, let embedded = MigCheckCommand.embedded {
        try embedded.subject.validate()
        return try embedded.withFrozenSchemas(in: "Schemas")
      }
      guard history != "" else { throw UsageError("the path of the history is empty; name a file") }
      let path = try history ?? HistoryFinder.onlyHistory()
      guard !ModelArgument.isModel(path) else {
        throw UsageError(
          "\(path) is a Core Data model, of which this command knows nothing; name a history or a "
            + "folder of SQL migrations")
      }
      if SQLFolderArgument.isFolder(path) {
        return .folder(try SQLFolderArgument.load(path, folder, upTo: last))
      }
      guard !path.lowercased().hasSuffix(".sql") || !FileManager.default.fileExists(atPath: path)
      else {
        throw InputError(
          file: path, problem: "this is one script of SQL",
          remedy: "name the folder with the migrations of all versions")
      }
      try folder?.requireNone()
      if history == nil { Terminal.note("migcheck: using \(ShellText.file(path))") }
      return .history(try History(contentsOf: path), path: path)
    }
  }

  /// Finds the history that a user means who names none.
  enum HistoryFinder {
    /// - Throws: `InputError` if there is none, `UsageError` if there are several.
    static func onlyHistory() throws -> String {
      let candidates = histories(in: ".") + histories(in: "Corpus").map { "Corpus/" + $0 }
      switch candidates.count {
      case 1: return candidates[0]
      case 0:
        throw InputError(
          .notFound, file: "", problem: "there is no *.history.json here or in Corpus",
          remedy: "name a history file")
      default:
        throw UsageError(
          (["there are several histories here; name the one that is meant:"]
            + candidates.map(ShellText.file))
            .joined(separator: "\n  "))
      }
    }

    /// The names of history files that lie in a folder itself, in byte order.
    private static func histories(in folder: String) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { name in
        var isFolder: ObjCBool = false
        return name.hasSuffix(".history.json") && !name.hasPrefix(".")
          && FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
          && !isFolder.boolValue
      }.sorted { $0.precedes($1) }
    }
  }
#endif
