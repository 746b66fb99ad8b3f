import MigCheckModel
import MigCheckSQLite

/// What one evaluation of an expression may cost.
///
/// Steps are counted, not seconds, so that the same history gives the same report on every machine.
/// Time counts only where steps say nothing, far beyond what any honest expression takes.
final class ExpressionBudget {
  /// Bytes of a text or blob.
  static let length = 16 << 20
  private static let steps = 4_000_000
  /// Bytes that SQLite may take for it.
  private static let memory: Int64 = 64 << 20

  private let budget = SQLiteBudget(
    SQLiteBudget.Limits(
      length: length, steps: steps, longest: .seconds(10), memory: memory),
    isCancellationRequested: { Cancellation.isRequested })
  private var evaluations: UInt = 0

  /// Whether the run ends, for which the expression is not to blame.
  var isCancelled: Bool { budget.isCancelled }

  /// What a function throws instead of making such a value.
  struct TooLong: Error, CustomStringConvertible {
    let description = ExpressionBudget.tooLong
  }

  private static let tooLong = "a text or blob in the expression is longer than 16 MB"

  /// Sets what SQLite itself watches.
  static func limit(_ connection: SQLiteConnection) {
    connection.limit(.length, to: length)
    connection.limit(.compound, to: 100)
  }

  /// Likewise, and lets it ask now and then whether to go on.
  func watch(_ connection: SQLiteConnection) {
    Self.limit(connection)
    budget.watch(connection)
  }

  /// An evaluation begins.
  ///
  /// - Parameters:
  ///   - isCompiling: it is the compilation of a statement. What cannot be compiled is remembered, and
  ///     must not depend on when it was tried.
  ///   - isBrief: it may take a tenth of the steps only.
  func begin(isCompiling: Bool = false, isBrief: Bool = false) {
    budget.begin(isCompiling: isCompiling)
    if isBrief { _ = budget.charge(steps: Self.steps / 10 * 9) }
  }

  /// An evaluation ended.
  func end() { budget.end() }

  /// Counts work that SQLite does not count.
  func charge(steps: Int) throws {
    guard budget.charge(steps: steps) else { throw UsedUp() }
  }

  /// What a function throws instead of going on.
  struct UsedUp: Error, CustomStringConvertible {
    let description = ExpressionBudget.tooManySteps
  }

  private static let tooManySteps =
    "the expression takes more than \(steps / 1_000_000) million steps"

  /// - Throws: `Cancelled`.
  func checkNowAndThen() throws {
    evaluations &+= 1
    if evaluations & 0x3F == 0, Cancellation.isRequested { throw Cancelled() }
  }

  /// Whether an error is there because an evaluation took too long.
  func isOverrun(_ error: SQLiteError) -> Bool {
    switch budget.limit(of: error) {
    case .steps, .time: true
    case .length, .memory, .databaseSize, nil: false
    }
  }

  /// The message for an error that the budget caused.
  func sentence(for error: SQLiteError) -> String? {
    switch budget.limit(of: error) {
    // Time is only there for what takes no steps.
    case .steps, .time: Self.tooManySteps
    case .length: Self.tooLong
    case .memory: "the expression takes more than \(Self.memory >> 20) MB of memory"
    case .databaseSize, nil: nil
    }
  }
}
