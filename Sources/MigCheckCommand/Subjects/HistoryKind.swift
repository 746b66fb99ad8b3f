#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckRealmEngine
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckStoreFiles
  import MigCheckText

  /// History files; also whatever no other kind recognises, so that reading it tells what it is.
  enum HistoryKind: SubjectKind {
    typealias Options = NoKindOptions
    static let noun = "a history"

    static func recognises(_ path: String) -> Bool { path.hasSuffix(".history.json") }

    static func load(
      _ path: String, _ options: NoKindOptions, _ request: SubjectRequest
    ) throws -> any LoadedSubject {
      guard !path.lowercased().hasSuffix(".sql") || !FileManager.default.fileExists(atPath: path)
      else {
        throw InputError(
          file: path, problem: "this is one script of SQL",
          remedy: "name the folder with the migrations of all versions")
      }
      return LoadedHistory(try History(contentsOf: path), path: path)
    }
  }

  /// A history with the path of its file; empty for one written in Swift.
  struct LoadedHistory: LoadedSubject {
    private(set) var loaded: History
    let path: String

    init(_ history: History, path: String) {
      loaded = history
      self.path = path
    }

    var subject: any Subject { loaded }
    var history: History? { loaded }
    var noun: String { path.isEmpty ? "a history written in Swift" : HistoryKind.noun }

    func withFrozenSchemas(in folder: String) throws -> any LoadedSubject {
      LoadedHistory(try loaded.comparingSchemas(in: folder), path: path)
    }

    var withoutFrozenSchemas: any LoadedSubject {
      var copy = self
      copy.loaded.released = []
      return copy
    }

    func corpus(in folder: String) -> CorpusFolder {
      CorpusFolder(folder, history: loaded, historyPath: path.isEmpty ? nil : path)
    }

    func readGraph(at path: String, scratch: () throws -> String) throws -> StoredGraph {
      try StoredGraph(at: path, of: loaded, scratch: scratch)
    }

    mutating func readStart(
      _ store: String, _ options: StoreStart, at version: UInt64?, scratch: () throws -> String
    ) throws -> StoreStart.Start? {
      guard loaded.engine == .realm else { throw StoreStart.noStores }
      let found = try RealmStore.read(store, in: loaded, at: version)
      Terminal.note("migcheck: \(found.summary)")
      return try options.start(
        found.graph, at: found.version, from: store,
        faults: found.graph.validate(by: loaded.evidence.values))
    }

    func storeFormat(
      _ options: StoreFormatOptions, wanted: UInt64?, scratch: String
    ) throws -> StoreFormatOptions.Loaded {
      switch loaded.engine {
      case .coredata:
        return try LoadedModel(CoreDataBundle(loaded), loaded)
          .storeFormat(options, wanted: wanted, scratch: scratch)
      case .realm:
        try OptionOwners(ModelOptions.owners)
          .refuse(options.ofCoreData, for: path.isEmpty ? loaded.name : path, "a Realm history")
        return StoreFormatOptions.Loaded(
          history: loaded,
          format: try RealmFileFormat(loaded.versions, fileFormat: options.realmFormat ?? 24),
          bundle: nil, templates: [], samples: [:])
      default: throw StoreFormatOptions.noFormat
      }
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
          (["there are several histories here; name one of them:"]
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
