import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Gives the objects of snapshots keys where the subject gives none that live through every hop.
///
/// With identity by primary key, an object of the start graph has its position there as its key,
/// and others are numbered as they are first seen. The stores of one graph share a numbering, so
/// that equal primary keys mean equal keys on all paths. Without any identity, keys are positions
/// in one snapshot and mean nothing in another.
final class ObjectNumbering {
  /// What an object is known by: its type, its primary key or row id, and which of those with the
  /// same one it is, since nothing keeps a damaged table from having two.
  private struct Mark: Hashable {
    var type: [UInt8]
    var name: KeyValue
    var occurrence: Int
  }

  private let identity: Evidence.Identity
  private var numbers: [Mark: Int64] = [:]
  /// By type: how many numbers are taken.
  private var counts: [[UInt8]: Int64] = [:]

  /// - Parameter graph: the start graph of the stores.
  init(_ identity: Evidence.Identity, start graph: ObjectGraph) {
    self.identity = identity
    guard identity.isByName else { return }
    for (index, type) in graph.schema.types.enumerated() where !type.isEmbedded {
      if let column = type.primaryKey.flatMap(type.storedIndex(of:)) {
        _ = keys(of: type.name, names: graph.tables[index].columns[column].map(KeyValue.init))
      }
    }
  }

  /// The snapshot with keys, and with its rows in the order of the keys.
  ///
  /// - Complexity: O(*n* log *n*) in the number of objects.
  func keyed(_ snapshot: Snapshot) -> Snapshot {
    guard identity != .exact else { return snapshot }
    var result = snapshot
    var order = [[Int]]()
    for (index, type) in snapshot.graph.schema.types.enumerated() {
      let keys = keys(of: type, at: index, in: snapshot)
      let rows = keys.indices.sorted { keys[$0] < keys[$1] }
      order.append(rows)
      if result.keys.count <= index { result.keys.append([]) }
      result.keys[index] = rows.map { keys[$0] }
      for place in result.danglingLinks.indices
      where snapshot.danglingLinks[place].type == type.name {
        let row = Int(snapshot.danglingLinks[place].key)
        if keys.indices.contains(row) { result.danglingLinks[place].key = keys[row] }
      }
    }
    if order.contains(where: { $0 != Array($0.indices) }) {
      result.graph = snapshot.graph.reordered(order)
    }
    return result
  }

  /// The trace with keys for the objects that it names.
  func keyed(_ trace: MigrationTrace) -> MigrationTrace {
    guard identity != .exact, case .columns(var columns) = trace else { return trace }
    for place in columns.deletedObjects.indices {
      let deleted = columns.deletedObjects[place]
      columns.deletedObjects[place].keys = keys(
        of: deleted.type, names: deleted.names.map(KeyValue.init))
    }
    return .columns(columns)
  }

  func keyed(_ trace: PassingTrace) -> PassingTrace {
    PassingTrace(whole: keyed(trace.whole), goesOnAsNew: trace.goesOnAsNew) { from in
      trace.since(from).map(self.keyed)
    }
  }

  private func keys(of type: ObjectType, at index: Int, in snapshot: Snapshot) -> [Int64] {
    if type.isEmbedded { return [] }
    let table = snapshot.graph.tables[index]
    if identity.isByName, let column = type.primaryKey.flatMap(type.storedIndex(of:)) {
      return keys(of: type.name, names: table.columns[column].map(KeyValue.init))
    }
    if identity == .primaryKeyOrRowID, snapshot.keys.indices.contains(index),
      snapshot.keys[index].count == table.count
    {
      return keys(of: type.name, names: snapshot.keys[index].map(KeyValue.int))
    }
    return (0..<table.count).map(Int64.init)
  }

  private func keys(of type: Name, names: [KeyValue]) -> [Int64] {
    let type = Array(type.utf8)
    var occurrences = [KeyValue: Int]()
    return names.map { name in
      let mark = Mark(type: type, name: name, occurrence: occurrences[name, default: 0])
      occurrences[name, default: 0] += 1
      if let known = numbers[mark] { return known }
      let next = counts[type, default: 0]
      numbers[mark] = next
      counts[type] = next + 1
      return next
    }
  }
}

extension Evidence.Identity {
  /// Whether objects are known by something that they hold, and that a migration may change.
  var isByName: Bool { self == .primaryKey || self == .primaryKeyOrRowID }
}

/// A store whose snapshots have keys.
final class NumberedStore: SubjectStore {
  private let store: any SubjectStore
  private let numbering: ObjectNumbering

  init(_ store: any SubjectStore, _ numbering: ObjectNumbering) {
    self.store = store
    self.numbering = numbering
  }

  var version: UInt64 { store.version }

  func fork() throws -> any SubjectStore { NumberedStore(try store.fork(), numbering) }
  func perturbEnvironment() { store.perturbEnvironment() }
  func perturbSurroundings() throws { try store.perturbSurroundings() }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    numbering.keyed(try store.upgrade(to: version))
  }

  func upgrade(
    to version: UInt64, passing stops: [UInt64],
    arrive: (any SubjectStore, PassingTrace) throws -> Void
  ) throws -> PassingTrace? {
    try store.upgrade(to: version, passing: stops) { [numbering] in
      try arrive(NumberedStore($0, numbering), numbering.keyed($1))
    }.map(numbering.keyed)
  }

  func reopen() throws -> Bool { try store.reopen() }
  func snapshot() throws -> Snapshot { numbering.keyed(try store.snapshot()) }
  func schema() throws -> Schema { try store.schema() }

  func prediction() throws -> UpgradePrediction? {
    try store.prediction()?.mapContent(numbering.keyed)
  }

  func state() throws -> any StoreState { try store.state() }
  func discard() { store.discard() }
}

extension NumberedStore: NewerStore {
  func opened(by release: OlderRelease) throws -> OlderOpening {
    guard let store = store as? any NewerStore else { return OlderOpening(refusal: nil) }
    var opening = try store.opened(by: release)
    opening.store = opening.store.map { NumberedStore($0, numbering) }
    return opening
  }
}
