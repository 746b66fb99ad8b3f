import MigCheckModel
import MigCheckStores
import MigCheckText

extension History: Subject {
  /// The engine's name, as history files write it under `rules`.
  public var rules: String { engine.rawValue }

  /// Everything that there is: objects keep their keys, and steps are recorded as they run.
  public var evidence: Evidence {
    let implementation = engine.implementation
    var evidence = Evidence(
      identity: .exact, trace: .objects, steps: self,
      makeCompiler: { try? HistoryExpressionCompiler() }, defects: self, invariants: self,
      values: implementation?.storage.values ?? ValueRules(),
      hazards: implementation.map { EngineHazards(engine: $0, history: self) },
      starts: implementation?.starts(of: self))
    evidence.componentwiseObjects = implementation?.componentwiseObjects(of: self) ?? 0
    evidence.mappings = implementation?.mappings(of: self)
    if evidence.starts == nil { evidence.starts = AssumedStarts(self) }
    evidence.assumptions = assumptionSentences
    evidence.openers = implementation?.openerProblems(of: self) ?? []
    evidence.advice = { [self] in advice(failed: $0) }
    return evidence
  }

  /// The versions of `stages`, with what checks and reports need of each.
  public var versions: [SubjectVersion] {
    stages.map { stage in
      var version = SubjectVersion(
        number: stage.number, schema: stage.schema, drops: stage.drops,
        invariants: stage.invariants.map { own in
          let expression: SQLExpression? =
            if case .expression(let text) = own.condition { text } else { nil }
          var invariant = Invariant(
            name: own.name, type: own.type, since: own.since, expression: expression)
          invariant.ordinal = expression?.ordinal
          invariant.source = own.source
          return invariant
        })
      version.invariants += assumedInvariants(of: stage)
      version.name = stage.label
      version.checksum = stage.payload?.checksum
      version.source = stage.source
      version.stepSources = stage.steps.compactMap { $0.stepSource(to: targets(of: $0)) }
      version.unreachable = unreachable(stage)
      return version
    }
  }

  /// Into versions with the block of their release, where such blocks are given; else all that the engine
  /// takes stores to.
  public func upgrades(from: UInt64, to: UInt64) -> Bool {
    guard let target = stage(to), unreachable(target) == nil else { return false }
    return engine.implementation?.upgrades(self, from: from, to: to) ?? true
  }

  /// That of the engine.
  public var acceptingRepeats: (any Subject)? { engine.implementation?.acceptingRepeats(self) }

  /// A store at one of the versions, written by the engine's rules.
  public func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    try makeHistoryStore(kind, at: version, holding: graph, in: directory)
  }

  package func makeHistoryStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> HistoryStore {
    let store: any Store =
      switch kind {
      case .memory: MemoryStore()
      // The name only has to be new; no output depends on it.
      case .file:
        try FileStore.create(
          at: "\(directory)/\(String(UInt64.random(in: .min ... .max), radix: 36)).store",
          options: options(ofScratchFileAt: version))
      }
    // Graphs that were made smaller know nothing of what is assumed.
    let assumed = self.stage(version).map { AssumedGraph(graph, $0.assumptions).graph } ?? graph
    do {
      guard assumed.tables.map(\.count) == graph.tables.map(\.count) else {
        throw UpgradeError(.storeCorrupt, "The start graph is not as the history assumes.")
      }
      return try HistoryStore(history: self, store: store, at: version, holding: assumed)
    } catch {
      store.discard()
      throw error
    }
  }
}

extension History {
  private func options(ofScratchFileAt version: UInt64) -> FileStore.Options {
    var options = FileStore.Options(isScratch: true)
    options.laterProperties = laterProperties(than: version)
    return options
  }

  /// By type: how many properties versions behind a version add; what they take away is not counted.
  ///
  /// - Complexity: O(*n*) in the number of types of all versions.
  private func laterProperties(than version: UInt64) -> [Name: Int] {
    var present = [Name: Int]()
    var added = [Name: Int]()
    for stage in stages.indices where stages[stage].number >= version {
      for type in stages[stage].schema.types.indices {
        let name = stages[stage].schema.types[type].name
        let count = stages[stage].schema.types[type].properties.count
        added[name, default: 0] += max(0, count - (present[name] ?? count))
        present[name] = count
      }
    }
    return added
  }
}

extension History: ReadableSteps {
  /// The SQL expressions of a version's steps; Swift code is not among them.
  public func expressions(into version: UInt64) -> [MigrationExpression] {
    guard let stage = stage(version) else { return [] }
    var steps = stage.steps
    if let omittedStep, omittedStep.everywhere, omittedStep.version == version {
      steps.remove(at: omittedStep.position)
    }
    return steps.flatMap { step -> [MigrationExpression] in
      switch step.action {
      case .enumerate(let type, let condition, let assignments, _):
        var result = assignments.map {
          MigrationExpression(
            type: type, property: $0.property, expression: $0.expression, condition: condition,
            ordinal: $0.expression.ordinal)
        }
        if let condition {
          result.append(
            MigrationExpression(
              type: type, property: nil, expression: condition, ordinal: condition.ordinal))
        }
        return result
      case .create(let type, let assignments):
        return assignments.map {
          MigrationExpression(
            type: type, property: $0.property, expression: $0.expression, isOfNewObject: true)
        }
      case .renameProperty, .deleteData, .embed, .code: return []
      }
    }
  }

