import MigCheckModel

extension MappingFilter {
  /// Reads the text of a predicate.
  ///
  /// - Returns: `nil` for any that is not followed.
  package init?(_ text: String) {
    guard let tokens = FilterToken.tokens(text) else { return nil }
    var parser = FilterParser(tokens: tokens[...])
    guard let filter = parser.disjunction(levels: 32), parser.tokens.isEmpty else { return nil }
    self = filter
  }
}

private enum FilterToken: Equatable {
  /// A name or a word of the language.
  case word(String)
  case integer(Int64)
  case text(String)
  case symbol(String)

  private static let symbols = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")",
  ]

  /// - Returns: `nil` for what no token begins with.
  static func tokens(_ text: String) -> [Self]? {
    var tokens = [Self]()
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "'" || first == "\"" {
        rest.removeFirst()
        guard let text = quoted(&rest, end: first) else { return nil }
        tokens.append(.text(text))
      } else if first.isASCII, first.isLetter || first == "_" {
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        rest.removeFirst(word.count)
        // A path to other objects.
        guard rest.first != ".", rest.first != "[" else { return nil }
        tokens.append(.word(String(word)))
      } else if first.isASCII, first.isNumber || first == "-" {
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let number = String(first) + digits
        rest.removeFirst(number.count)
        guard rest.first != ".", let integer = Int64(number) else { return nil }
        tokens.append(.integer(integer))
      } else if let symbol = symbols.first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(symbol.count)
        tokens.append(.symbol(symbol))
      } else {
        return nil
      }
    }
    return tokens
  }

  private static func quoted(_ rest: inout Substring, end: Character) -> String? {
    var text = ""
    while let next = rest.popFirst() {
      if next == end { return text }
      if next == "\\" {
        guard let escaped = rest.popFirst(), "'\"\\".contains(escaped) else { return nil }
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    return nil
  }
}

/// Words of the language are not told from others by their case.
private struct FilterParser {
  var tokens: ArraySlice<FilterToken>

  mutating func disjunction(levels: Int) -> MappingFilter? {
    joined(by: ["or", "||"], levels: levels, MappingFilter.any) { $0.conjunction(levels: levels) }
  }

  private mutating func conjunction(levels: Int) -> MappingFilter? {
    joined(by: ["and", "&&"], levels: levels, MappingFilter.all) { $0.negation(levels: levels) }
  }

  private mutating func joined(
    by words: Set<String>, levels: Int, _ join: ([MappingFilter]) -> MappingFilter,
    part: (inout Self) -> MappingFilter?
  ) -> MappingFilter? {
    var filters = [MappingFilter]()
    repeat {
      guard let filter = part(&self) else { return nil }
      filters.append(filter)
    } while take(words)
    return filters.count == 1 ? filters[0] : join(filters)
  }

  private mutating func negation(levels: Int) -> MappingFilter? {
    guard levels > 0 else { return nil }
    if take(["not", "!"]) { return negation(levels: levels - 1).map(MappingFilter.not) }
    if take(["("]) {
      guard let filter = disjunction(levels: levels - 1), take([")"]) else { return nil }
      return filter
    }
    return comparison()
  }

  private mutating func comparison() -> MappingFilter? {
    guard case .word(let word)? = tokens.popFirst() else { return nil }
    switch word.lowercased() {
    case "truepredicate": return .constant(true)
    case "falsepredicate": return .constant(false)
    default: break
    }
    guard !Self.reserved.contains(word.lowercased()),
      case .symbol(let symbol)? = tokens.popFirst(), let constant = tokens.popFirst()
    else { return nil }
    let (name, value) = (Name(word), Self.value(constant))
    switch symbol {
    case "==", "=": return value.map { Self.equality(name, $0) }
    case "!=", "<>": return value.map { .not(Self.equality(name, $0)) }
    default:
      guard let order = Self.orders[symbol], case .integer(let integer) = constant else {
        return nil
      }
      return .compares(name, order, .int(integer))
    }
  }

  private static func equality(_ name: Name, _ value: Value) -> MappingFilter {
    value.isNull ? .isNull(name) : .equals(name, value)
  }

  private static func value(_ token: FilterToken) -> Value? {
    switch token {
    case .integer(let integer): return .int(integer)
    case .text(let text): return .string(text)
    case .symbol: return nil
    case .word(let word):
      switch word.lowercased() {
      case "nil", "null": return .null
      case "yes", "true": return .bool(true)
      case "no", "false": return .bool(false)
      default: return nil
      }
    }
  }

  private static let orders: [String: MappingFilter.Order] = [
    "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
    ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]

  private static let reserved: Set = [
    "and", "or", "not", "in", "any", "all", "some", "none", "between", "contains", "beginswith",
    "endswith", "like", "matches", "self", "cast", "subquery", "function", "ternary", "first",
    "last", "size", "nil", "null", "yes", "no", "true", "false",
  ]

  /// Passes over one of some words or symbols.
  private mutating func take(_ words: Set<String>) -> Bool {
    switch tokens.first {
    case .word(let word)? where words.contains(word.lowercased()),
      .symbol(let word)? where words.contains(word):
      tokens.removeFirst()
      return true
    default: return false
    }
  }
}
