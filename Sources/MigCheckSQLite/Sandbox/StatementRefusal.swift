/// Why a statement was not run, or not to its end. It says nothing about what SQLite thinks of it.
package struct StatementRefusal: Error, Sendable {
  package enum Reason: Sendable {
    /// It wants to do what is not allowed, in words that follow "The statement wants ".
    case permission(StatementPermission, String)
    /// It wants what would have another effect here than in an app, in a sentence.
    case untried(String)
    /// It takes more of something than it may.
    case limit(SQLiteBudget.Limit, SQLiteBudget.Limits)
    /// The run around it ends, for which the statement is not to blame.
    case cancelled
  }

  package let reason: Reason

  /// Whether it takes more of something than it may.
  package var isLimit: Bool {
    if case .limit = reason { true } else { false }
  }

  init(_ reason: Reason) {
    self.reason = reason
  }
}

extension StatementRefusal: CustomStringConvertible {
  /// One or two sentences.
  package var description: String {
    switch reason {
    case .permission(let permission, let what):
      "The statement wants \(what), which is not allowed here. If it is meant, pass --allow "
        + "\(permission)."
    case .untried(let reason): reason
    case .limit(.length, let limits) where limits.length < SQLiteBudget.Limits.greatestLength:
      "The statement was stopped: \(limits.sentence(for: .length)) (limit length). If it is intended, "
        + "pass --allow \(StatementPermission.longValues)."
    case .limit(let limit, let limits):
      "The statement was stopped: \(limits.sentence(for: limit)) (limit \(limit.rawValue))."
    case .cancelled: "The run ended before the statement did."
    }
  }
}

extension SQLiteBudget.Limits {
  fileprivate func sentence(for limit: SQLiteBudget.Limit) -> String {
    switch limit {
    case .length: "a text, a blob or a row is longer than \(length >> 20) MB"
    case .steps: "it takes more than \((steps ?? 0) / 1_000_000) million steps of SQLite"
    case .time: "it takes longer than \(longest.components.seconds) seconds"
    case .memory: "it takes more than \(memory >> 20) MB of memory"
    case .databaseSize:
      "the database grows beyond \((databaseSize ?? 0) >> 20) MB, or one that is attached beyond "
        + "\(attachedSize >> 20) MB"
    }
  }
}
