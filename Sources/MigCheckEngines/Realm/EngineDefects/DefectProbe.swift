import MigCheckModel
import MigCheckStores
import MigCheckText

/// Takes a graph through some upgrades in memory, to see what the migration does with it.
struct DefectProbe {
  let history: History
  var watch: MigrationLog.Watch?

  /// What came of one upgrade.
  struct Outcome {
    /// `nil`: the upgrade was refused.
    var record: UpgradeRecord?
    var log: MigrationLog

    /// Whether the migration's own code deleted an object.
    func deletes(_ object: ObjectReference, of type: String) -> Bool {
      record?.deletions.contains { deletion in
        (deletion.cause == .migration || deletion.cause == .overwritten)
          && deletion.type.isIdentical(to: type) && deletion.keys.contains(Int64(object.index))
      } ?? false
    }

    /// Whether an object went since it had no parent when its type became embedded.
    func deletesOrphan(_ object: ObjectReference, of type: String) -> Bool {
      record?.deletions.contains { deletion in
        (deletion.cause == .silentOrphan || deletion.cause == .declaredOrphan)
          && deletion.type.isIdentical(to: type) && deletion.keys.contains(Int64(object.index))
      } ?? false
    }

    /// Whether objects of a type were copied as it became embedded.
    func copies(_ type: String) -> Bool {
      record?.creations.contains { creation in
        creation.type.isIdentical(to: type) && creation.originals.contains { $0 >= 0 }
      } ?? false
    }

    /// Whether a property's values went to another name.
    func moves(_ property: String, of type: String) -> Bool {
      record?.renames.contains { rename in
        rename.type.isIdentical(to: type) && rename.from.isIdentical(to: property)
      } ?? false
    }
  }

  /// - Parameter path: versions, that of the graph first.
  /// - Returns: one outcome for each upgrade, up to the first that is refused; empty where no store
  ///   can hold the graph.
  func run(_ graph: ObjectGraph, path: [HistoryVersion]) -> [Outcome] {
    guard let first = path.first,
      let store = try? HistoryStore(
        history: history, store: MemoryStore(), at: first.number, holding: graph)
    else { return [] }
    var outcomes = [Outcome]()
    for version in path.dropFirst() {
      let log = MigrationLog(watch: watch)
      let record = try? store.upgrade(to: version.number, log: log)
      outcomes.append(Outcome(record: record, log: log))
      if record == nil { break }
    }
    return outcomes
  }
}
