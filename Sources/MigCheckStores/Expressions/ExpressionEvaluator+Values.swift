import MigCheckModel
import MigCheckSQLite

extension ExpressionEvaluator.Compiled {
  /// Evaluates over values of the model.
  ///
  /// - Parameters:
  ///   - ordinal: the place of the object among those that are visited.
  ///   - isBrief: whether it may take a tenth of the steps only, as what finds out about conditions does.
  ///   - read: gives a value, and the property that holds it.
  /// - Returns: null, or a value of the case int, double, string or data.
  package func value(
    ordinal: Int, isBrief: Bool = false,
    _ read: (Source) throws -> (value: Value, property: Property)
  ) throws -> Value {
    let result = try evaluate(in: Surroundings(), isBrief: isBrief) { source in
      if case .ordinal = source { return .integer(Int64(ordinal)) }
      let (value, property) = try read(source)
      return ValueConversion.sqlValue(value, of: property)
    }
    switch result {
    case .null: return .null
    case .integer(let value): return .int(value)
    case .real(let value): return .double(value)
    case .text(let text): return .string(text)
    case .invalidText(let bytes), .blob(let bytes): return .data(bytes)
    }
  }
}
