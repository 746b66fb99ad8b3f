import MigCheckModel

/// A migration written in Swift, against the migration type of one engine.
///
/// Each engine makes blocks from closures over a type of its own, and takes out again what it made;
/// a history is refused if it holds a block of another engine.
package struct MigrationBlock: Sendable {
  /// The engine whose migration the code is written against.
  package let engine: EngineID
  /// The closure, of the type that the engine knows.
  package let body: any Sendable
  /// What is known of how long it takes; shared by all copies.
  package let timing = BlockTiming()

  package init(for engine: EngineID, _ body: any Sendable) {
    self.engine = engine
    self.body = body
  }
}

/// How long a block may take: less, once it is known that it does not end, since every graph that
/// the finding is shrunk to would wait as long again.
package final class BlockTiming: Sendable {
  private struct State {
    var hasTimedOut = false
    /// In seconds, of the runs that ended.
    var longest = 0.0
  }

  private static let leastSeconds = 0.05
  private let state = Locked(State())

  package init() {}

  package func seconds(of limit: Double) -> Double {
    state.withLock { state in
      state.hasTimedOut ? min(limit, max(20 * state.longest, Self.leastSeconds)) : limit
    }
  }

  package func noteTimeOut() { state.withLock { $0.hasTimedOut = true } }

  package func note(seconds: Double) { state.withLock { $0.longest = max($0.longest, seconds) } }
}
