import MigCheckModel
import MigCheckSQLite
import MigCheckText

extension Value {
  /// A cell as it is stored, whatever its column is declared as.
  package init(_ cell: SQLiteValue) {
    self =
      switch cell {
      case .null: .null
      case .integer(let number): .int(number)
      case .real(let number): .double(number)
      case .text(let text): .string(text)
      // Bytes that claim to be text can be shown as bytes only.
      case .invalidText(let bytes), .blob(let bytes): .data(bytes)
      }
  }

  /// What a cell would be, of whatever type the value is; a link is NULL.
  package var cell: SQLiteValue {
    switch self {
    case .null: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .int(let value): .integer(value)
    case .float(let value): value.isNaN ? .null : .real(Double(value))
    case .double(let value): value.isNaN ? .null : .real(value)
    case .string(let value): .text(value)
    case .data(let value): .blob(value)
    case .date, .uuid, .objectId, .decimal128:
      if case .string(let text)? = scalarJSON { .text(text) } else { .null }
    case .link, .embedded, .list, .set, .dictionary: .null
    }
  }

  /// The value as a column of an affinity stores it, in the cases that matter to literals.
  func converted(to affinity: ColumnAffinity) -> Value {
    switch (affinity, self) {
    case (.text, .int(let number)): return .string(String(number))
    case (.real, .int(let number)): return .double(Double(number))
    case (.integer, .string(let text)), (.numeric, .string(let text)):
      if let number = Int64(text) { return .int(number) }
      if affinity == .numeric || affinity == .integer, let number = Double(text) {
        return Int64(exactly: number).map(Value.int) ?? .double(number)
      }
      return self
    case (.real, .string(let text)): return Double(text).map(Value.double) ?? self
    case (.integer, .double(let number)), (.numeric, .double(let number)):
      return Int64(exactly: number).map(Value.int) ?? self
    default: return self
    }
  }
}

extension Value {
  /// Equal for values that a foreign key takes for equal, whatever the affinity of its columns.
  var comparableText: String {
    switch self {
    case .int(let number): "\(number)"
    case .double(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .string(let text): text
    case .data(let bytes): "x\(bytes)"
    default: "-"
    }
  }
}
