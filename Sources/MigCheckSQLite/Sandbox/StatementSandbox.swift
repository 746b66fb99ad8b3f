/// Keeps the statements of a connection from doing harm, and from running for ever.
///
/// All statements that come from outside are run inside `run`; what the connection's owner does
/// itself is not held up. The connection has one authorizer and one progress handler, and both are
/// the sandbox's: who wants to know what statements do sets `observer`.
package final class StatementSandbox {
  package let connection: SQLiteConnection
  private let allowed: Set<StatementPermission>
  private let budget: SQLiteBudget
  /// The kinds of virtual tables that this SQLite has.
  private let modules: Set<String>
  /// What the statement was refused for.
  private var refusal: StatementRefusal.Reason?
  private var isGuarding = false
  /// Whether the last statement that was compiled wants what SQLite's defensive mode ignores.
  private var wantsIgnored = false
  /// Whether databases were attached, or pages got another size, since sizes were limited.
  private var hasNewSizes = false
  /// Whether rows may have been inserted that `exhausted` does not know of.
  private var hasNewRows = false
  /// Whether the database has a table of the numbers that tables give to rows, or may have one by now.
  private var mayNumberRows = true
  /// A table that can give no row a number any more.
  private var exhausted: String?

  /// Sees every request of a statement inside `run` that is not refused.
  package var observer: ((SQLiteRequest) -> Void)?

  /// - Parameters:
  ///   - isCancellationRequested: whether the run around it wants to end.
  /// - Throws: `SQLiteError`.
  package init(
    _ connection: SQLiteConnection, allowing allowed: Set<StatementPermission> = [],
    limits: SQLiteBudget.Limits = .ofStatements,
    isCancellationRequested: @escaping () -> Bool = { false }
  ) throws {
    self.connection = connection
    self.allowed = allowed
    budget = SQLiteBudget(limits, isCancellationRequested: isCancellationRequested)
    modules = try connection.moduleNames()
    if !allowed.contains(.internalTables) { try connection.defend() }
    if allowed.contains(.loadExtension) { try connection.enableExtensions() }
    try limitSizes()
    // Threads would take memory that no limit counts.
    connection.limit(.threads, to: 0)
    connection.limit(.text, to: SQLiteBudget.Limits.greatestLength)
    connection.limit(.attached, to: 4)
    connection.limit(.pattern, to: 2_000)
    connection.limit(.instructions, to: 10_000_000)
    budget.watch(connection)
    connection.authorize { [weak self] in self?.answer($0) ?? .allowed }
  }

  /// Lets the limits of a run hold for what another connection does on its behalf as well.
  package func watch(alongside other: SQLiteConnection) { budget.watch(other) }

  /// Limits all databases of the connection.
  private func limitSizes() throws {
    guard let size = budget.limits.databaseSize else { return }
    for schema in try schemas() {
      let parts = schema.split(separator: "\"", omittingEmptySubsequences: false)
      let name = "\"" + parts.joined(separator: "\"\"") + "\""
      let statement = try connection.prepare("PRAGMA \(name).page_size")
      let page = try statement.step() ? max(statement.integer(0), 512) : 4096
      let most = ["main", "temp"].contains(schema) ? size : budget.limits.attachedSize
      try connection.execute("PRAGMA \(name).max_page_count = \(max(most / page, 1))")
    }
    hasNewSizes = false
  }

  private func schemas() throws -> [String] {
    let list = try connection.prepare("PRAGMA database_list")
    var names = ["main", "temp"]
    while try list.step() {
      let name = list.text(1)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  // MARK: Running

  /// Runs statements: what they compile and what they do is looked at and limited, and the limits
  /// hold for all of it together.
  ///
  /// - Throws: `StatementRefusal`, or what `body` throws.
  package func run<Result>(_ body: () throws -> Result) throws -> Result {
    refusal = nil
    isGuarding = true
    budget.begin()
    defer {
      budget.end()
      isGuarding = false
    }
    do {
      let result = try body()
      isGuarding = false
      if hasNewSizes { try limitSizes() }
      if hasNewRows, mayNumberRows { noteExhaustion() }
      return result
    } catch let error as SQLiteError {
      isGuarding = false
      if budget.isCancelled { throw StatementRefusal(.cancelled) }
      // SQLite has several codes for it.
      if let refusal { throw StatementRefusal(refusal) }
      // Rows that were there before may have the greatest number.
      if error.isFull, exhausted == nil, mayNumberRows { noteExhaustion() }
      if error.isFull, let exhausted {
        throw SQLiteError(
          code: error.code,
          message: "the AUTOINCREMENT of \(exhausted) is exhausted, since its greatest number is "
            + "\(Int64.max)")
      }
      if let limit = budget.limit(of: error) {
        throw StatementRefusal(.limit(limit, budget.limits))
      }
      throw error
    }
  }

  /// Compiles and runs one statement, inside `run`, so that it does what it does in an app: SQLite's
  /// defensive mode, which keeps statements from its own tables, ignores `PRAGMA journal_mode = OFF` too.
  ///
  /// - Throws: `SQLiteError`.
  package func runStatement(_ sql: String) throws {
    wantsIgnored = false
    let statement = try connection.prepare(sql)
    guard wantsIgnored, !allowed.contains(.internalTables) else { return try statement.run() }
    try connection.defend(false)
    defer { try? connection.defend() }
    try connection.prepare(sql).run()
  }

  /// Looks for a table that gave the greatest number to a row: for the next one SQLite calls the
  /// database full, and takes back the transaction in which it could be seen.
  private func noteExhaustion() {
    hasNewRows = false
    let rows = try? connection.cached(
      "SELECT name FROM main.sqlite_sequence WHERE seq >= \(Int64.max) ORDER BY name")
    guard let rows else {
      mayNumberRows = false
      return
    }
    exhausted = ((try? rows.step()) ?? false) ? rows.text(0) : nil
    rows.reset()
  }

  // MARK: What is allowed

  private func answer(_ request: SQLiteRequest) -> SQLiteAnswer {
    guard isGuarding else { return .allowed }
    switch request.action {
    case .pragma(let name, _?) where StatementRules.storagePragmas.contains(name.lowercased()):
      return .ignored
    // VACUUM attaches a database too.
    case .attach: hasNewSizes = true
    case .insert: hasNewRows = true
    case .createTable: mayNumberRows = true
    default: break
    }
    if let needed = needed(for: request.action), !allowed.contains(needed.permission) {
      refusal = .permission(needed.permission, needed.what)
      return .refused
    }
    if case .pragma(let name, let value?) = request.action {
      if let reason = StatementRules.whyUntried(name, value) {
        refusal = .untried(reason)
        return .refused
      }
      wantsIgnored = wantsIgnored || StatementRules.isIgnoredInDefence(name, value)
    }
    observer?(request)
    return .allowed
  }

  /// What an action needs to be allowed, and the action in words; `nil`: nothing.
  private func needed(
    for action: SQLiteAction
  ) -> (permission: StatementPermission, what: String)? {
    switch action {
    case .attach(let file):
      if let file, StatementRules.namelessFiles.contains(file) { return nil }
      return (.attach, "to open " + (file.map { "the database '\($0)'" } ?? "another database"))
    case .call(let function):
      let name = function.lowercased()
      if name == "load_extension" { return (.loadExtension, "to load an extension") }
      guard StatementRules.functions.contains(name) else { return nil }
      return (.function(name), "to call \(name)()")
    case .pragma(let name, let argument?):
      let name = name.lowercased()
      guard !StatementRules.pragmas.contains(name) else { return nil }
      let permission: StatementPermission =
        StatementRules.schemaPragmas.contains(name) ? .internalTables : .pragma(name)
      return (permission, "to set PRAGMA \(name) to \(argument)")
    case .createVirtualTable(let table, let module):
      guard isForeign(module.lowercased()) else { return nil }
      return (
        .module(module.lowercased()), "to make the virtual table '\(table)' with \(module)"
      )
    case .read(let table, _):
      guard isForeign(table.lowercased()) else { return nil }
      return (.module(table.lowercased()), "to read \(table)")
    default: return nil
    }
  }

  /// Whether a kind of virtual tables may reach out of the database.
  ///
  /// - Parameter module: in lower case.
  private func isForeign(_ module: String) -> Bool {
    modules.contains(module) && !StatementRules.modules.contains(module)
      && !module.hasPrefix("pragma_") && !allowed.contains(.module(module))
  }
}

extension SQLiteBudget.Limits {
  /// For statements of migrations on generated rows: far beyond what any honest one takes.
  package static let ofStatements = SQLiteBudget.Limits(
    length: greatestLength, steps: 200_000_000, longest: .seconds(30), memory: 512 << 20,
    databaseSize: 512 << 20)

  /// The greatest length of a value, in bytes: 64 MB.
  package static let greatestLength = 64 << 20

  /// The same with shorter values: functions that go over a text again and again, such as `instr`, take
  /// the square of its length.
  ///
  /// - Parameter length: in bytes; at least 1 MB counts.
  package static func ofScripts(length: Int) -> SQLiteBudget.Limits {
    var limits = ofStatements
    limits.length = min(max(length, 1 << 20), greatestLength)
    return limits
  }
}
