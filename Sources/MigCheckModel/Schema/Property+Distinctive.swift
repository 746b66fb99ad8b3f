extension Property {
  /// Whether the loss of a value would show: it is not what a new object has, and not null, zero or
  /// empty. A bool whose default is true tells when it is false, also where bools are numbers.
  package func isDistinctive(_ value: Value) -> Bool {
    if value == initialValue { return false }
    switch value {
    case .null: return false
    case .list(let elements), .set(let elements): return !elements.allSatisfy(\.isNull)
    case .dictionary(let entries): return !entries.allSatisfy(\.value.isNull)
    default:
      return type == .bool || type == .mixed || value != type.zeroValue
        || initialValue == .int(1)
    }
  }
}
