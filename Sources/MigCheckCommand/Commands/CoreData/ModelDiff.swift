import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// Compares two stores of a Core Data model: what the upgrade of the first should have kept with
  /// what is in the second.
  struct ModelDiff {
    let first: ModelStore
    let second: ModelStore
    let options: ModelDiffOptions

    /// - Parameter upgrade: gives the content of the first store at the version of the second.
    func run(_ upgrade: () throws -> StoreGraph) throws {
      let (from, to) = (first.version, second.version)
      guard from.number <= to.number else {
        throw UsageError(
          "\(first.summary) is newer than \(second.summary); name the older one first")
      }
      let mapping = MappingInference.mapping(from: from.model, to: to.model)
      let upgraded = try upgrade()
      let (ignored, unordered) = (mapping.undocumentedPaths, mapping.unorderedPaths)
      let comparison = StoreGraphComparison(
        upgraded, second.content, unordered: unordered, identifiers: options.identifiers)
      let outcome = comparison.compare(matching, ignoring: options.ignored + ignored)
      var lines = [first.summary, second.summary]
      let text = ModelDifferenceText(
        first: comparison.first, second: comparison.second, showsValues: options.showsValues)
      switch outcome {
      case .equal:
        let graph = second.content.graph
        lines.append(
          "equal: \(CountText.text(graph.totalObjectCount, "object")), "
            + CountText.text(graph.linkCount, "link"))
      case .undecided: lines.append("undecided: too symmetrical to tell in time")
      case .different(let differences):
        lines += ["different: "] + differences.map { "  \(text.line($0))" }
        lines[2] = "different: what the upgrade gives, and what is in \(second.path)"
      }
      if !ignored.isEmpty { lines.append("not documented, not compared: \(list(ignored))") }
      if !unordered.isEmpty {
        lines.append("order lost by the upgrade, not compared: \(list(unordered))")
      }
      try Terminal.write(ColumnText.fitted(lines).map { $0 + "\n" }.joined())
      switch outcome {
      case .equal: break
      case .undecided: throw ExitCode(ExitStatus.vacuous)
      case .different: throw ExitCode(ExitStatus.failed)
      }
    }

    /// Upgrades keep the name of a store and the keys of its objects; another store is compared by
    /// what it holds.
    private var matching: StoreGraphComparison.Matching {
      if let matching = options.matching { return matching }
      guard options.identifiers.isEmpty, let uuid = first.uuid, uuid == second.uuid else {
        return .content
      }
      return .keys
    }

    private func list(_ paths: [PropertyPath]) -> String {
      var seen = Set<PropertyPath>()
      return paths.filter { seen.insert($0).inserted }.map { ValueText.prose($0.description) }
        .joined(separator: ", ")
    }
  }

  /// How stores of a Core Data model are compared.
  struct ModelDiffOptions: KindOptions {
    static let owners = ModelOptions.owners

    @Option(
      name: .customLong("ignore"), parsing: .singleValue,
      help: ArgumentHelp(
        "Of a Core Data model: a property that is not compared, as Note.readAt.",
        valueName: "Entity.property"),
      transform: ModelDiffOptions.parsePath)
    var ignored: [PropertyPath] = []
    @Option(
      name: .customLong("key"), parsing: .singleValue,
      help: ArgumentHelp(
        "Of a Core Data model: the attribute that tells objects of an entity apart.",
        valueName: "Entity.attribute"),
      transform: ModelDiffOptions.parsePath)
    var identifiers: [PropertyPath] = []
    @Option(
      name: .customLong("match"),
      help: ArgumentHelp(
        "Of a Core Data model: whether keys (Z_PK) or content tell which objects are the same. "
          + "(default: keys for one store, before and after)",
        valueName: "keys|content"),
      transform: { text in
        switch text {
        case "keys": StoreGraphComparison.Matching.keys
        case "content": StoreGraphComparison.Matching.content
        default: throw ValidationError("write keys or content")
        }
      })
    var matching: StoreGraphComparison.Matching?
    @Flag(
      name: .customLong("show-values"),
      help: "Show the values of stores that an app wrote.")
    var showsValues = false

    // Stores of Realm can be shown too, so --show-values is not among them.
    var given: [String] {
      (ignored.isEmpty ? [] : ["--ignore"]) + (identifiers.isEmpty ? [] : ["--key"])
        + (matching == nil ? [] : ["--match"])
    }

    @Sendable static func parsePath(_ text: String) throws -> PropertyPath {
      let path = PropertyPath(text)
      guard path.property.map({ !$0.isEmpty }) ?? false, !path.type.isEmpty else {
        throw ValidationError("write an entity and a property, such as Note.title")
      }
      return path
    }

    /// - Throws: `UsageError` for a property that no version of the bundle has.
    func requireKnown(in bundle: CoreDataBundle) throws {
      for path in ignored + identifiers {
        let isKnown = bundle.versions.contains { version in
          version.model.schema.type(named: path.type)?.properties
            .contains { $0.name == path.property } ?? false
        }
        guard isKnown else {
          throw UsageError("\(bundle.name) has no property \(path) in any version")
        }
      }
    }
  }

  /// Differences of two stores as a person reads them, without values unless they are asked for.
  struct ModelDifferenceText {
    let first: StoreGraph
    let second: StoreGraph
    let showsValues: Bool

    func line(_ difference: GraphDifference) -> String {
      guard !showsValues || difference.kind == .schemaDiffers else { return full(difference) }
      return brief(difference)
    }

    private func object(_ store: StoreGraph, _ type: Name, _ row: Int?) -> String {
      guard let row, let index = store.graph.schema.index(of: type) else { return type.text }
      return store.name(of: ObjectReference(type: index, index: row))
    }

    private func brief(_ difference: GraphDifference) -> String {
      let type = difference.type.text
      let place = difference.property.map { "\(type).\($0)" } ?? type
      let count = "\(difference.count) of \(CountText.text(difference.total, "object"))"
      switch difference.kind {
      case .schemaDiffers: return "\(place) is not the same in both"
      case .objectMissing:
        return "\(type): \(count) missing in the second, for instance "
          + object(first, difference.type, difference.firstRow)
      case .objectAdded:
        return "\(type): \(count) only in the second, for instance "
          + object(second, difference.type, difference.secondRow)
      case .valueDiffers, .linkDiffers:
        return "\(place) differs in \(count), for instance "
          + object(first, difference.type, difference.firstRow)
      }
    }

    private func full(_ difference: GraphDifference) -> String {
      func text(_ value: Value?, _ store: StoreGraph) -> String {
        value.map { value in
          ValueText.text(of: value, schema: store.graph.schema) { object in
            store.keys[object.type][object.index]
          }
        } ?? "nothing"
      }
      guard difference.firstValue != nil || difference.secondValue != nil else {
        return brief(difference)
      }
      return brief(difference) + ": " + text(difference.firstValue, first) + " → "
        + text(difference.secondValue, second)
    }
  }
#endif
