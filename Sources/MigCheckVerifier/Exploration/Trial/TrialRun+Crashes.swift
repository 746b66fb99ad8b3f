import MigCheckModel
import MigCheckText

// `crash-safe`: upgrades of real files that are interrupted, and tried again.

extension TrialRun {
  /// Interrupts upgrades of the start graph in many ways, and lets the next one go on.
  func runCrashes(_ choice: CrashChoice) throws {
    let targets = span.targets(from: start)
    guard let upgrades = span.evidence.crashes, graph.objectCount > 0, let next = targets.first,
      let farthest = targets.last
    else { return }
    let last = upgrades.commitsEachVersion ? next : farthest
    switch choice {
    case .none: break
    case .turn(let turn):
      try runCrashes(path: path(to: turn % 2 == 0 ? last : next)) {
        CrashSample(of: $0, turn: turn)
      }
    case .both, .all:
      for target in next == last ? [last] : [next, last] {
        if choice == .all {
          try runCrashes(along: path(to: target))
        } else {
          try runCrashes(path: path(to: target)) { CrashSample(of: $0, turn: start) }
        }
      }
    }
  }

  private func path(to target: Int) -> [UInt64] {
    [span.versions[start].number, span.versions[target].number]
  }

  /// Interrupts the last upgrade of a path in as many ways as there is time for.
  func runCrashes(along path: [UInt64]) throws {
    try runCrashes(path: path) { CrashSample(of: $0, turn: nil) }
  }

  /// Interrupts the last upgrade of a path as it was interrupted before, or alike.
  func runCrashes(path: [UInt64], like point: CrashPoint) throws {
    try runCrashes(path: path) { CrashSample(of: $0, like: point) }
  }

  private func runCrashes(
    path: [UInt64], sample: ([CrashPoint.Kind: Int]) -> CrashSample
  ) throws {
    guard let upgrades = span.evidence.crashes else { return }
    try limited {
      let folder = try scratch.makeFolder()
      do {
        let store = try upgrades.makeStore(
          at: span.versions[start].number, holding: graph, in: folder.path)
        defer { store.discard() }
        for version in path.dropFirst().dropLast() {
          _ = try store.upgrade(to: version)
          _ = try store.reopen()
        }
        guard path.count > 1, let target = path.last else { return }
        let references = CrashReferences(store, to: target, comparison: judge.comparison)
        guard try references.isRepeatable(knowing: !span.evidence.mayDifferWhenRepeated) else {
          return
        }
        let moments = try store.moments(upgradingTo: target)
        try interrupt(store, on: path, by: sample(moments), references)
      } catch is UpgradeError {
        // What cannot be made or upgraded is reported by other checks.
      }
    }
  }

  private func interrupt(
    _ store: any CrashingStore, on path: [UInt64], by sample: CrashSample,
    _ references: CrashReferences
  ) throws {
    let hop = Hop(from: store.version, to: path[path.count - 1])
    log.crashes.upgrades += 1
    log.crashes.possible += sample.possible
    for point in sample.points {
      try requireTime()
      log.crashes.tried += 1
      guard let context = try crash(of: store, at: point, hop: hop, references) else { continue }
      for violation in context.violations {
        log.report(violation, hop: hop, path: path, store: .file)
      }
      // One example of an upgrade is enough.
      return
    }
  }

  /// Interrupts an upgrade once, and lets the next start go on.
  ///
  /// - Returns: `nil` if all is as without the interruption.
  private func crash(
    of store: any CrashingStore, at point: CrashPoint, hop: Hop,
    _ references: CrashReferences
  ) throws -> CrashContext? {
    let rest: CrashedUpgrade
    do {
      rest = try store.crashed(at: point, upgradingTo: hop.to)
    } catch let error as UpgradeError {
      return CrashContext(outcome: .unopenable(Refusal(error)), point: point)
    }
    defer { rest.store.discard() }
    // Many interruptions leave the same.
    let bytes = rest.store.recoveredBytes
    if let bytes, references.goesOnWell(from: bytes) { return nil }
    let loss: String?
    do {
      loss = try rest.loss()
    } catch let error as UpgradeError {
      return CrashContext(outcome: .unopenable(Refusal(error)), point: point)
    }
    let outcome = try outcome(of: rest.store, hop: hop, references)
    if let bytes, outcome == nil { references.noteGood(bytes) }
    return outcome.map {
      CrashContext(
        outcome: $0, point: point, statement: rest.statement, place: rest.place(),
        assumption: rest.assumption, loss: loss, isSampled: rest.isSampled)
    }
  }

  /// What comes of the upgrade that follows on an interrupted one; `nil`: what should.
  private func outcome(
    of store: any CrashingStore, hop: Hop, _ references: CrashReferences
  ) throws -> CrashOutcome? {
    let found = store.version
    guard hop.from <= found, found <= hop.to, span.position(of: found) != nil else {
      return .unknownVersion(found)
    }
    // If that upgrade fails without an interruption too, other checks tell.
    guard try references.exists(by: found) else { return nil }
    do {
      if found < hop.to { _ = try store.upgrade(to: hop.to) }
      _ = try store.reopen()
      return try references.outcome(of: store, by: found)
    } catch let error as UpgradeError {
      return .refused(Refusal(error), from: found)
    }
  }
}

