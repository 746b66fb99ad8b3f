#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckText

  /// What `migcheck.json` beside a Core Data model says of the model itself: what versions drop on
  /// purpose, which upgrades have a mapping model of their own, each with a reason, how the app opens
  /// its store, and by which stages.
  struct ModelSettings {
    private let settings: GateSettings?
    private let bundle: CoreDataBundle

    /// - Throws: `InputError` for a file that is not what it should be.
    init(beside bundle: CoreDataBundle) throws {
      self.bundle = bundle
      var path = bundle.path
      while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let file = folder + "migcheck.json"
      settings =
        InputFile.isPresent(file)
        ? try GateSettings(contentsOf: file, inside: folder.isEmpty ? "." : folder) : nil
    }

    /// The path of the file; empty: there is none.
    var file: String { settings?.file ?? "" }

    /// What reports and lists of accepted findings call the model; `nil`: the name of its file.
    var name: String? { settings?.name }

    /// - Throws: `InputError` for an upgrade that the model does not have.
    func custom() throws -> Set<InferenceMatrix.Hop> {
      guard let settings else { return [] }
      let example = "{\"hop\": \"9:10\", \"reason\": \"…\"}"
      return Set(
        try settings.entries("custom", keys: ["hop"], example: example).map { values, place in
          guard let hop = try? ModelOptions.parseHop(values["hop"] ?? "") else {
            throw settings.flaw("\(place).hop", "this is not an upgrade", "write \(example)")
          }
          for number in [hop.from, hop.to] where bundle.version(number) == nil {
            throw settings.flaw(
              "\(place).hop", "\(bundle.name) has no version \(number)",
              "it has the versions 1 to \(bundle.versions.count)")
          }
          return hop
        })
    }

    /// How the app opens its store; `nil`: the file does not say.
    ///
    /// - Throws: `InputError` for a value that is not a `CoreDataOpening`.
    func opening() throws -> CoreDataOpening? {
      guard let settings, let text = try settings.text(of: "opening") else { return nil }
      guard let opening = CoreDataOpening(rawValue: text) else {
        throw settings.flaw(
          "opening", "\(quoted(text)) is not a way to open a store",
          "write \(quotedList(CoreDataOpening.allCases.map(\.rawValue), last: "or"))")
      }
      return opening
    }

    /// The stages of the app's `NSStagedMigrationManager`; `nil`: the file lists none.
    ///
    /// - Throws: `InputError` for stages that no manager takes, or that the model has no versions for.
    func stages() throws -> [PlanStage]? {
      guard let settings, let value = settings.value(of: "stages") else { return nil }
      return try StageNotation(
        bundle.versions, of: bundle.name, file: settings.file, key: "stages"
      ).read(value)
    }

    /// Adds to the versions of a history what they drop on purpose.
    ///
    /// - Throws: `InputError` for what no version has before it.
    func addDrops(to history: inout History) throws {
      guard let settings else { return }
      let example =
        "{\"what\": \"Asset.icon\", \"version\": \"Model 33\", \"reason\": \"…\"}"
      for (values, place) in try settings.entries(
        "drops", keys: ["what", "version"], example: example)
      {
        let path = PropertyPath(values["what"] ?? "")
        let version = try values["version"].map { try number($0, at: place, settings) }
        var isKnown = false
        for position in history.stages.indices.dropFirst()
        where version == nil || history.stages[position].number == version {
          let before = history.stages[position - 1].schema.type(named: path.type)
          guard let before, path.property.map({ before.property(named: $0) != nil }) ?? true else {
            continue
          }
          isKnown = true
          history.stages[position].drops.append(path)
        }
        guard isKnown else {
          throw settings.flaw(
            "\(place).what", "no version before has \(path)", "write \(example)")
        }
      }
    }

    private func number(
      _ text: String, at place: String, _ settings: GateSettings
    ) throws -> UInt64 {
      let version = bundle.versions.first { $0.name == text || "\($0.number)" == text }
      guard let version else {
        throw settings.flaw(
          "\(place).version", "\(bundle.name) has no version \(text)",
          "write a number from 1 to \(bundle.versions.count), or a version's name")
      }
      return version.number
    }
  }
#endif
