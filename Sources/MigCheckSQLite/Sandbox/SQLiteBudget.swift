/// What statements may cost.
///
/// Steps of SQLite's virtual machine are counted, not seconds, so that the same statements end in
/// the same way on every machine. Time counts only where steps say nothing.
package final class SQLiteBudget {
  /// What may be used up.
  package struct Limits: Sendable {
    /// Bytes of a text, a blob or a row.
    package var length: Int
    /// Steps of one piece of work; `nil`: as many as it takes.
    package var steps: Int?
    /// How long one piece of work may take.
    package var longest: Duration
    /// Bytes that SQLite may take for one piece of work, in a process that counts them:
    /// `SQLiteLibrary.limitHeap`.
    package var memory: Int64
    /// Bytes of the database, in memory or in a file; `nil`: as many as there is room for.
    package var databaseSize: Int64?
    /// Bytes of each database that is attached.
    package var attachedSize: Int64 { (databaseSize ?? 0) / 4 }

    package init(
      length: Int, steps: Int?, longest: Duration, memory: Int64, databaseSize: Int64? = nil
    ) {
      self.length = length
      self.steps = steps
      self.longest = longest
      self.memory = memory
      self.databaseSize = databaseSize
    }
  }

  /// A limit that was reached, by the name that a report gives it.
  package enum Limit: String, Sendable, CaseIterable {
    case length, steps, time, memory
    case databaseSize = "database-size"
  }

  package let limits: Limits
  /// Whether the run around it wants to end.
  private let isCancellationRequested: () -> Bool
  private var questionsLeft: Int?
  private var questions = 0
  private var begun: ContinuousClock.Instant?
  private var usedUp: Limit?
  private var isCompiling = false
  private var isWorking = false
  /// Whether the run ends, for which the statement is not to blame.
  package private(set) var isCancelled = false

  private static let stepsBetweenQuestions = 2_000

  package init(_ limits: Limits, isCancellationRequested: @escaping () -> Bool = { false }) {
    self.limits = limits
    self.isCancellationRequested = isCancellationRequested
  }

  /// Sets what SQLite itself watches, and lets it ask now and then.
  package func watch(_ connection: SQLiteConnection) {
    connection.limit(.length, to: limits.length)
    connection.watch(every: Self.stepsBetweenQuestions) { [self] in mayGoOn() }
  }

  /// A piece of work begins.
  ///
  /// - Parameter isCompiling: it is the compilation of a statement, which nothing but its own cost
  ///   may end.
  package func begin(isCompiling: Bool = false) {
    self.isCompiling = isCompiling
    isWorking = true
    questionsLeft = limits.steps.map { $0 / Self.stepsBetweenQuestions }
    questions = 0
    isCancelled = false
    usedUp = nil
    SQLiteLibrary.limitHeap(to: limits.memory)
  }

  /// It ended.
  package func end() {
    SQLiteLibrary.limitHeap(to: nil)
    isWorking = false
  }

  /// Counts work that SQLite does not count.
  ///
  /// - Returns: whether it may be done.
  package func charge(steps: Int) -> Bool {
    guard let left = questionsLeft else { return true }
    let rest = left - min(steps / Self.stepsBetweenQuestions, left)
    questionsLeft = rest
    if rest <= 0 { usedUp = .steps }
    return rest > 0
  }

  /// Whether what takes long may go on.
  private func mayGoOn() -> Bool {
    guard isWorking else { return true }
    if !isCompiling, isCancellationRequested() {
      isCancelled = true
      return false
    }
    if let left = questionsLeft {
      questionsLeft = left - 1
      guard left > 1 else {
        usedUp = .steps
        return false
      }
    }
    // The clock is not read for what ends at once.
    questions += 1
    guard questions > 1, let begun else {
      begun = .now
      return true
    }
    guard .now - begun < limits.longest else {
      usedUp = .time
      return false
    }
    return true
  }

  /// The limit that an error comes of; `nil`: none.
  package func limit(of error: SQLiteError) -> Limit? {
    if let usedUp { return usedUp }
    if error.isTooBig { return .length }
    if error.isOutOfMemory { return .memory }
    return error.isFull && limits.databaseSize != nil ? .databaseSize : nil
  }
}
