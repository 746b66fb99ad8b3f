import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Functions that take time as the product of two lengths, kept within the budget of expressions.
///
/// SQLite cannot be asked to stop in the middle of a function. So lengths are looked at first, and
/// the rest is left to SQLite.
final class ExpressionGuards {
  // Without these functions, it is the one that defines them.
  private let plain: SQLiteConnection
  private let budget: ExpressionBudget

  private static let functions: [(name: String, arguments: ClosedRange<Int32>)] = [
    ("instr", 2...2), ("replace", 3...3), ("trim", 2...2), ("ltrim", 2...2), ("rtrim", 2...2),
    ("like", 2...3), ("glob", 2...2),
  ]

  /// So many pairs of bytes are compared in about the time of one step.
  private static let comparisonsPerStep = 16

  init(_ budget: ExpressionBudget) throws {
    self.budget = budget
    plain = try SQLiteConnection(path: ":memory:")
    ExpressionBudget.limit(plain)
  }

  /// Whether an expression can make long values, and compares them by such a function.
  ///
  /// Values that come out of a store are short, and SQLite alone is quicker.
  static func areNeeded(for expression: SQLExpression) -> Bool {
    let names = expression.tokens.compactMap { $0.token.name?.lowercasedASCII }
    let makes =
      names.contains(where: growing.contains) || names.filter { $0 == "replace" }.count > 1
    return makes && names.contains { name in functions.contains { $0.name == name } }
  }

  private static let growing: Set<String> = [
    "concat", "concat_ws", "format", "group_concat", "hex", "json_each", "json_group_array",
    "json_group_object", "json_tree", "printf", "quote", "randomblob", "string_agg", "with",
    "zeroblob",
  ]

  func define(in connection: SQLiteConnection) throws {
    for (name, counts) in Self.functions {
      for count in counts {
        try connection.define(function: name, arguments: count) { [self] arguments in
          try call(name, arguments)
        }
      }
    }
  }

  private func call(_ name: String, _ arguments: SQLiteArguments) throws -> SQLiteValue {
    let lengths = (0..<2).map { arguments.bytes($0).count }
    try budget.charge(steps: lengths[0] / Self.comparisonsPerStep * lengths[1])
    let list = (1...arguments.count).map { "?\($0)" }.joined(separator: ", ")
    let statement = try plain.cached("SELECT \(name)(\(list))")
    for index in 0..<arguments.count { try statement.bind(arguments[index], at: index + 1) }
    guard try statement.step() else { return .null }
    defer { statement.reset() }
    return statement.value(0)
  }
}
