import MigCheckText

/// The natural order of version names: digits are numbers, and a name comes before those that it
/// begins.
enum VersionNameOrder {
  /// Whether one name comes before another: `Model` before `Model 2`, `2.99.0` before `2.100.0`.
  ///
  /// - Complexity: O(*n*) in the length of the names.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (first, second) = (parts(left), parts(right))
    for (a, b) in zip(first, second) {
      if let order = order(a, b) { return order }
    }
    if first.count != second.count { return first.count < second.count }
    return left.precedes(right)
  }

  private enum Part {
    /// Decimal digits without zeros in front.
    case number(String)
    case text(String)
  }

  /// - Returns: `nil` if both are alike.
  private static func order(_ left: Part, _ right: Part) -> Bool? {
    switch (left, right) {
    case (.number(let a), .number(let b)):
      if a.utf8.count != b.utf8.count { return a.utf8.count < b.utf8.count }
      return a.isIdentical(to: b) ? nil : a.precedes(b)
    case (.text(let a), .text(let b)):
      let (a, b) = (a.lowercased(), b.lowercased())
      return a.isIdentical(to: b) ? nil : a.precedes(b)
    // What has no number yet is older.
    case (.text, .number): return false
    case (.number, .text): return true
    }
  }

  private static func parts(_ name: String) -> [Part] {
    var parts = [Part]()
    var rest = Substring(name)
    while let first = rest.first {
      let isNumber = isDigit(first)
      let run = rest.prefix { isDigit($0) == isNumber }
      rest = rest[run.endIndex...]
      parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
    }
    return parts
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