extension [UInt8] {
  /// Whether it holds the same as another array, compared in words of eight bytes: an array compares one
  /// byte after the other.
  fileprivate func elementsEqual(inWordsOf other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    let size = MemoryLayout<UInt64>.size
    return withUnsafeBytes { own in
      other.withUnsafeBytes { other in
        // Many interruptions share what they left.
        if own.baseAddress == other.baseAddress { return true }
        let whole = count / size * size
        return stride(from: 0, to: whole, by: size).allSatisfy {
          own.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
            == other.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
        } && own[whole...].elementsEqual(other[whole...])
      }
    }
  }
}

/// How upgrades of one store end that are not interrupted, by the version at which the interrupted
/// one goes on.
private final class CrashReferences {
  private let store: any CrashingStore
  private let target: UInt64
  private let comparison: SnapshotComparison
  private let numbering: ObjectNumbering
  private var ends: [UInt64: (store: any CrashingStore, snapshot: Snapshot)] = [:]
  /// What goes on as the upgrade that is not interrupted does.
  private var good: [[UInt8]] = []

  init(_ store: any CrashingStore, to target: UInt64, comparison: SnapshotComparison) {
    self.store = store
    self.target = target
    self.comparison = comparison
    numbering = ObjectNumbering(
      comparison.identity, start: ObjectGraph(schema: Schema([])))
  }

  deinit { for end in ends.values { end.store.discard() } }

  /// Whether two upgrades that are not interrupted agree; else nothing can be said of others.
  ///
  /// - Parameter isKnown: whether upgrades always agree.
  func isRepeatable(knowing isKnown: Bool) throws -> Bool {
    let end = try end(by: store.version)
    guard try isKnown || repeats(end) else { return false }
    // An interruption that left all as it was, or all done, leaves what these go on from.
    for bytes in [store.recoveredBytes, end.store.recoveredBytes] { bytes.map(noteGood) }
    return true
  }

  private func repeats(_ end: (store: any CrashingStore, snapshot: Snapshot)) throws -> Bool {
    let other = try upgraded(by: store.version)
    defer { other.discard() }
    return try other.state().isIdentical(to: end.store.state())
      || difference(end.snapshot, numbering.keyed(other.snapshot())) == nil
  }

  /// Whether the upgrade that follows on an interrupted one is known to end well.
  func goesOnWell(from bytes: [UInt8]) -> Bool {
    good.contains { $0.elementsEqual(inWordsOf: bytes) }
  }

  func noteGood(_ bytes: [UInt8]) { good.append(bytes) }

  /// Whether there is an end by way of a version.
  func exists(by version: UInt64) throws -> Bool {
    do {
      _ = try end(by: version)
      return true
    } catch is UpgradeError {
      return false
    }
  }

  /// What is wrong with a store that went on from a version; `nil`: nothing.
  func outcome(
    of store: any CrashingStore, by version: UInt64
  ) throws -> CrashOutcome? {
    let end = try end(by: version)
    if let leftovers = try leftovers(store, end.store) { return .leftovers(leftovers) }
    if try store.state().isIdentical(to: end.store.state()) { return nil }
    return try difference(end.snapshot, numbering.keyed(store.snapshot())).map { .differs($0) }
  }

  private func leftovers(
    _ store: any CrashingStore, _ reference: any CrashingStore
  ) throws -> CrashOutcome.Leftovers? {
    let changes = SchemaChange.changes(from: try reference.schema(), to: try store.schema())
    let (found, expected) = (try store.structure, try reference.structure)
    let leftovers = CrashOutcome.Leftovers(
      changes: changes.map(\.description), type: changes.first?.type,
      property: changes.first?.property,
      added: found.filter { name in !expected.contains { $0.isIdentical(to: name) } },
      missing: expected.filter { name in !found.contains { $0.isIdentical(to: name) } })
    let isNone = changes.isEmpty && leftovers.added.isEmpty && leftovers.missing.isEmpty
    return isNone ? nil : leftovers
  }

  private func difference(_ first: Snapshot, _ second: Snapshot) -> SnapshotDifference? {
    // What is the same up to renaming of objects is no difference.
    if case .different = comparison.outcome(first, second) {
      return comparison.difference(first, second)
    }
    return nil
  }

  private func end(
    by version: UInt64
  ) throws -> (store: any CrashingStore, snapshot: Snapshot) {
    if let known = ends[version] { return known }
    let store = try upgraded(by: version)
    let end = (store, numbering.keyed(try store.snapshot()))
    ends[version] = end
    return end
  }

  /// A copy that went through a version and was closed and opened at the end.
  private func upgraded(by version: UInt64) throws -> any CrashingStore {
    let copy = try store.copy()
    if version > copy.version {
      _ = try copy.upgrade(to: version)
      _ = try copy.reopen()
    }
    if version < target { _ = try copy.upgrade(to: target) }
    _ = try copy.reopen()
    return copy
  }
}
