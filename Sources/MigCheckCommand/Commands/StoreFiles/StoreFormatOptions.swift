#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckModel
  import MigCheckStoreFiles

  /// How store files of an app are written.
  struct StoreFormatOptions: ParsableArguments {
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "Of Core Data: an empty store that the app made, for a version whose tables cannot be "
          + "predicted; it is only read. May be given several times.", valueName: "file"),
      completion: .file())
    var emptyStore: [String] = []
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "Of Core Data: a store of the app, of any version, which tells names of tables that cannot be "
          + "predicted; it is only read. May be given several times.", valueName: "file"),
      completion: .file())
    var namesFrom: [String] = []
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "Of Core Data: the bytes of one stored value of a transformable attribute; may be given "
          + "several times.", valueName: "Entity.attribute=file"))
    var sample: [String] = []
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Of Realm: the file format, 24, or 23 for Realm Swift 10.35 to 10.48. (default: 24)",
        valueName: "number"),
      transform: NumberArgument.parse)
    var realmFormat: Int?

    /// The names of given options that are about Core Data alone.
    var ofCoreData: [String] {
      (emptyStore.isEmpty ? [] : ["--empty-store"]) + (namesFrom.isEmpty ? [] : ["--names-from"])
        + (sample.isEmpty ? [] : ["--sample"])
    }

    /// The names of given options that are about Realm alone.
    var ofRealm: [String] { realmFormat == nil ? [] : ["--realm-format"] }

    var isEmpty: Bool { ofCoreData.isEmpty && ofRealm.isEmpty }

    /// A format with what it writes for.
    struct Loaded {
      let history: History
      let format: any StoreFormat
      /// Only of Core Data.
      let bundle: CoreDataBundle?
      /// Versions of Core Data of which empty stores were given.
      let templates: [StoreTemplate]
      let samples: [PropertyPath: [UInt8]]
    }

    /// For a subject of which no store files are written.
    static var noFormat: UsageError {
      UsageError("store files are written of Realm histories and Core Data models (*.xcdatamodeld)")
    }

    /// - Parameters:
    ///   - wanted: the only version that is written; `nil`: any.
    ///   - scratch: an existing folder, which the caller removes.
    /// - Throws: `InputError` for a file that is not an empty store of the bundle.
    func emptyStores(
      of bundle: CoreDataBundle, wanted: UInt64?, in scratch: String
    ) throws -> [StoreTemplate] {
      let given = try emptyStore.map { file in
        try StoreTemplate.copy(file, of: bundle, wanted: wanted, in: scratch)
      }
      for (file, template) in zip(emptyStore, given) where template.tracksHistory {
        Terminal.note(
          "migcheck: \(file): the store keeps a history of changes, in which the objects written will be "
            + "missing")
      }
      return given
    }

    /// - Throws: `UsageError` for a sample of no transformable attribute; `InputError`.
    func readSamples(_ bundle: CoreDataBundle) throws -> [PropertyPath: [UInt8]] {
      var samples = [PropertyPath: [UInt8]]()
      for text in sample {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
          throw UsageError("--sample \(text) names no file; write Entity.attribute=FILE")
        }
        let path = PropertyPath(String(text[..<equals]))
        let isKnown = bundle.versions.contains { version in
          version.model.attributes(of: path.type).contains {
            $0.name == path.property && $0.type == .transformable
          }
        }
        guard isKnown else {
          throw UsageError("\(bundle.name) has no transformable attribute \(path) in any version")
        }
        let file = String(text[text.index(after: equals)...])
        samples[path] = try FileReader.read(path: file, remedy: "name a smaller sample")
      }
      return samples
    }
  }
#endif
