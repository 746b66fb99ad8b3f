import Foundation
import MigCheckModel
import MigCheckText

@testable import MigCheckVerifier

/// A subject with plain closures over snapshots, into which faults can be put.
///
/// On its own it does what nobody could object to: properties and objects stay, new properties
/// have their declared defaults, and files are no different from memory.
struct ToySubject: Subject {
  var name = "Toy"
  var rules = "toy"
  var versions: [SubjectVersion]
  var ignoring: [PropertyPath] = []
  var paths = UpgradePaths.all
  var shipped: UInt64?
  /// Upgrades that there are, as far as `paths` goes that way.
  var hasUpgrade: @Sendable (Hop) -> Bool = { _ in true }
  /// What it says of itself beyond its steps and invariants.
  var identity = Evidence.Identity.exact
  var trace = Evidence.Trace.objects
  var runsEachVersion = false
  var mayDifferWhenRepeated = true
  /// How many objects of a type a store may hold without one of them being of influence to others.
  var componentwiseObjects = 0
  var keepsSignOfZero = true
  var hazards: (any KnownHazards)?
  var starts: (any StartGraphs)?
  var mappings: (any KnownMappings)?
  var migrationExpressions: [UInt64: [MigrationExpression]] = [:]
  /// Versions whose migrations hold code that cannot be read.
  var codeVersions: [UInt64] = []

  /// Runs after the upgrade, as a migration or as a fault of the engine.
  var migrate: @Sendable (_ hop: Hop, _ kind: StoreKind, _ state: inout ToyState) throws -> Void = {
    _, _, _ in
  }
  /// Throws for a start graph that the subject does not hold.
  var admit: @Sendable (_ graph: ObjectGraph) throws -> Void = { _ in }
  /// Runs when a store is opened again.
  /// - Returns: whether a migration ran.
  var reopen: @Sendable (_ kind: StoreKind, _ state: inout ToyState) throws -> Bool = { _, _ in
    false
  }
  /// What the store tells of its schema.
  var readSchema: @Sendable (_ state: ToyState) -> Schema = { $0.snapshot.graph.schema }
  /// What an interrupted upgrade leaves; `nil`: upgrades cannot be interrupted.
  var crash: (@Sendable (_ point: CrashPoint, _ hop: Hop, _ state: ToyState) throws -> ToyState)?
  /// The objects of an invariant's type for which it does not hold.
  var violates: @Sendable (_ old: [Value], _ new: [Value]) throws -> Bool = { _, _ in false }

  init(_ versions: SubjectVersion...) {
    self.versions = versions
  }

  func upgrades(from: UInt64, to: UInt64) -> Bool { hasUpgrade(Hop(from: from, to: to)) }

  func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    if graph.schema.types.contains(where: { $0.name == "Invalid" }) {
      throw UpgradeError(.schemaInvalid, "No type may be called Invalid.", type: "Invalid")
    }
    try admit(graph)
    if kind == .file { try Data().write(to: URL(fileURLWithPath: directory + "/store")) }
    return ToyStore(subject: self, kind: kind, state: ToyState(version: version, graph: graph))
  }

  var evidence: Evidence {
    var evidence = Evidence(
      identity: identity, trace: trace, steps: self, invariants: self,
      values: ValueRules(keepsSignOfZero: keepsSignOfZero),
      crashes: crash.map { ToyCrashes(subject: self, crash: $0) }, hazards: hazards)
    evidence.runsEachVersion = runsEachVersion
    evidence.mayDifferWhenRepeated = mayDifferWhenRepeated
    evidence.componentwiseObjects = componentwiseObjects
    evidence.starts = starts
    evidence.mappings = mappings
    return evidence
  }
}

extension ToySubject: InvariantEvaluation {
  func evaluate(
    _ invariant: Invariant, of version: UInt64, from start: Snapshot, to end: Snapshot
  ) throws -> InvariantOutcome {
    var outcome = InvariantOutcome(objects: 0, violations: [])
    guard let old = start.graph.schema.index(of: invariant.type),
      let new = end.graph.schema.index(of: invariant.type)
    else { return outcome }
    for (row, key) in start.keys[old].enumerated() {
      guard let other = end.keys[new].firstIndex(of: key) else { continue }
      outcome.objects += 1
      let isViolated = try violates(
        start.graph.values(of: ObjectReference(type: old, index: row)),
        end.graph.values(of: ObjectReference(type: new, index: other)))
      if isViolated { outcome.violations.append(key) }
    }
    return outcome
  }
}

