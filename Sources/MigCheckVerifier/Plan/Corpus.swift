import MigCheckModel

/// Where findings are kept, so that the next run tries them first.
package protocol Corpus: Sendable {
  /// What to replay, in a stable order.
  func cases() throws -> [CorpusCase]

  /// Whether findings are kept at all.
  var keepsFindings: Bool { get }

  /// Keeps a finding.
  ///
  /// - Returns: the place, as reports show it.
  func save(_ finding: Finding) throws -> String

  /// How a finding of a shard would be kept, once all shards are merged.
  ///
  /// - Returns: `nil`: findings of shards are not kept.
  func draft(_ finding: Finding) throws -> CaseDraft?
}

extension Corpus {
  package var keepsFindings: Bool { true }

  /// Findings of shards are not kept.
  package func draft(_ finding: Finding) throws -> CaseDraft? { nil }
}

/// A start graph that once failed.
package struct CorpusCase: Sendable {
  package enum Start: Sendable {
    /// The schema of the graph is that of the version.
    case graph(version: UInt64, ObjectGraph)
    /// Why the case cannot be replayed with the subject as it is now: a phrase.
    case unfit(reason: String)
  }

  /// The place, as reports show it.
  package var name: String
  package var start: Start

  package init(name: String, start: Start) {
    self.name = name
    self.start = start
  }

  package init(name: String, version: UInt64, graph: ObjectGraph) {
    self.init(name: name, start: .graph(version: version, graph))
  }
}