  /// Whether a step of the version is Swift code.
  public func holdsCode(into version: UInt64) -> Bool {
    stage(version)?.steps.contains { step in
      if case .code = step.action { true } else { false }
    } ?? false
  }
}

extension History: KnownDefects {
  /// The names of all defects that the engine's model knows.
  public var defectNames: [String] { engine.implementation?.defectNames ?? [] }

  /// The defects of the real engine that an upgrade would meet, in a stable order.
  public func defects(from: UInt64, to: UInt64) -> [EngineDefect] {
    engine.implementation?.defects(of: self, from: from, to: to) ?? []
  }
}

extension History: InvariantEvaluation {
  /// Tries an invariant on the objects of both snapshots; Swift code runs with a time limit.
  public func evaluate(
    _ invariant: Invariant, of version: UInt64, from start: Snapshot, to end: Snapshot
  ) throws -> InvariantOutcome {
    if let outcome = assumedOutcome(of: invariant, at: version, end: end) { return outcome }
    let declared = stage(version)?.invariants.first {
      $0.name == invariant.name && $0.type == invariant.type
        && $0.since == invariant.since
    }
    guard case .closure? = declared?.condition else {
      return try outcome(of: invariant, declared, of: version, from: start, to: end)
    }
    // An author's code may crash, or never end.
    let result = Locked<Result<InvariantOutcome, any Error>?>(nil)
    let ending = BlockThread.run(seconds: blockTimeLimit) {
      let own = Result { try outcome(of: invariant, declared, of: version, from: start, to: end) }
      result.withLock { $0 = own }
    }
    switch ending {
    case .trapped(let message): throw UpgradeError.trap("The invariant crashed", message)
    case .timedOut(let seconds):
      throw UpgradeError(.timeLimit, "The invariant did not end within \(seconds) seconds.")
    case .stopped, nil: break
    }
    return try result.withLock { $0 }?.get() ?? InvariantOutcome(objects: 0, violations: [])
  }

  private func outcome(
    of invariant: Invariant, _ declared: HistoryInvariant?, of version: UInt64,
    from start: Snapshot, to end: Snapshot
  ) throws -> InvariantOutcome {
    guard let condition = declared?.condition,
      let oldIndex = start.graph.schema.index(of: invariant.type),
      let newIndex = end.graph.schema.index(of: invariant.type)
    else { return InvariantOutcome(objects: 0, violations: []) }
    let oldType = start.graph.schema.types[oldIndex]
    let newType = end.graph.schema.types[newIndex]
    var outcome = InvariantOutcome(objects: 0, violations: [])
    let oldObjects = start.objects(ofType: oldIndex)
    let newObjects = end.objects(ofType: newIndex)
    let names = InvariantNames(condition, of: invariant.type, from: start.graph, to: end.graph)
    let holds = try CompiledInvariant(condition, names, type: newType)
    let probes = invariantProbes(invariant, of: version, scope: names.scope)
    defer { probes?.tell() }
    var position = 0
    for (key, old) in oldObjects {
      while position < newObjects.count, newObjects[position].key < key { position += 1 }
      guard position < newObjects.count, newObjects[position].key == key else { continue }
      let new = newObjects[position].values
      let isTrue = try holds(
        ObjectView(type: oldType, values: old), ObjectView(type: newType, values: new),
        ordinal: outcome.objects)
      probes?.evaluate(ordinal: outcome.objects) { source in
        switch source {
        case .old(let index): names.old(index, old)
        case .new(let index): names.new(index, new)
        case .ordinal: preconditionFailure("it is given beside")
        }
      }
      outcome.objects += 1
      if !isTrue { outcome.violations.append(key) }
    }
    return outcome
  }
}

extension Snapshot {
  /// The objects of a type with their keys, in increasing order; embedded ones are collected from
  /// their parents.
  func objects(ofType type: Int) -> [(key: Int64, values: [Value])] {
    guard graph.schema.types[type].isEmbedded else {
      return keys[type].enumerated().map { row, key in
        (key, graph.values(of: ObjectReference(type: type, index: row)))
      }
    }
    var objects = [(key: Int64, values: [Value])]()
    graph.forEachEmbedded { object in
      if object.type == type { objects.append((object.key, object.values)) }
    }
    return objects.sorted { $0.key < $1.key }
  }
}

/// The hazards that an engine knows of.
private struct EngineHazards: KnownHazards {
  let engine: any UpgradeEngine
  let history: History

  func hazards(from old: SubjectVersion, to new: SubjectVersion) -> [EngineHazard] {
    engine.hazards(of: history, from: old.number, to: new.number)
  }
}
