/// A value that stands in an SQL expression as itself.
package enum SQLLiteral: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package static func == (left: SQLLiteral, right: SQLLiteral) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.isIdentical(to: b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }

  /// The number with the other sign; `nil`: it is no number.
  var negated: SQLLiteral? {
    switch self {
    case .integer(let value): .integer(0 &- value)
    case .real(let value): .real(-value)
    case .null, .text, .blob: nil
    }
  }
}
