import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

extension EngineID {
  /// Realm Core as Realm Swift drives it.
  public static let realm = EngineID("realm", RealmEngine())
}

/// Realm: Realm Core 14.14 as Realm Swift 10.54 drives it.
struct RealmEngine: UpgradeEngine {
  private let rules = RealmRulesCache()

  var title: String { "Realm" }

  var storage: StorageRules { .realm }

  var takesAssumptions: Bool { true }

  /// Objects stand in clusters, whose order decides which copy is whose. Whether a required decimal
  /// keeps the sign of a zero depends on all objects of a cluster.
  func componentwiseObjects(of history: History) -> Int {
    let packsZeros = history.stages.contains { stage in
      stage.schema.types.contains { type in
        type.properties.contains {
          $0.type == .decimal128 && $0.collection == nil && !$0.isOptional
        }
      }
    }
    return packsZeros ? 0 : StoreCluster.size
  }

  func errors(of schema: Schema) -> [String] {
    RealmSchemaRules.errors(of: schema) + RealmSchemaRules.longNames(in: schema)
  }

  func create(
    _ store: any Store, in history: History, at version: HistoryVersion, holding graph: ObjectGraph
  ) throws {
    store.rules = storage
    store.orderedTypes = history.embeddedLater
    try rules.rules(for: version.schema, version: version.number).create(store) {
      var loader = GraphLoader(graph: graph, store: store)
      try loader.load()
    }
  }

  @discardableResult
  func open(_ store: any Store, _ opening: StoreOpening) throws -> Bool {
    try open(store, opening, log: nil)
  }

  /// - Parameter log: collects what the search for defects wants to know, or `nil`.
  @discardableResult
  func open(_ store: any Store, _ opening: StoreOpening, log: MigrationLog?) throws -> Bool {
    store.rules = storage
    return try rules.rules(for: opening.schema, version: opening.version).open(
      store, steps: opening.steps, evaluator: opening.evaluator, isPerturbed: opening.isPerturbed,
      recorder: opening.recorder, log: log, blockTimeLimit: opening.blockTimeLimit,
      fresh: opening.target?.freshProperties ?? [])
  }

  package func openerProblems(of history: History) -> [OpenerProblem] {
    RealmOpeners(history: history).problems
  }

  var defectNames: [String] { RealmDefect.allCases.map(\.rawValue) }

  /// A property of a type that was gone for some versions, and came back under another name, is
  /// not followed.
  func defects(of history: History, from: UInt64, to: UInt64) -> [EngineDefect] {
    guard let search = RealmDefectSearch(history, engine: self, from: from, to: to) else {
      return []
    }
    return search.elementsMadeOptional + search.renames + search.copiedStrings
      + search.ghostLinks + search.removedSets + search.indexedMixedLinks
      + search.longPassingNames + search.staleEmbeddedFlags + search.disorderedSets
      + search.changesWithoutBlock
  }
}

extension StorageRules {
  /// Signs are lost where a zero is written over another, and where an object is copied.
  ///
  /// Source: realm-core `src/realm/dictionary.cpp` for the keys of dictionaries; `StorageRules`
  /// names those of the rest.
  static let realm = StorageRules(
    values: ValueRules(keepsSignOfZero: false, dictionaryKeys: .noPaths), packsZeros: true,
    skipsEqualNumbers: true, comparesElementsByValue: true)
}

extension History {
  /// The names of the types that are top-level in one version and embedded in a later one: the
  /// order of links to their objects decides who keeps the original and who gets a copy.
  ///
  /// - Complexity: O(*n*) in the number of versions, for every type that is ever embedded.
  fileprivate var embeddedLater: [Name] {
    var topLevel = [Name]()
    var result = [Name]()
    for stage in stages.indices {
      let types = stages[stage].schema.types
      for index in types.indices {
        let name = types[index].name
        if !types[index].isEmbedded {
          if !topLevel.contains(name) { topLevel.append(name) }
        } else if topLevel.contains(name), !result.contains(name) {
          result.append(name)
        }
      }
    }
    return result
  }
}
