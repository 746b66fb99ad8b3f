/// Lets work deep inside an upgrade notice that the run around it has to end.
///
/// Whoever starts the work says how to ask; what may take long asks now and then, and throws
/// `Cancelled`.
package enum Cancellation {
  @TaskLocal private static var question: (@Sendable () -> Bool)?

  /// Runs work that asks `isRequested` whether to go on.
  package static func observing<Result>(
    _ isRequested: @escaping @Sendable () -> Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    try $question.withValue(isRequested, operation: body)
  }

  /// How work asks that goes on on another thread, to be handed on there by `observing`; `nil`: the
  /// work is never ended.
  package static var inherited: (@Sendable () -> Bool)? { question }

  /// Whether the work that asks should end.
  package static var isRequested: Bool { question?() ?? false }
}

/// Work ended in the middle since the run around it has to end. It says nothing about the upgrade.
package struct Cancelled: Error {
  package init() {}
}
