import MigCheckHistory
import MigCheckModel

extension History {
  /// A history with Realm's rules.
  ///
  /// - Parameters:
  ///   - name: the name of the store, as reports show it; random graphs depend on it.
  ///   - ignoring: properties that comparisons leave out, `"Person.updatedAt"`.
  ///   - paths: which chains of upgrades stores take.
  ///   - shipped: the last version that users have. What upgrades up to it do wrong cannot be changed
  ///     any more: it is reported, and fails nothing. `nil`: not said.
  ///   - versions: in increasing order of their numbers.
  public init(
    _ name: String, ignoring: [PropertyPath] = [], paths: UpgradePaths = .all,
    shipped: UInt64? = nil,
    @History.Builder<HistoryVersion> versions: () -> [HistoryVersion]
  ) {
    self.init(name: name, engine: .realm, stages: versions(), ignoring: ignoring)
    self.paths = paths
    self.shipped = shipped
  }

  /// A history with Realm's rules, of parts that are there already.
  public init(name: String, stages: [HistoryVersion], ignoring: [PropertyPath] = []) {
    self.init(name: name, engine: .realm, stages: stages, ignoring: ignoring)
  }
}
