import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Which objects of two ways are the same, one being that of a start graph and the other that of
/// its follow-up.
///
/// An object is known by its key, its place in the start graph, whatever happens to it later.
/// A copy is known by the object that it is a copy of. Objects that a migration made come from
/// neither.
struct ObjectCorrespondence {
  /// The way of the start graph.
  let base: Execution
  /// That of the follow-up.
  let other: Execution
  let starts: StartKeys
  /// The versions with what the engine says of their types; `nil`: types are known by their names.
  var span: VersionSpan?

  private var schema: Schema { base.start.graph.schema }
  private var keyCounts: [Int] { starts.counts }
  private var keys: [[Int64]] { starts.keys }

  /// The type's position in the start schema, if its keys still name places in the start graph: the
  /// keys of a type that went and came again may have begun anew.
  private func startType(_ name: Name) -> Int? {
    if let span { return span.startType(of: name, along: base.path).flatMap(schema.index) }
    return base.schemas.allSatisfy { $0.index(of: name) != nil } ? schema.index(of: name) : nil
  }
}

// MARK: - The same objects in the same places

extension ObjectCorrespondence {
  /// The follow-up's snapshot with each object in the row and under the key that it has in the other
  /// one; objects that a migration made are taken in their order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of objects.
  func aligned(_ snapshot: Snapshot, to base: Snapshot) -> Snapshot {
    var result = snapshot
    var order = [[Int]]()
    for (index, type) in snapshot.graph.schema.types.enumerated() {
      let start = startType(type.name)
      let known = start.map { keys[$0] } ?? []
      let made = base.keys[index].drop { $0 < Int64(start.map { keyCounts[$0] } ?? 0) }
      var free = made.startIndex
      var places = [(key: Int64, row: Int)]()
      for (row, key) in snapshot.keys[index].enumerated() {
        if key >= 0, key < Int64(known.count), known[Int(key)] >= 0 {
          places.append((known[Int(key)], row))
        } else {
          places.append((free < made.endIndex ? made[free] : .max - Int64(row), row))
          free += 1
        }
      }
      places.sort { $0.key < $1.key }
      result.keys[index] = places.map(\.key)
      order.append(places.map(\.row))
    }
    result.graph = snapshot.graph.reordered(order)
    return result
  }
}

// MARK: - What is left of the start graph

extension ObjectCorrespondence {
  /// What is left of the objects of the start graph: those that are still there, copies of them,
  /// and all that they lead to.
  ///
  /// - Complexity: O(*n*) in the size of the snapshot.
  func part(of snapshot: Snapshot) -> Snapshot {
    part(of: snapshot, on: base, keyCounts: keyCounts) { _, _ in true }
  }

  /// The same for the follow-up, without what is left of the objects that were added.
  func part(ofFollowUp snapshot: Snapshot) -> Snapshot {
    part(of: snapshot, on: other, keyCounts: keys.map(\.count)) { keys[$0][Int($1)] >= 0 }
  }

  private func part(
    of snapshot: Snapshot, on execution: Execution, keyCounts: [Int],
    isOurs: (_ type: Int, _ key: Int64) -> Bool
  ) -> Snapshot {
    let graph = snapshot.graph
    var isKept = snapshot.keys.map { Array(repeating: false, count: $0.count) }
    var pending = [ObjectReference]()
    func keep(_ object: ObjectReference) {
      guard !isKept[object.type][object.index] else { return }
      isKept[object.type][object.index] = true
      pending.append(object)
    }
    for (index, type) in graph.schema.types.enumerated() {
      guard let start = startType(type.name) else { continue }
      let originals = execution.originals(ofType: type.name)
      for (row, key) in snapshot.keys[index].enumerated() {
        var key = key
        // A copy may itself have been copied; a copy's key is higher than its original's.
        while key >= Int64(keyCounts[start]), let original = originals[key], original < key {
          key = original
        }
        if key >= 0, key < Int64(keyCounts[start]), isOurs(start, key) {
          keep(ObjectReference(type: index, index: row))
        }
      }
    }
    while let object = pending.popLast() {
      for column in graph.tables[object.type].columns {
        graph.forEachLink(in: column[object.index], keep)
      }
    }
    return snapshot.keeping(isKept)
  }
}

extension Execution {
  /// Which object each copy of a type is a copy of.
  fileprivate func originals(ofType name: Name) -> [Int64: Int64] {
    var originals = [Int64: Int64]()
    for creation in traces.compactMap(\.record).flatMap(\.creations)
    where creation.type == name {
      for (key, original) in zip(creation.keys, creation.originals) where original >= 0 {
        originals[key] = original
      }
    }
    return originals
  }
}

extension Snapshot {
  /// - Parameter isKept: per type, for each row; no kept object leads to one that is not.
  fileprivate func keeping(_ isKept: [[Bool]]) -> Snapshot {
    let others = isKept.enumerated().flatMap { type, rows in
      rows.indices.filter { !rows[$0] }.map { ObjectReference(type: type, index: $0) }
    }
    guard !others.isEmpty else { return self }
    var result = self
    result.graph = graph.removing(others)
    for (type, rows) in isKept.enumerated() {
      result.keys[type] = zip(keys[type], rows).filter(\.1).map(\.0)
    }
    return result
  }
}
