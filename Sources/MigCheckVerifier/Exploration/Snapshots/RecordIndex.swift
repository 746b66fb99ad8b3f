import MigCheckModel
import MigCheckText

/// What is known of a hop, so arranged that a check finds quickly what concerns one object.
///
/// What is not known may have happened: checks that ask whether a migration wrote something get a
/// yes where nobody can tell, and so raise no false alarm.
struct RecordIndex {
  /// Objects for which a migration wrote a property, or may have.
  struct Writes {
    /// Increasing; `nil`: perhaps any object.
    let keys: [Int64]?

    var isEmpty: Bool { keys?.isEmpty ?? false }

    func contains(_ key: Int64) -> Bool { keys?.containsSorted(key) ?? true }
  }

  private let trace: MigrationTrace
  /// What the subject itself knows to be wrong.
  let faults: [HopFault]
  private let renames: [UpgradeRecord.Rename]
  /// By the name of the type: copies and what they are copies of, which lived before the hop.
  private var originals: [(type: Name, byCopy: [Int64: Int64], byOriginal: [Int64: [Int64]])]

  /// - Complexity: O(*n*) in the number of created objects.
  init(_ trace: MigrationTrace) {
    if case .columns(let columns) = trace { faults = columns.faults } else { faults = [] }
    let trace = trace.isUnknown ? .unknown : trace
    self.trace = trace
    renames =
      switch trace {
      case .objects(let record): record.renames
      case .columns(let columns): columns.renames
      case .unknown: []
      }
    originals = []
    guard case .objects(let record) = trace else { return }
    for creation in record.creations where creation.originals.contains(where: { $0 >= 0 }) {
      var direct = [Int64: Int64]()
      for (key, original) in zip(creation.keys, creation.originals) where original >= 0 {
        direct[key] = original
      }
      var byCopy = [Int64: Int64]()
      var byOriginal = [Int64: [Int64]]()
      for (key, original) in zip(creation.keys, creation.originals) where original >= 0 {
        // A copy may itself have been copied.
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

  /// Whether a copy of all objects of a type leaves a property out.
  func isLeftOut(_ property: Name, of type: Name) -> Bool {
    guard case .columns(let columns) = trace else { return false }
    return columns.leftOut.contains(PropertyPath(type: type, property: property))
  }

  /// Whether it can be seen why a property went, as a statement has used its values.
  func isUsed(_ property: Name, of type: Name) -> Bool {
    guard case .columns(let columns) = trace else { return false }
    return columns.used.contains(PropertyPath(type: type, property: property))
  }

  var hasCopies: Bool { !originals.isEmpty }

  func original(of key: Int64, type: Name) -> Int64? {
    originals.first { $0.type == type }?.byCopy[key]
  }

  func copies(of key: Int64, type: Name) -> [Int64] {
    originals.first { $0.type == type }?.byOriginal[key] ?? []
  }

  /// Whether the objects of a type are others than before, which another type held, or none did.
  func isReplaced(_ type: Name) -> Bool {
    guard case .columns(let columns) = trace else { return false }
    return [columns.deleted, columns.created, columns.unidentified].allSatisfy { $0.contains(type) }
  }

  /// Why an object is gone; `nil`: nothing says why.
  func cause(of key: Int64, type: Name) -> UpgradeRecord.Cause? {
    guard case .objects(let record) = trace else { return nil }
    return record.deletions.first {
      $0.type == type && $0.keys.containsSorted(key)
    }?.cause
  }

  /// For which objects the migration wrote a property, or may have.
  func written(_ property: Name, of type: Name) -> Writes {
    switch trace {
    case .objects(let record):
      let write = record.writes.first {
        $0.type == type && $0.property == property
      }
      return Writes(keys: write?.keys ?? [])
    case .columns(let columns):
      let isWritten = columns.written.contains { $0.names(property, of: type) }
      return Writes(keys: isWritten ? nil : [])
    case .unknown: return Writes(keys: nil)
    }
  }

  /// The properties of a type that the migration wrote for some objects, as far as is known.
  func writtenProperties(of type: Name) -> [Name] {
    switch trace {
    case .objects(let record):
      record.writes.filter { $0.type == type }.map(\.property)
    case .columns(let columns):
      columns.written.filter { $0.type == type }.compactMap(\.property)
    case .unknown: []
    }
  }

  /// The names that a property had in turn during the hop, its old one first.
  func names(of property: Name, type: Name) -> [Name] {
    var names = [property]
    for rename in renames
    where rename.type == type && rename.from == names[names.count - 1] {
      names.append(rename.to)
    }
    return names
  }

  /// Whether values of another property went into this one.
  func isRenameTarget(_ property: Name, of type: Name) -> Bool {
    renames.contains {
      $0.type == type && $0.to == property
    }
  }

  func isRenamed(_ property: Name, of type: Name) -> Bool {
    renames.contains {
      $0.type == type
        && ($0.to == property || $0.from == property)
    }
  }
}

// MARK: - What is known

extension RecordIndex {
  /// Whether it is known what the migration wrote; else it may have written anything.
  var isKnown: Bool { if case .unknown = trace { false } else { true } }

  /// Whether it is known for each object why it is gone, and what was made of it.
  var knowsObjects: Bool { if case .objects = trace { true } else { false } }

  /// Whether the migration may have made objects of a type from nothing.
  func mayCreate(_ type: Name) -> Bool {
    switch trace {
    case .objects(let record):
      record.creations.contains { creation in
        creation.type == type && creation.originals.contains { $0 < 0 }
      }
    case .columns(let columns): columns.created.contains(type)
    case .unknown: true
    }
  }

  /// Whether the objects of a type can be followed, if those of others can.
  func mayIdentify(_ type: Name) -> Bool {
    guard case .columns(let columns) = trace else { return true }
    return !columns.unidentified.contains(type)
  }

  /// Properties that still hold keys which objects no longer have, or may do so.
  var staleReferences: [StaleReference] {
    if case .columns(let columns) = trace { columns.staleReferences } else { [] }
  }

  /// What may have taken objects of a type away; `nil`: nothing is known.
  func suspect(_ type: Name) -> SuspectedRemoval? {
    guard case .columns(let columns) = trace else { return nil }
    return columns.removals.first { $0.type == type }
  }

  /// What may have given a property other values, under its names after the hop; `nil`: nothing is
  /// known.
  func suspect(_ property: Name, of type: Name) -> SuspectedChange? {
    guard case .columns(let columns) = trace else { return nil }
    let path = PropertyPath(type: type, property: property)
    return columns.changes.first { $0.property == path }
  }

  /// Whether objects of a type were deleted, or may have been, as an author may mean it.
  func mayDelete(_ type: Name) -> Bool {
    guard case .columns(let columns) = trace else { return false }
    return columns.deleted.contains(type)
  }

  /// Whether any object of a type may be gone as an author may mean it.
  func mayDeleteAny(_ type: Name) -> Bool { mayDelete(type) && deletedObjects(of: type) == nil }

  /// How many objects of a type were deleted as an author may mean it; `nil`: that is not known.
  func deletedCount(of type: Name) -> Int? {
    mayDelete(type) ? deletedObjects(of: type)?.keys.count : 0
  }

  /// Whether an object is among those that were deleted as an author may mean it.
  func isDeleted(_ key: Int64, type: Name) -> Bool {
    deletedObjects(of: type)?.keys.contains(key) ?? false
  }

  private func deletedObjects(of type: Name) -> DeletedObjects? {
    guard case .columns(let columns) = trace else { return nil }
    return columns.deletedObjects.first { $0.type == type && $0.keys.count == $0.names.count }
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
