import MigCheckSQLite
import MigCheckText

/// SQLite's `printf`, also called `format`, within the budget of expressions.
///
/// SQLite itself pads to whatever width it is told, character by character, and gives NULL where
/// the result is too long. So widths are looked at first, and the rest is left to SQLite.
final class ExpressionFormatting {
  // Without these functions, it is the one that defines them.
  private let plain: SQLiteConnection

  init() throws {
    plain = try SQLiteConnection(path: ":memory:")
    ExpressionBudget.limit(plain)
  }

  func callAsFunction(_ arguments: SQLiteArguments) throws -> SQLiteValue {
    guard arguments.count > 0 else { return .null }
    guard !Self.padsTooFar(arguments) else { throw ExpressionBudget.TooLong() }
    let list = (1...arguments.count).map { "?\($0)" }.joined(separator: ", ")
    let statement = try plain.cached("SELECT printf(\(list))")
    for index in 0..<arguments.count { try statement.bind(arguments[index], at: index + 1) }
    guard try statement.step() else { return .null }
    defer { statement.reset() }
    if case .null = arguments[0] { return .null }
    let result = statement.value(0)
    if case .null = result { throw ExpressionBudget.TooLong() }
    return result
  }

  /// Whether a width or precision is longer than any result may be.
  private static func padsTooFar(_ arguments: SQLiteArguments) -> Bool {
    let format = arguments.bytes(0)
    let limit = Int64(ExpressionBudget.length)
    var next = 1
    var position = 0
    while position < format.count {
      defer { position += 1 }
      guard format[position] == UInt8(ascii: "%") else { continue }
      var number: Int64 = 0
      position += 1
      loop: while position < format.count {
        switch format[position] {
        case let digit where (0x30...0x39).contains(digit):
          number = min(number * 10 + Int64(digit - 0x30), limit + 1)
        case UInt8(ascii: "*"):
          number = Int64(clamping: arguments.integer(next).magnitude)
          next += 1
        case UInt8(ascii: "."): number = 0
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: " "), UInt8(ascii: "#"),
          UInt8(ascii: "!"), UInt8(ascii: ","), UInt8(ascii: "l"):
          break
        case UInt8(ascii: "%"): break loop
        default:
          next += 1
          break loop
        }
        if number > limit { return true }
        position += 1
      }
    }
    return false
  }
}
