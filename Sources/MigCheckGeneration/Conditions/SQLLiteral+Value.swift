import MigCheckModel
import MigCheckText

extension SQLLiteral {
  /// As expressions see it.
  var value: Value {
    switch self {
    case .null: .null
    case .integer(let value): .int(value)
    case .real(let value): .double(value)
    case .text(let text): .string(text)
    case .blob(let bytes): .data(bytes)
    }
  }
}
