import MigCheckHistory
import MigCheckModel

/// The known defects of Realm Core 14.14, which crash an app or damage its file.
///
/// Each was seen by running that engine; `Corpus/realm/engine-defects` has a case of each. The
/// stores of the kit do what the engine should do, so no check can see these.
///
/// A defect is told of an upgrade where schemas and migration make it possible. What a migration
/// does is found out by running it on a few objects, made for the purpose, in memory: so a block in
/// Swift counts as well as declared steps, and one that works around a defect silences the warning.
/// Whether users' stores hold the values that it takes cannot be known here; the sentences say
/// "if".
enum RealmDefect: String, CaseIterable {
  /// `core:src/realm/table.cpp` `convert_column` takes a set or dictionary for single values.
  case elementsMadeOptional = "realm-elements-made-optional"
  /// `core:src/realm/object-store/object_store.cpp` `rename_property` compares base types only.
  case renamedToOtherKind = "realm-renamed-to-other-kind"
  /// `core:src/realm/object_converter.cpp` copies from a leaf that moves while it is written.
  case copiedString = "realm-copied-string"
  /// `core:src/realm/table.cpp` `erase_root_column` knows of links, and not of mixed ones.
  case ghostLink = "realm-ghost-link"
  /// Embedding follows a link back to a set whose type is gone from the schema.
  case removedSet = "realm-removed-set"
  /// Nulling a mixed link does not update the property's index.
  case indexedMixedLink = "realm-indexed-mixed-link"
  /// The schema of a migration keeps the column that a rename has dropped.
  case writtenAfterRename = "realm-written-after-rename"
  /// A name of a column is copied to a place of 64 bytes.
  case longPassingName = "realm-long-passing-name"
  /// `core:src/realm/table.cpp` `has_any_embedded_objects` remembers what was so before.
  case staleEmbeddedFlag = "realm-stale-embedded-flag"
  /// A NaN has no place in an order that goes by `<`.
  case setWithNaN = "realm-set-with-nan"
  /// `core:src/realm/mixed.cpp` compares binary with decimal numbers as decimals of few digits.
  case roundedSet = "realm-rounded-set"
  /// `core:src/realm/object-store/shared_realm.cpp` asserts that the file has the app's schema.
  case retypedKey = "realm-key-retyped"
  /// Without a block the key of a column that was made again is not set again.
  case looseKey = "realm-key-made-required"
  /// Without a block the index is changed by the key of a column that is gone.
  case staleIndex = "realm-index-with-optionality"

  func defect(
    _ type: Name, _ property: Name?, _ message: String, remedy: String
  ) -> EngineDefect {
    EngineDefect(
      name: rawValue, place: PropertyPath(type: type, property: property), message: message,
      remedy: remedy)
  }
}

/// One upgrade, with what the versions before it may have left in the file.
struct RealmDefectSearch {
  let engine: RealmEngine
  let history: History
  let old: HistoryVersion
  let new: HistoryVersion
  /// Whether any step may run in this upgrade.
  let hasSteps: Bool

  init?(_ history: History, engine: RealmEngine, from: UInt64, to: UInt64) {
    guard let old = history.stage(from), let new = history.stage(to), from < to else { return nil }
    self.engine = engine
    self.history = history
    self.old = old
    self.new = new
    // A whole version would be a copy.
    hasSteps = history.stages.indices.contains {
      history.stages[$0].number > from && history.stages[$0].number <= to
        && !history.stages[$0].steps.isEmpty
    }
  }

  /// The versions below the old one, newest first.
  var earlier: [HistoryVersion] { history.stages.filter { $0.number < old.number }.reversed() }

  /// The types of the old version that the new one has too.
  var kept: [(old: ObjectType, new: ObjectType)] {
    old.schema.types.compactMap { type in
      new.schema.type(named: type.name).map { (type, $0) }
    }
  }

  /// Takes a graph through some upgrades: see `DefectProbe.run(_:path:)`.
  func run(_ graph: ObjectGraph, path: [HistoryVersion]) -> [DefectProbe.Outcome] {
    DefectProbe(engine: engine, history: history).run(graph, path: path)
  }

  /// What the migration asks for in a store without objects, and in one with an object of each type.
  var plainLogs: [MigrationLog] {
    let empty = ProbeGraph(old.schema, later: new.schema)
    var full = empty
    full.addOneOfEach()
    return [empty, full].flatMap { run($0.graph, path: [old, new]).map(\.log) }
  }

  /// The types that the upgrade makes embedded.
  var embedded: [ObjectType] {
    kept.filter { !$0.old.isEmbedded && $0.new.isEmbedded }.map(\.new)
  }
}

extension Property {
  /// Whether a set or dictionary of required elements becomes one of optional ones.
  func losesElements(to target: Property) -> Bool {
    hasSameContent(as: target) && (collection == .set || collection == .dictionary) && !isLink
      && type != .mixed && !isOptional && target.isOptional
  }
}
