import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// Takes a graph through some upgrades in memory, to see what the migration does with it.
struct DefectProbe {
  let engine: RealmEngine
  let history: History
  var watch: MigrationLog.Watch?

  /// The outcome of one upgrade.
  struct Outcome {
    /// `nil`: the upgrade was refused.
    var record: UpgradeRecord?
    var log: MigrationLog

    /// Whether the migration's own code deleted an object.
    func deletes(_ object: ObjectReference, of type: Name) -> Bool {
      record?.deletions.contains { deletion in
        (deletion.cause == .migration || deletion.cause == .overwritten)
          && deletion.type == type && deletion.keys.contains(Int64(object.index))
      } ?? false
    }

    /// Whether an object went since it had no parent when its type became embedded.
    func deletesOrphan(_ object: ObjectReference, of type: Name) -> Bool {
      record?.deletions.contains { deletion in
        [.orphan(isDeclared: false), .orphan(isDeclared: true)].contains(deletion.cause)
          && deletion.type == type && deletion.keys.contains(Int64(object.index))
      } ?? false
    }

    /// Whether objects of a type were copied as it became embedded.
    func copies(_ type: Name) -> Bool {
      record?.creations.contains { creation in
        creation.type == type && creation.originals.contains { $0 >= 0 }
      } ?? false
    }

    /// Whether a property's values went to another name.
    func moves(_ property: Name, of type: Name) -> Bool {
      record?.renames.contains { rename in
        rename.type == type && rename.from == property
      } ?? false
    }
  }

  /// - Parameter path: versions, that of the graph first.
  /// - Returns: one outcome for each upgrade, up to the first that is refused; empty where no store
  ///   can hold the graph.
  func run(_ graph: ObjectGraph, path: [HistoryVersion]) -> [Outcome] {
    let store = MemoryStore()
    guard let first = path.first,
      (try? engine.create(store, in: history, at: first, holding: graph)) != nil
    else { return [] }
    let evaluator = SharedEvaluator()
    var outcomes = [Outcome]()
    for version in path.dropFirst() {
      let log = MigrationLog(watch: watch)
      let recorder = MigrationRecorder()
      let opening = StoreOpening(
        schema: version.schema, version: version.number,
        steps: history.steps(from: store.version, to: version.number), evaluator: evaluator.get,
        recorder: recorder)
      let isDone = (try? engine.open(store, opening, log: log)) != nil
      outcomes.append(Outcome(record: isDone ? recorder.record : nil, log: log))
      if !isDone { break }
    }
    return outcomes
  }
}