extension ToySubject: ReadableSteps {
  func expressions(into version: UInt64) -> [MigrationExpression] {
    migrationExpressions[version] ?? []
  }

  func holdsCode(into version: UInt64) -> Bool { codeVersions.contains(version) }
}

/// The content of a toy store, and the record of the hop that is under way.
struct ToyState: Sendable {
  var snapshot: Snapshot
  var record = UpgradeRecord()
  /// What is told of the hop by a subject that does not record single objects.
  var trace = MigrationTrace.unknown
  /// Something that a later hop can read, and a snapshot does not show.
  var hidden = 0

  init(version: UInt64, graph: ObjectGraph) {
    var graph = graph
    var next: Int64 = 0
    func keyed(_ value: Value) -> Value {
      switch value {
      case .embedded(var object):
        object.key = next
        next += 1
        object.values = object.values.map(keyed)
        return .embedded(object)
      case .list(let elements): return .list(elements.map(keyed))
      case .dictionary(let entries):
        return .dictionary(entries.map { DictionaryEntry($0.key, keyed($0.value)) })
      default: return value
      }
    }
    for type in graph.tables.indices {
      for column in graph.tables[type].columns.indices {
        graph.tables[type].columns[column] = graph.tables[type].columns[column].map(keyed)
      }
    }
    snapshot = Snapshot(
      version: version, graph: graph,
      keys: graph.tables.map { table in (0..<table.count).map(Int64.init) })
  }

  /// Carries everything over that both schemas have, and gives the rest its initial value.
  mutating func carryOver(to schema: Schema) {
    let old = snapshot
    var graph = ObjectGraph(schema: schema)
    var keys = schema.types.map { _ in [Int64]() }
    func carried(_ value: Value) -> Value {
      switch value {
      case .link(let target):
        let name = old.graph.schema.types[target.type].name
        return schema.index(of: name).map {
          .link(ObjectReference(type: $0, index: target.index))
        } ?? .null
      case .embedded(var object):
        let from = old.graph.schema.types[object.type]
        guard let type = schema.index(of: from.name) else { return .null }
        object.type = type
        object.values = values(object.values, from: from, to: schema.types[type])
        return .embedded(object)
      case .list(let elements): return .list(elements.map(carried))
      case .set(let elements): return .set(elements.map(carried))
      case .dictionary(let entries):
        return .dictionary(entries.map { DictionaryEntry($0.key, carried($0.value)) })
      default: return value
      }
    }
    func values(_ values: [Value], from: ObjectType, to: ObjectType) -> [Value] {
      to.storedProperties.map { property in
        guard let column = from.storedIndex(of: property.name),
          from.storedProperties[column].hasSameContent(as: property)
        else { return property.initialValue }
        let value = carried(values[column])
        return value.isNull && property.collection == nil ? property.zeroValue : value
      }
    }
    for (index, type) in schema.types.enumerated() where !type.isEmbedded {
      guard let from = old.graph.schema.index(of: type.name) else { continue }
      for row in 0..<old.graph.tables[from].count {
        let own = old.graph.values(of: ObjectReference(type: from, index: row))
        graph.append(values(own, from: old.graph.schema.types[from], to: type), type: index)
      }
      keys[index] = old.keys[from]
    }
    snapshot.graph = graph
    snapshot.keys = keys
  }

  /// The values of a property of all objects of a type.
  subscript(type: Name, property: Name) -> [Value] {
    get {
      let index = snapshot.graph.schema.index(of: type)!
      let column = snapshot.graph.schema.types[index].storedIndex(of: property)!
      return snapshot.graph.tables[index].columns[column]
    }
    set {
      let index = snapshot.graph.schema.index(of: type)!
      let column = snapshot.graph.schema.types[index].storedIndex(of: property)!
      snapshot.graph.tables[index].columns[column] = newValue
    }
  }

