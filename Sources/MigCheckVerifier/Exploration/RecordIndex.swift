import MigCheckModel
import MigCheckText

/// What a hop did, so arranged that a check finds quickly what concerns one object.
struct RecordIndex {
  let record: UpgradeRecord
  /// By the name of the type: copies and what they are copies of, which lived before the hop.
  private var originals: [(type: String, byCopy: [Int64: Int64], byOriginal: [Int64: [Int64]])]

  /// - Complexity: O(*n*) in the number of created objects.
  init(_ record: UpgradeRecord) {
    self.record = record
    originals = []
    for creation in record.creations where creation.originals.contains(where: { $0 >= 0 }) {
      var direct = [Int64: Int64]()
      for (key, original) in zip(creation.keys, creation.originals) where original >= 0 {
        direct[key] = original
      }
      var byCopy = [Int64: Int64]()
      var byOriginal = [Int64: [Int64]]()
      for (key, original) in zip(creation.keys, creation.originals) where original >= 0 {
        // A copy may have been copied in its turn.
        var origin = original
        var steps = 0
        while let next = direct[origin], steps < direct.count {
          origin = next
          steps += 1
        }
        byCopy[key] = origin
        byOriginal[origin, default: []].append(key)
      }
      originals.append((creation.type, byCopy, byOriginal))
    }
  }

  var hasCopies: Bool { !originals.isEmpty }

  func original(of key: Int64, type: String) -> Int64? {
    originals.first { $0.type.isIdentical(to: type) }?.byCopy[key]
  }

  func copies(of key: Int64, type: String) -> [Int64] {
    originals.first { $0.type.isIdentical(to: type) }?.byOriginal[key] ?? []
  }

  func cause(of key: Int64, type: String) -> UpgradeRecord.Cause? {
    record.deletions.first {
      $0.type.isIdentical(to: type) && $0.keys.containsSorted(key)
    }?.cause
  }

  /// For which objects the migration wrote a property; `nil`: for none.
  func written(_ property: String, of type: String) -> [Int64]? {
    record.writes.first {
      $0.type.isIdentical(to: type) && $0.property.isIdentical(to: property)
    }?.keys
  }

  /// The names that a property had in turn during the hop, its old one first.
  func names(of property: String, type: String) -> [String] {
    var names = [property]
    for rename in record.renames
    where rename.type.isIdentical(to: type) && rename.from.isIdentical(to: names[names.count - 1]) {
      names.append(rename.to)
    }
    return names
  }

  /// Whether values of another property went into this one.
  func isRenameTarget(_ property: String, of type: String) -> Bool {
    record.renames.contains {
      $0.type.isIdentical(to: type) && $0.to.isIdentical(to: property)
    }
  }

  func isRenamed(_ property: String, of type: String) -> Bool {
    record.renames.contains {
      $0.type.isIdentical(to: type)
        && ($0.to.isIdentical(to: property) || $0.from.isIdentical(to: property))
    }
  }
}

extension [Int64] {
  /// - Complexity: O(log *n*); the array is increasing.
  func containsSorted(_ key: Int64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == key
  }
}
