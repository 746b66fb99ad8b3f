import MigCheckModel
import MigCheckSQLite

/// Ends what no limit ends: calls of SQLite that do not return.
package enum EndlessStatements {
  /// A call that does not return.
  package struct Overrun: Sendable {
    /// For people, without the name of the program.
    package let message: String

    init(_ call: CallWatch.Overrun) {
      let subject = call.label == nil ? "A query over what the scripts made" : "The statement"
      let message =
        "\(subject) was stopped: it takes longer than \(call.limit) "
        + "second\(call.limit == 1 ? "" : "s") (limit time), in: "
        + SQLStatement.summary(of: call.statement)
      self.message = call.label.map { "\($0): \(message)" } ?? message
    }
  }

  private static let isStarted = Locked(false)

  /// Calls of this process are watched from now on, unless they are already.
  ///
  /// - Parameter end: ends the process; called on a thread of its own.
  package static func start(
    end: @escaping @Sendable (Overrun) -> Never = { fatalError($0.message) }
  ) {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    guard isFirst else { return }
    let work = CallWatch.start(limit: SQLiteBudget.Limits.ofStatements.longest) {
      end(Overrun($0))
    }
    // Without a thread, calls that do not return are not ended.
    _ = SystemThread.start(work)
  }

  /// From now on all calls end at a moment.
  ///
  /// - Parameter seconds: from now; `nil`: there is no such moment any more.
  package static func setDeadline(after seconds: Double?) { CallWatch.setDeadline(after: seconds) }
}
