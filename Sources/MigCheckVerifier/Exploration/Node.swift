import MigCheckModel

/// One distinct state of a trial's stores at one version.
final class Node {
  /// The shortest path that led here.
  var path: [UInt64]
  /// How many paths lead here; at most `UInt64.max`.
  var pathCount: UInt64
  /// How the paths that lead here go on, where only some are taken.
  var onward: [ArraySlice<Int>] = []
  var replicas: Replicas
  /// What made hops from here in one; `nil`: none were.
  var run: PassedRun?
  let state: any StoreState
  let index: SnapshotIndex
  /// Whether a hop on the way gave different results when it was repeated.
  var isTainted: Bool
  /// Whether every path that leads here went through an upgrade that has shipped and does something
  /// wrong: what follows from that at the ends of paths cannot be mended.
  var isMarred = false
  /// Position of the version in the span.
  let position: Int

  var snapshot: Snapshot { index.snapshot }

  init(
    path: [UInt64], pathCount: UInt64, replicas: Replicas, state: any StoreState,
    index: SnapshotIndex,
    isTainted: Bool, position: Int
  ) {
    self.path = path
    self.pathCount = pathCount
    self.replicas = replicas
    self.state = state
    self.index = index
    self.isTainted = isTainted
    self.position = position
  }
}
