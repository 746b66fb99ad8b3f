import MigCheckModel
import MigCheckStores
import MigCheckText

/// Evaluates expressions outside of upgrades, with the evaluator that upgrades use.
final class HistoryExpressionCompiler: ExpressionCompiler {
  // Keeps the compiled expressions from being used by others.
  private let shared = SharedEvaluator()
  private let evaluator: ExpressionEvaluator

  init() throws {
    evaluator = try shared.get()
  }

  func compile(
    _ expression: String, old: [Property], new: [Property]
  ) -> (any CompiledExpression)? {
    let scope = ExpressionEvaluator.Scope(old: old, new: new, hasOrdinal: true)
    guard let compiled = try? evaluator.compile(SQLExpression(expression), in: scope, type: "")
    else { return nil }
    return Expression(compiler: self, compiled: compiled, old: old, new: new)
  }

  private final class Expression: CompiledExpression {
    // Keeps the evaluator borrowed.
    private let compiler: HistoryExpressionCompiler
    private let compiled: ExpressionEvaluator.Compiled
    private let old: [Property]
    private let new: [Property]

    init(
      compiler: HistoryExpressionCompiler, compiled: ExpressionEvaluator.Compiled, old: [Property],
      new: [Property]
    ) {
      self.compiler = compiler
      self.compiled = compiled
      self.old = old
      self.new = new
    }

    var overrunCount: Int { compiled.overrunCount }

    func value(old values: [Value], new newValues: [Value]) -> Value? {
      try? compiled.value(ordinal: 0, isBrief: true) { source in
        switch source {
        case .old(let place): (values[place], old[place])
        case .new(let place): (newValues[place], new[place])
        case .ordinal: preconditionFailure("it is given beside")
        }
      }
    }
  }
}
