import MigCheckText

/// A value as a key of a table: bit for bit.
package enum KeyValue: Hashable {
  case null
  case int(Int64)
  case bytes([UInt8])

  package init(_ value: Value) {
    self =
      switch value {
      case .null: .null
      case .int(let value): .int(value)
      case .string(let value): .bytes(Array(value.utf8))
      case .data(let value): .bytes(value)
      default: .bytes(Array((value.scalarJSON?.compactText ?? "").utf8))
      }
  }
}
