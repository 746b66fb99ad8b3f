/// Evaluates expressions as the migrations of a subject do, for objects that are in no store.
///
/// Used by one thread at a time.
public protocol ExpressionCompiler: AnyObject {
  /// - Parameters:
  ///   - expression: what a migration or an invariant evaluates, or a part of it.
  ///   - old: the properties that `old` shows.
  ///   - new: the properties that `new` shows.
  /// - Returns: `nil` for what is refused.
  func compile(_ expression: String, old: [Property], new: [Property]) -> (any CompiledExpression)?
}

/// An expression that is ready to be evaluated.
public protocol CompiledExpression: AnyObject {
  /// - Parameters:
  ///   - old: parallel to the properties that the expression was compiled for.
  ///   - new: likewise.
  /// - Returns: null, or a value of the case int, double, string or data; `nil`: an error.
  func value(old: [Value], new: [Value]) -> Value?
  /// How many evaluations were ended since they had taken too long.
  var overrunCount: Int { get }
}

extension CompiledExpression {
  public var overrunCount: Int { 0 }
}
