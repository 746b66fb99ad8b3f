import Foundation
import MigCheckModel

/// A store that is in memory as long as the model upgrades it, and in a file once the app did.
final class StoreFileStore: SubjectStore {
  private let subject: StoreFileSubject
  private let directory: String
  private var content: Content
  private var predicted: UpgradePrediction?

  private enum Content {
    case model(any SubjectStore)
    case app(UpgradedFile)
  }

  init(_ subject: StoreFileSubject, model: any SubjectStore, directory: String) {
    self.subject = subject
    self.directory = directory
    content = .model(model)
  }

  private init(_ other: StoreFileStore, content: Content) {
    (subject, directory) = (other.subject, other.directory)
    self.content = content
    predicted = other.predicted
  }

  var version: UInt64 {
    switch content {
    case .model(let store): store.version
    case .app(let file): file.snapshot.version
    }
  }

  func fork() throws -> any SubjectStore {
    switch content {
    case .model(let store): StoreFileStore(self, content: .model(try store.fork()))
    case .app: StoreFileStore(self, content: content)
    }
  }

  func perturbEnvironment() {
    if case .model(let store) = content { store.perturbEnvironment() }
  }

  func snapshot() throws -> Snapshot {
    switch content {
    case .model(let store): try store.snapshot()
    case .app(let file): file.snapshot
    }
  }

  /// What was read has the schema of its version; another one is an error of reading.
  func schema() throws -> Schema { try snapshot().graph.schema }

  func state() throws -> any StoreState {
    switch content {
    case .model(let store): try store.state()
    case .app(let file): SnapshotState(snapshot: file.snapshot)
    }
  }

  func prediction() throws -> UpgradePrediction? { predicted }

  /// Of the app: the next launch, on a copy.
  func reopen() throws -> Bool {
    switch content {
    case .model(let store): return try store.reopen()
    case .app(let file):
      guard let again = try file.openedAgain(by: subject, in: directory) else { return false }
      content = .app(again)
      return false
    }
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    predicted = nil
    if !subject.isOfApp(to: version), case .model(let store) = content {
      return try store.upgrade(to: version)
    }
    let before = try snapshot()
    let prediction = ModelPrediction(of: before, to: version, by: subject, in: directory)
    guard let file = try UpgradedFile(of: before, to: version, by: subject, in: directory) else {
      // No file can hold what the model came to: the app cannot be run on it.
      if case .model(let store) = content { return try store.upgrade(to: version) }
      return .unknown
    }
    discard()
    content = .app(file)
    predicted = prediction.outcome
    return prediction.trace
  }

  func discard() {
    if case .model(let store) = content { store.discard() }
  }
}

/// All that a store of an app shows. Nothing else of it is compared.
private struct SnapshotState: StoreState {
  let snapshot: Snapshot

  var fingerprint: UInt64 {
    snapshot.graph.tables.reduce(snapshot.version) { $0 &* 31 &+ UInt64($1.count) }
  }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? SnapshotState else { return false }
    return snapshot.version == other.snapshot.version && snapshot.keys == other.snapshot.keys
      && snapshot.misplaced == other.snapshot.misplaced
      && snapshot.danglingLinks == other.snapshot.danglingLinks
      && snapshot.graph.isIdentical(to: other.snapshot.graph)
  }
}

/// What the model says of an upgrade, in the keys that objects had before it.
private struct ModelPrediction {
  /// `nil`: it says nothing.
  private(set) var outcome: UpgradePrediction?
  private(set) var trace = MigrationTrace.unknown

  init(
    of before: Snapshot, to version: UInt64, by subject: StoreFileSubject, in directory: String
  ) {
    guard subject.predicts, !subject.isUnknown(before.version, version) else { return }
    do {
      let store = try subject.model.makeStore(
        .memory, at: before.version, holding: before.graph, in: directory)
      defer { store.discard() }
      // The rows of the graph are the keys of a store that begins with it.
      let rows = before.keys.map { Array(0..<Int64($0.count)) }
      let mapping = subject.model.evidence.mappings?.mapping(from: before.version, to: version)
      var translation = KeyTranslation(before, written: rows, mapping: mapping)
      let trace = try store.upgrade(to: version)
      outcome = .content(translation.translate(try store.snapshot()))
      self.trace = translation.translate(trace)
    } catch let error as UpgradeError {
      outcome = .refused(error)
    } catch {
      // What the kit's own stores throw beyond that says nothing of the upgrade.
    }
  }
}
