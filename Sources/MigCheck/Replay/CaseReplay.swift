import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// Runs a case on one store and compares what comes out with what the case expects.
package struct CaseReplay: Sendable {
  /// How a replay ended.
  package enum Outcome: Sendable, Equatable {
    case passed
    /// What was expected, and what came, in a sentence or two.
    case failed(String)
  }

  /// What a path led to.
  package enum Result: Sendable {
    case graph(version: UInt64, ObjectGraph)
    case error(UpgradeError, at: UInt64)

    var description: String {
      switch self {
      case .graph(let version, _): "a graph at version \(version)"
      case .error(let error, let version):
        "\(error.code.rawValue) at version \(version) (\(error.message))"
      }
    }
  }

  /// An existing folder for the files of file stores.
  let directory: String

  package init(directory: String) {
    self.directory = directory
  }

  /// Compares the end of the case's path with what the case expects; a case without such an
  /// expectation passes here, and is for `findings(of:on:)`.
  ///
  /// - Throws: errors that are no matter of the case, for instance a disk that is full.
  package func run(_ file: CaseFile, on kind: StoreKind) throws -> Outcome {
    guard let expectation = file.expectation, let result = try result(of: file, on: kind) else {
      return .passed
    }
    switch (expectation, result) {
    case (.graph(let version, let graph), .graph(let actualVersion, let actual)):
      guard version == actualVersion else {
        return .failed("the store is at version \(actualVersion) instead of \(version)")
      }
      switch GraphComparison.compare(graph, actual) {
      case .equal: return .passed
      case .undecided: return .failed("whether the graphs are equal could not be decided")
      case .different:
        return .failed(
          "the graph differs\n  expected \(graph.json(version: version).compactText)\n"
            + "  came     \(actual.json(version: actualVersion).compactText)")
      }
    case (.error(let code, let version, _), .error(let error, let actualVersion)):
      guard code == error.code, version == actualVersion else {
        return .failed(
          "expected \(code.rawValue) at version \(version), came \(result.description)")
      }
      return .passed
    case (.graph, .error): return .failed("expected a graph, came \(result.description)")
    case (.error(let code, let version, _), .graph):
      return .failed(
        "expected \(code.rawValue) at version \(version), came \(result.description)")
    }
  }

  /// Opens a new store of the case's history at every version of the case's path in turn.
  ///
  /// A refused opening must leave the store as it was; a difference is reported as the error
  /// `storeCorrupt`.
  ///
  /// - Returns: `nil` for a case that does not run on a history.
  package func result(of file: CaseFile, on kind: StoreKind) throws -> Result? {
    guard let history = file.subject.history else { return nil }
    let store: HistoryStore
    do {
      store = try history.makeHistoryStore(
        kind, at: file.startVersion, holding: file.startGraph, in: directory)
    } catch let error as UpgradeError {
      return .error(error, at: file.startVersion)
    }
    defer { store.discard() }
    for version in file.path.dropFirst() {
      if let error = try failure(of: store, { try $0.open(at: version) }) {
        return .error(error, at: version)
      }
      _ = try store.reopen()
    }
    if let reopening = file.thenOpen {
      let error = try failure(of: store) {
        try $0.open(at: reopening.version, schema: reopening.schema)
      }
      if let error { return .error(error, at: reopening.version) }
    }
    return .graph(version: store.version, try store.snapshot().graph)
  }

  private func failure(
    of store: HistoryStore, _ open: (HistoryStore) throws -> Void
  ) throws -> UpgradeError? {
    let before = try store.state()
    do {
      try open(store)
      return nil
    } catch let error as UpgradeError {
      guard try store.state().isIdentical(to: before) else {
        return UpgradeError(
          .storeCorrupt, "The refused upgrade (\(error.message)) has changed the store.")
      }
      return error
    }
  }
}
