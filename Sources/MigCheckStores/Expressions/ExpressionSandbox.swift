import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A database in memory in which a history's expressions are evaluated, and cannot do harm: a
/// history comes with somebody's pull request.
///
/// Expressions call functions by a list, read no table, and have a budget. Their clock and random
/// numbers are the run's own.
final class ExpressionSandbox {
  let connection: SQLiteConnection
  private let clock: SQLiteClock
  private let budget = ExpressionBudget()
  private var random = RandomStream(Surroundings(), salt: 0)
  /// What the statement that is being compiled was refused for.
  private var refusal: String?
  /// The names of all virtual tables that this SQLite has, but those of JSON; in lower case.
  private let modules: Set<String>
  /// Whether that statement calls a function that reads clock or random numbers.
  private var readsSurroundings = false

  /// A table of one row, with a name that no expression comes upon.
  static let oneRow = "\"\u{1}one row\""
  private static let oneRowName = "\u{1}one row"

  /// - Parameter isGuarded: whether functions are kept from comparing long values for hours.
  init(isGuarded: Bool = false) throws {
    clock = try SQLiteClock(milliseconds: Surroundings.ordinaryMilliseconds)
    connection = try SQLiteConnection(clock: clock)
    try connection.execute(
      "PRAGMA temp_store = MEMORY; CREATE TABLE \(Self.oneRow)(k INTEGER PRIMARY KEY); "
        + "INSERT INTO \(Self.oneRow) VALUES (0)")
    // Loads what these tables need, as nothing may be created later.
    _ = try connection.prepare("SELECT 1 FROM json_each('[]'), json_tree('[]')")
    modules = try connection.moduleNames().subtracting(["json_each", "json_tree"])
    try connection.refuseDoubleQuotedText()
    try defineRandomFunctions()
    let format = try ExpressionFormatting()
    for name in ["printf", "format"] {
      try connection.define(function: name, arguments: -1) { try format($0) }
    }
    if isGuarded { try ExpressionGuards(budget).define(in: connection) }
    budget.watch(connection)
    try begin()
    authorize()
  }

  private func authorize() {
    connection.authorize { [unowned self] in allows($0.action) ? .allowed : .refused }
  }

  /// A transaction that never ends spares each evaluation one of its own.
  private func begin() throws {
    try connection.execute("BEGIN; SELECT k FROM \(Self.oneRow)")
  }

  private func defineRandomFunctions() throws {
    try connection.define(function: "random", arguments: 0, deterministic: false) {
      [unowned self] _ in .integer(random.number())
    }
    try connection.define(function: "randomblob", arguments: 1, deterministic: false) {
      [unowned self] arguments in
      let count = max(arguments.integer(0), 1)
      guard count <= ExpressionBudget.length else { throw ExpressionBudget.TooLong() }
      return .blob(random.bytes(Int(count)))
    }
  }

  // MARK: What is allowed

  private func allows(_ action: SQLiteAction) -> Bool {
    switch action {
    case .select, .recursion: return true
    case .call(let function):
      let name = function.lowercasedASCII
      if ExpressionFunctions.reading.contains(name) { readsSurroundings = true }
      if ExpressionFunctions.contains(name) { return true }
      refusal = "expressions cannot call \(name)()"
    case .read(let table, let column):
      if [Self.oneRowName, "json_each", "json_tree"].contains(
        where: table.lowercasedASCII.isIdentical)
      {
        return true
      }
      // Where rows are counted SQLite asks for names of the statement's own queries, too.
      if column.isEmpty, !isTable(table.lowercasedASCII) { return true }
      refusal = "expressions cannot read the table \(table)"
    default: refusal = "expressions can only compute a value"
    }
    return false
  }

  /// Whether a name, in lower case, is one of those that SQLite has a table for.
  private func isTable(_ name: String) -> Bool {
    name.utf8.starts(with: "sqlite_".utf8) || name.utf8.starts(with: "pragma_".utf8)
      || modules.contains(name)
  }

  /// A compiled statement, and what is known of it.
  struct Prepared {
    let statement: SQLiteStatement
    /// Whether it may read clock or random numbers.
    let readsSurroundings: Bool
  }

  /// - Returns: the same statement for the same text; it is used for one evaluation at a time.
  func prepare(_ sql: String) throws -> Prepared {
    if let known = prepared[sql] { return known }
    (refusal, readsSurroundings) = (nil, false)
    budget.begin(isCompiling: true)
    defer { budget.end() }
    let statement = try connection.prepare(sql)
    let result = Prepared(statement: statement, readsSurroundings: readsSurroundings)
    if prepared.count >= Self.preparedLimit { prepared.removeAll() }
    prepared[sql] = result
    return result
  }

  private var prepared: [String: Prepared] = [:]
  private static let preparedLimit = 1000

  // MARK: Evaluating

  /// To be called before each evaluation.
  ///
  /// - Parameter isBrief: whether the evaluation may take a tenth of the steps only.
  func enter(isBrief: Bool = false) throws {
    refusal = nil
    try budget.checkNowAndThen()
    budget.begin(isBrief: isBrief)
  }

  /// To be called after each evaluation.
  func leave() { budget.end() }

  /// To be called before an evaluation that may read clock or random numbers.
  func enter(_ surroundings: Surroundings, salt: UInt64) {
    clock.milliseconds = surroundings.milliseconds
    random = RandomStream(surroundings, salt: salt)
  }

  /// Whether a statement was ended since it had taken too long.
  func isOverrun(by error: any Error) -> Bool {
    (error as? SQLiteError).map(budget.isOverrun) ?? false
  }

  /// The error of a statement as an upgrade tells it.
  func translate(_ error: any Error, type: Name) -> any Error {
    if let error = error as? UpgradeError { return error }
    if budget.isCancelled { return Cancelled() }
    // Some errors end the transaction.
    if !connection.isInTransaction {
      connection.authorize { _ in .allowed }
      try? begin()
      authorize()
    }
    guard let error = error as? SQLiteError else {
      return UpgradeError(.expressionError, "\(error)", type: type)
    }
    let message = refusal ?? budget.sentence(for: error) ?? error.message
    return UpgradeError(.expressionError, message, type: type)
  }
}