  func keys(of type: Name) -> [Int64] {
    snapshot.keys[snapshot.graph.schema.index(of: type)!]
  }

  func count(of type: Name) -> Int { keys(of: type).count }

  /// Removes the last object of a type; nothing may link to it.
  mutating func removeLast(of type: Name) {
    let index = snapshot.graph.schema.index(of: type)!
    guard snapshot.graph.tables[index].count > 0 else { return }
    snapshot.graph.tables[index].count -= 1
    for column in snapshot.graph.tables[index].columns.indices {
      snapshot.graph.tables[index].columns[column].removeLast()
    }
    snapshot.keys[index].removeLast()
  }
}

final class ToyStore: SubjectStore {
  private let subject: ToySubject
  private let kind: StoreKind
  private var current: ToyState

  init(subject: ToySubject, kind: StoreKind, state: ToyState) {
    self.subject = subject
    self.kind = kind
    current = state
  }

  var version: UInt64 { current.snapshot.version }

  func fork() throws -> any SubjectStore {
    ToyStore(subject: subject, kind: kind, state: current)
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    let hop = Hop(from: self.version, to: version)
    var next = current
    next.record = UpgradeRecord()
    next.trace = .unknown
    next.carryOver(to: subject.versions.first { $0.number == version }!.schema)
    next.snapshot.version = version
    try subject.migrate(hop, kind, &next)
    current = next
    return subject.trace == .objects ? .objects(next.record) : next.trace
  }

  func reopen() throws -> Bool { try subject.reopen(kind, &current) }
  func snapshot() throws -> Snapshot { current.snapshot }
  func schema() throws -> Schema { subject.readSchema(current) }
  func state() throws -> any StoreState { State(content: current) }
  func discard() {}

  struct State: StoreState {
    let content: ToyState

    var fingerprint: UInt64 { UInt64(content.snapshot.graph.objectCount) }

    func isIdentical(to other: any StoreState) -> Bool {
      guard let other = (other as? State)?.content else { return false }
      let (left, right) = (content.snapshot, other.snapshot)
      return content.hidden == other.hidden && left.version == right.version
        && left.keys == right.keys && left.misplaced == right.misplaced
        && left.danglingLinks == right.danglingLinks
        && zip(left.graph.tables, right.graph.tables).allSatisfy { $0.columns == $1.columns }
    }
  }
}

extension SubjectVersion {
  init(_ number: UInt64, drops: [PropertyPath] = [], _ types: ObjectType...) {
    self.init(number: number, schema: Schema(types), drops: drops)
  }
}

extension ObjectGraph {
  /// A graph with objects of the first type.
  init(_ version: SubjectVersion, _ objects: [Value]...) {
    self.init(schema: version.schema)
    for values in objects { append(values, type: 0) }
  }
}

extension ToySubject {
  /// What the checks see in one start graph of the first version.
  func failures(
    _ graph: ObjectGraph, stores: [StoreKind] = [.memory],
    paths: VerificationOptions.Exploration = .merged
  ) throws -> [Failure] {
    let options = VerificationOptions(trials: 0, stores: stores) { $0.exploration = paths }
    return try Verifier(self, options: options).runTrial(graph, at: versions[0].number)
  }

  /// What the checks see that compare one start graph with others made from it.
  func followUpFailures(
    _ graph: ObjectGraph, stores: [StoreKind] = [.memory]
  ) throws -> [Failure] {
    let options = VerificationOptions(trials: 0, stores: stores)
    return try Verifier(self, options: options).runFollowUps(graph, at: versions[0].number)
  }
}

extension [Failure] {
  /// `data-preserved valueChanged Person.age 1 → 2`, one for each.
  var summary: [String] {
    map { failure in
      let violation = failure.violation
      let place = violation.type.map {
        " " + PropertyPath(type: $0, property: violation.property).description
      }
      let code = violation.code.map { " (\($0))" } ?? ""
      return "\(failure.check.rawValue) \(violation.kindName)\(code)\(place ?? "") \(failure.hop)"
    }
  }
}
