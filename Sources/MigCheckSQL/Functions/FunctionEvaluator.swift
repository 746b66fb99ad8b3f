import MigCheckSQLite
import MigCheckText

/// Computes the functions that an app defines, on a connection of its own without any table, so that no
/// function can read or change the database that calls it.
final class FunctionEvaluator {
  private let functions: [DefinedFunction]
  private let connection: SQLiteConnection
  private let sandbox: StatementSandbox
  private var statements = [SQLiteStatement]()

  /// - Parameters:
  ///   - functions: each may call those before it.
  ///   - prepare: defines what the connection that calls them has too.
  /// - Throws: `DefinedFunction.Flaw` for an expression that SQLite does not take, `SQLiteError`.
  init(
    _ functions: [DefinedFunction], prepare: (SQLiteConnection) throws -> Void = { _ in }
  ) throws {
    self.functions = functions
    connection = try SQLiteConnection(clock: .standing())
    try prepare(connection)
    try connection.refuseDoubleQuotedText()
    sandbox = try StatementSandbox(connection)
    for (place, function) in functions.enumerated() {
      statements.append(try compile(function))
      try connection.define(function, at: place) { [unowned self] place, arguments in
        try value(of: place, arguments)
      }
    }
  }

  private func compile(_ function: DefinedFunction) throws -> SQLiteStatement {
    do {
      let statement = try sandbox.run { try connection.prepare(function.query) }
      guard statement.columnCount == 1 else {
        throw DefinedFunction.Flaw(
          problem: "\(function.signature) gives \(statement.columnCount) values",
          remedy: "write one expression")
      }
      return statement
    } catch let error as SQLiteError {
      throw DefinedFunction.Flaw(
        problem: "\(function.signature) is not understood: \(error.message)",
        remedy: error.lacksDefinition
          ? "it can call SQLite's functions, and those that are defined before it"
          : "write an expression of its arguments")
    } catch let refusal as StatementRefusal {
      throw DefinedFunction.Flaw(
        problem: "\(function.signature) is refused: \(refusal)", remedy: "leave that out")
    }
  }

  /// Lets what watches the statements of the caller watch those of the functions too.
  func isWatched(by caller: StatementSandbox) { caller.watch(alongside: connection) }

  func value(of place: Int, _ arguments: SQLiteArguments) throws -> SQLiteValue {
    let statement = statements[place]
    defer { statement.reset() }
    for argument in 0..<arguments.count {
      try statement.bind(arguments[argument], at: argument + 1)
    }
    return try statement.step() ? statement.value(0) : .null
  }
}

extension SQLiteConnection {
  /// Defines a function of the app.
  ///
  /// - Parameter value: gets the place of the function again.
  func define(
    _ function: DefinedFunction, at place: Int,
    _ value: @escaping (Int, SQLiteArguments) throws -> SQLiteValue
  ) throws {
    try define(
      function: function.name, arguments: Int32(clamping: function.parameters.count),
      deterministic: function.isDeterministic
    ) { try value(place, $0) }
  }
}

extension DatabaseEngine {
  /// Defines the functions of the app.
  ///
  /// - Parameter prepare: defines on the connection that computes them what this one has too.
  /// - Returns: what computes them; `nil`: there are none.
  @discardableResult
  func defineFunctions(
    on connection: SQLiteConnection, prepare: (SQLiteConnection) throws -> Void = { _ in }
  ) throws -> FunctionEvaluator? {
    guard !functions.isEmpty else { return nil }
    do {
      let evaluator = try FunctionEvaluator(functions, prepare: prepare)
      for (place, function) in functions.enumerated() {
        try connection.define(function, at: place) { try evaluator.value(of: $0, $1) }
      }
      return evaluator
    } catch let flaw as DefinedFunction.Flaw {
      // They were tried as they were defined.
      throw SQLiteError(code: 1, message: flaw.problem)
    }
  }
}
