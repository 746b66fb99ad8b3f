import MigCheckModel
import MigCheckText

/// The one length that a CHECK leaves to the values of a column: `CHECK (length(hash) = 32)`.
struct FixedLength: Sendable {
  /// In bytes of a BLOB, and in characters of a text.
  let count: Int

  private static let functions = ["length", "octet_length"]

  /// - Parameter checks: the tokens of each CHECK.
  /// - Returns: `nil`: no CHECK says how long the values are.
  init?(of column: DatabaseSchema.Column, in checks: [[SQLToken]]) {
    guard [.text, .blob].contains(ColumnAffinity(declaredType: column.declaredType)) else {
      return nil
    }
    let counts = checks.lazy.compactMap { Self.count(of: column, in: $0) }
    guard let count = counts.first(where: { 0...4096 ~= $0 }) else { return nil }
    self.count = count
  }

  /// The number of `length(a) = 32`, `32 = length(t.a)` and `length(a) IN (32, 33)`.
  private static func count(of column: DatabaseSchema.Column, in tokens: [SQLToken]) -> Int? {
    for place in tokens.indices.dropLast(3)
    where functions.contains(where: tokens[place].isWord) && tokens[place + 1].isSymbol("(") {
      guard let end = tokens[place...].firstIndex(where: { $0.isSymbol(")") }),
        tokens[end - 1].name.map(column.name.isSameName) ?? false,
        end == place + 3 || end == place + 5 && tokens[place + 3].isSymbol(".")
      else { continue }
      let behind = Array(tokens[(end + 1)...].prefix(3))
      if behind.count > 1, isEqual(behind[0]), let count = number(behind[1]) { return count }
      if behind.count > 2, behind[0].isWord("in"), let count = number(behind[2]) { return count }
      if place > 1, isEqual(tokens[place - 1]), let count = number(tokens[place - 2]) {
        return count
      }
    }
    return nil
  }

  private static func isEqual(_ token: SQLToken) -> Bool {
    token.isSymbol("=") || token.isSymbol("==") || token.isWord("is")
  }

  private static func number(_ token: SQLToken) -> Int? {
    if case .number(let text) = token { Int(text) } else { nil }
  }

  /// A value of that length that begins like another one; anything else than a text or a BLOB stays as
  /// it is.
  func fitted(_ value: Value) -> Value {
    switch value {
    case .string(let text):
      let start = text.unicodeScalars.filter { $0.value > 0 }.prefix(count)
      return .string(
        String(String.UnicodeScalarView(start))
          + String(repeating: "0", count: count - start.count))
    case .data(let bytes):
      return .data(bytes.prefix(count) + [UInt8](repeating: 0, count: max(0, count - bytes.count)))
    default: return value
    }
  }

  /// The *n*-th value, each another one as far as there is room.
  func value(_ number: Int, affinity: ColumnAffinity) -> Value {
    let digits = "\(number)"
    return fitted(affinity == .text ? .string(digits) : .data(Array(digits.utf8)))
  }
}
