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
  static let stepsBetweenQuestions = 2_000
  /// Bytes that SQLite may take for it.
  private static let memory: Int64 = 64 << 20
  private static let longest: Duration = .seconds(10)

  private var questionsLeft = 0
  private var begun: ContinuousClock.Instant?
  private var evaluations: UInt = 0
  /// Whether the run ends, for which the expression is not to blame.
  private(set) var isCancelled = false
  private var isUsedUp = false
  private var isCompiling = false

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

  /// An evaluation begins.
  ///
  /// - Parameter isCompiling: it is the compilation of a statement.
  func begin(isCompiling: Bool = false) {
    self.isCompiling = isCompiling
    questionsLeft = Self.steps / Self.stepsBetweenQuestions
    isCancelled = false
    isUsedUp = false
    SQLiteLibrary.limitHeap(to: Self.memory)
  }

  /// An evaluation ended.
  func end() { SQLiteLibrary.limitHeap(to: nil) }

  /// Counts work that SQLite does not count.
  func charge(steps: Int) throws {
    questionsLeft -= min(steps / Self.stepsBetweenQuestions, questionsLeft)
    guard questionsLeft <= 0 else { return }
    isUsedUp = true
    throw UsedUp()
  }

  /// What a function throws instead of going on.
  struct UsedUp: Error, CustomStringConvertible {
    let description = ExpressionBudget.tooManySteps
  }

  private static let tooManySteps =
    "the expression takes more than \(steps / 1_000_000) million steps"

  /// Whether a statement that takes long may go on.
  func mayGoOn() -> Bool {
    // What cannot be compiled is remembered, and must not depend on when it was tried.
    if !isCompiling, Cancellation.isRequested {
      isCancelled = true
      return false
    }
    questionsLeft -= 1
    if questionsLeft == Self.steps / Self.stepsBetweenQuestions - 1 { begun = .now }
    return questionsLeft > 0 && (begun.map { .now - $0 < Self.longest } ?? true)
  }

  /// - Throws: `Cancelled`.
  func checkNowAndThen() throws {
    evaluations &+= 1
    if evaluations & 0x3F == 0, Cancellation.isRequested { throw Cancelled() }
  }

  /// What to say of an error that comes of the budget.
  func sentence(for error: SQLiteError) -> String? {
    if error.isInterruption || isUsedUp { return Self.tooManySteps }
    if error.isTooBig { return Self.tooLong }
    if error.isOutOfMemory {
      return "the expression takes more than \(Self.memory >> 20) MB of memory"
    }
    return nil
  }
}
