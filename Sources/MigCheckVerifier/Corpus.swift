import MigCheckModel

/// Where findings are kept, so that the next run tries them first.
public protocol Corpus: Sendable {
  /// What to replay, in a stable order.
  func cases() throws -> [CorpusCase]

  /// Keeps a finding.
  ///
  /// - Returns: the place, as reports show it.
  func save(_ finding: Finding) throws -> String
}

/// A start graph that once failed.
public struct CorpusCase: Sendable {
  /// The place, as reports show it.
  public var name: String
  public var version: UInt64
  /// Its schema is that of the version.
  public var graph: ObjectGraph

  public init(name: String, version: UInt64, graph: ObjectGraph) {
    self.name = name
    self.version = version
    self.graph = graph
  }
}
