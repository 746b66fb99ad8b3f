import Foundation

/// The evaluator of one store and its forks: borrowed when it is first needed, and given back for
/// other stores when the last of them goes.
///
/// Opening SQLite and compiling an expression cost more than upgrading a small store, and a run
/// makes thousands of them.
package final class SharedEvaluator {
  private var evaluator: ExpressionEvaluator?

  package init() {}

  deinit {
    if let evaluator { Self.pool.giveBack(evaluator) }
  }

  /// - Throws: `SQLiteError` if SQLite has no memory left.
  package func get() throws -> ExpressionEvaluator {
    if let evaluator { return evaluator }
    let borrowed = try Self.pool.borrow()
    evaluator = borrowed
    return borrowed
  }

  private static let pool = Pool()

  /// Evaluators that nobody uses at the moment.
  private final class Pool: @unchecked Sendable {
    // Unchecked: the lock guards the list, and whoever borrows an evaluator is its only user.
    private let lock = NSLock()
    private var free: [ExpressionEvaluator] = []

    func borrow() throws -> ExpressionEvaluator {
      lock.lock()
      let evaluator = free.popLast()
      lock.unlock()
      return try evaluator ?? ExpressionEvaluator()
    }

    func giveBack(_ evaluator: ExpressionEvaluator) {
      lock.lock()
      defer { lock.unlock() }
      // As many as there are threads that run trials, which are few.
      if free.count < 64 { free.append(evaluator) }
    }
  }
}
