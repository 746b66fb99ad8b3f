import MigCheckModel

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

  /// Evaluators that nobody uses at the moment.
  private static let pool = Pool()

  private struct Pool: Sendable {
    private let free = Locked([Idle]())

    /// An evaluator that one thread at a time gets hold of.
    private struct Idle: @unchecked Sendable {
      // Unchecked: whoever borrows the evaluator is its only user.
      let evaluator: ExpressionEvaluator
    }

    func borrow() throws -> ExpressionEvaluator {
      try free.withLock { $0.popLast() }?.evaluator ?? ExpressionEvaluator()
    }

    func giveBack(_ evaluator: ExpressionEvaluator) {
      let idle = Idle(evaluator: evaluator)
      free.withLock { free in
        // As many as there are threads that run trials, which are few.
        if free.count < 64 { free.append(idle) }
      }
    }
  }
}
