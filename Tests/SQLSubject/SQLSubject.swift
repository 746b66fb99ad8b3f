import Foundation
import MigCheckModel

/// A subject that runs raw SQL on a real SQLite database, in memory or in a file.
///
/// It shares nothing with the stores and histories of the kit: schemas and rows are read back from
/// the database itself. It is what an adapter for an engine of one's own looks like at the least.
package struct SQLSubject: Subject {
  /// One version: what is run to get there from the one before; from nothing for the first.
  package struct Version: Sendable {
    package var number: UInt64
    package var statements: [String]
    package var drops: [PropertyPath]

    package init(_ number: UInt64, drops: [PropertyPath] = [], _ statements: String...) {
      self.number = number
      self.statements = statements
      self.drops = drops
    }
  }

  /// What an author runs on one hop instead of the statements of the versions that it passes.
  package struct Shortcut: Sendable {
    package var from: UInt64
    package var to: UInt64
    package var statements: [String]

    package init(from: UInt64, to: UInt64, _ statements: String...) {
      self.from = from
      self.to = to
      self.statements = statements
    }
  }

  package let name: String
  package var rules: String { "sqlite" }
  package let versions: [SubjectVersion]
  package var ignoring: [PropertyPath] = []
  /// Whether it says that rows are known by their primary keys, and which columns statements write;
  /// else nothing is known but the content of its databases.
  package var hasEvidence: Bool
  /// Whether an upgrade is one transaction; else every statement is one of its own.
  package var isAtomic = true
  /// Whether upgrades can be interrupted.
  package var canCrash = false
  let sources: [Version]
  let shortcuts: [Shortcut]

  /// - Throws: `UpgradeError` if the statements do not run on an empty database.
  package init(
    _ name: String, _ sources: [Version], shortcuts: [Shortcut] = [],
    hasEvidence: Bool = true
  ) throws {
    self.name = name
    self.hasEvidence = hasEvidence
    self.sources = sources
    self.shortcuts = shortcuts
    let database = try Database(path: ":memory:")
    versions = try sources.map { source in
      for statement in source.statements { try database.execute(statement) }
      return SubjectVersion(
        number: source.number, schema: try database.schema(), drops: source.drops)
    }
  }

  package func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    let place = SQLStore.Place(kind: kind, directory: directory)
    return try SQLStore(subject: self, place: place, version: version, graph: graph)
  }

  package var evidence: Evidence {
    var evidence =
      hasEvidence ? Evidence(identity: .primaryKey, trace: .columns) : Evidence()
    if canCrash { evidence.crashes = SQLCrashes(subject: self) }
    return evidence
  }

  /// The statements of a hop, in order.
  func statements(from: UInt64, to: UInt64) -> [String] {
    if let shortcut = shortcuts.first(where: { $0.from == from && $0.to == to }) {
      return shortcut.statements
    }
    return sources.filter { from < $0.number && $0.number <= to }.flatMap(\.statements)
  }
}
