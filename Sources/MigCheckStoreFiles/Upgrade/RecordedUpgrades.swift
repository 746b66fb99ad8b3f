import Foundation
import MigCheckModel

/// Upgrades that ran somewhere else: pairs of a store before and after.
package final class RecordedUpgrades: StoreFormat {
  /// A store as it was written, and as the app left it.
  package struct Pair: Sendable {
    package var before: StoreContent
    package var after: StoreContent

    package init(before: StoreContent, after: StoreContent) {
      (self.before, self.after) = (before, after)
    }
  }

  private let current = Locked(Pair?.none)

  package init() {}

  package var name: String { "recorded" }
  package var fileExtension: String { "recorded" }

  /// The pair that the next run is about.
  package func select(_ pair: Pair) { current.withLock { $0 = pair } }

  /// What looks up the upgrade of the selected pair.
  package static var upgrade: AppUpgrade {
    var upgrade = AppUpgrade(label: "the app", stops: false, isInProcess: false) { _, _ in }
    upgrade.isRecorded = true
    return upgrade
  }

  private func pair(_ file: URL) throws -> Pair {
    guard let pair = current.withLock({ $0 }) else {
      throw InputError(file: file.path, problem: "nothing was recorded of this store")
    }
    return pair
  }

  package func write(
    _ graph: ObjectGraph, at version: UInt64, to file: URL, named name: String
  ) throws -> [[Int64]] {
    let before = try pair(file).before.snapshot
    var keys = before.keys
    for object in EmbeddedOrder(before.graph).objects { keys[object.type].append(object.key) }
    return keys
  }

  package func read(_ file: URL) throws -> StoreContent { try pair(file).after }
}
