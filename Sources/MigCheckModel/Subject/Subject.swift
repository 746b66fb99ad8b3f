/// Anything that can be verified: it holds a graph at a version, is upgraded and read back.
public protocol Subject: Sendable {
  /// What reports call it. Random graphs depend on it.
  var name: String { get }
  /// The stable name of the engine whose upgrade rules hold, as reports show it.
  var rules: String { get }
  /// In increasing order of their numbers.
  var versions: [SubjectVersion] { get }

  /// Refuses what cannot be meant, before anything is run.
  ///
  /// - Throws: `InputError` for what is certainly a mistake.
  func validate() throws

  /// Properties that comparisons leave out.
  var ignoring: [PropertyPath] { get }

  /// Which chains of upgrades stores take; a run may be told otherwise.
  var paths: UpgradePaths { get }

  /// Whether a store is ever upgraded straight from one version to a later one, as far as `paths`
  /// goes that way.
  func upgrades(from: UInt64, to: UInt64) -> Bool

  /// The last version that users have: how stores become it, or one before it, cannot be changed
  /// any more. `nil`: none, as far as is known.
  var shipped: UInt64? { get }

  /// A new store at one of the versions, holding a graph.
  ///
  /// - Parameters:
  ///   - graph: its schema is that version's.
  ///   - directory: an existing folder for the files of a file store; the caller removes it.
  /// - Throws: `UpgradeError`, for instance for a schema that is not valid.
  func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore

  /// The same subject, with stores that accept values which repeat where `StartGraphs` says that they are
  /// unique: objects that are not judged together may share a store then.
  ///
  /// `nil`: there is none.
  var acceptingRepeats: (any Subject)? { get }

  /// What can be known of upgrades beyond the content of the stores; nothing, unless it is said.
  var evidence: Evidence { get }
}

extension Subject {
  /// Nothing beyond the content of the stores.
  public var evidence: Evidence { Evidence() }

  /// `nil`: what is unique in one store is so in all.
  public var acceptingRepeats: (any Subject)? { nil }

  /// All that there are.
  public var paths: UpgradePaths { .all }

  /// There is an upgrade between any two versions.
  public func upgrades(from: UInt64, to: UInt64) -> Bool { true }

  /// `nil`: it is not known which versions users have.
  public var shipped: UInt64? { nil }

  /// The first of some versions that stores of an older one are upgraded to: where a linear path goes on.
  ///
  /// - Parameter versions: in increasing order.
  /// - Returns: `nil` if there is none.
  package func nextVersion(after start: UInt64, among versions: some Sequence<UInt64>) -> UInt64? {
    versions.first { $0 > start && upgrades(from: start, to: $0) }
  }

  /// Nothing is known to be a mistake.
  public func validate() throws {}
}
