import MigCheckModel
import MigCheckText

/// Collects what a migration does, for the checks that judge it object by object.
///
/// Types are named as the schema of the time names them; keys are the store's.
package final class MigrationRecorder {
  private struct Written {
    var type: Name
    var property: Name
    var keys: [Int64]
  }

  private var writes: [Written] = []
  package private(set) var renames: [UpgradeRecord.Rename] = []
  private var deletions: [UpgradeRecord.Deletion] = []
  private var creations: [UpgradeRecord.Creation] = []
  /// Is told what conditions come to; `nil`: nobody.
  package let watch: (any ConditionWatch)?

  package init(watch: (any ConditionWatch)? = nil) {
    self.watch = watch
  }

  package func wrote(_ property: Name, of type: Name, keys: [Int64]) {
    guard !keys.isEmpty else { return }
    let index = writes.firstIndex {
      $0.type == type && $0.property == property
    }
    if let index {
      writes[index].keys += keys
    } else {
      writes.append(Written(type: type, property: property, keys: keys))
    }
  }

  package func renamed(type: Name, from: Name, to: Name) {
    renames.append(UpgradeRecord.Rename(type: type, from: from, to: to))
  }

  package func deleted(_ keys: [Int64], of type: Name, cause: UpgradeRecord.Cause) {
    guard !keys.isEmpty else { return }
    let index = deletions.firstIndex { $0.type == type && $0.cause == cause }
    if let index {
      deletions[index].keys += keys
    } else {
      deletions.append(UpgradeRecord.Deletion(type: type, cause: cause, keys: keys))
    }
  }

  package func created(_ key: Int64, of type: Name, copyOf original: Int64 = -1) {
    if let index = creations.firstIndex(where: { $0.type == type }) {
      creations[index].keys.append(key)
      creations[index].originals.append(original)
    } else {
      creations.append(
        UpgradeRecord.Creation(type: type, keys: [key], originals: [original]))
    }
  }

  /// What was collected, with every list of keys in increasing order and without repeats.
  package var record: UpgradeRecord {
    UpgradeRecord(
      renames: renames,
      writes: writes.map {
        UpgradeRecord.Write(type: $0.type, property: $0.property, keys: $0.keys.sortedUniquely)
      },
      deletions: deletions.map {
        UpgradeRecord.Deletion(type: $0.type, cause: $0.cause, keys: $0.keys.sortedUniquely)
      },
      creations: creations)
  }
}

extension [Int64] {
  fileprivate var sortedUniquely: [Int64] {
    var result = [Int64]()
    for key in sorted() where result.last != key { result.append(key) }
    return result
  }
}
