import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What the constraints of a table name.
extension TablePlan {
  /// The tokens within the parentheses of each CHECK.
  static func checks(of table: DatabaseSchema.Table) -> [[SQLToken]] {
    let tokens = SQLToken.tokens(of: table.sql)
    return tokens.indices.filter { tokens[$0].isWord("check") }.map { place in
      var depth = 0
      return Array(
        tokens[(place + 1)...].prefix { token in
          if token.isSymbol("(") { depth += 1 }
          if token.isSymbol(")") { depth -= 1 }
          return depth > 0
        })
    }
  }

  /// Values that are more than pieces of a constraint.
  static func likelyValues(
    for column: DatabaseSchema.Column, in checks: [[SQLToken]]
  ) -> [Value] {
    let own = checks.filter { check in
      check.contains { $0.name.map(column.name.isSameName) ?? false }
    }
    guard !own.isEmpty else { return [] }
    let tokens = SQLToken.tokens(of: column.defaultValue ?? "")
    var values = [Value]()
    switch (tokens.count, tokens.last) {
    case (1, .text(let text)?): values.append(.string(text))
    case (1...2, let token?):
      if let number = token.integer(isNegative: tokens[0].isSymbol("-")) {
        values.append(.int(number))
      }
    default: break
    }
    for check in own {
      for (operation, token) in zip(check, check.dropFirst()) {
        if case .text(let pattern) = token, operation.isWord("glob") {
          values += (0..<4).map { .string(PatternText.matching(glob: pattern, number: $0)) }
        }
      }
    }
    let affinity = column.presumedAffinity
    return values.map { $0.converted(to: affinity) }
  }

  static func candidates(
    for column: DatabaseSchema.Column, in checks: [[SQLToken]]
  ) -> [Value] {
    let affinity = column.presumedAffinity
    var values = [Value]()
    for check in checks
    where check.contains(where: { $0.name.map(column.name.isSameName) ?? false }) {
      for (place, token) in check.enumerated() {
        switch token {
        case .text(let text): values.append(.string(text))
        case .number:
          let isNegative = place > 0 && check[place - 1].isSymbol("-")
          guard let number = token.integer(isNegative: isNegative) else {
            values += token.numericValue(isNegative: isNegative).map { [$0] } ?? []
            continue
          }
          values += number.withNeighbours.map(Value.int)
          if affinity == .text, (1...200).contains(number) {
            values.append(.string(String(repeating: "x", count: Int(number))))
          } else if affinity == .blob, (1...200).contains(number) {
            values.append(.data([UInt8](repeating: 1, count: Int(number))))
          }
        default: break
        }
      }
      if !column.isRequired { values.append(.null) }
      values += affinity == .text ? [.string("a"), .string("")] : [.int(1), .int(0)]
    }
    return values.map { $0.converted(to: affinity) }
  }
}
