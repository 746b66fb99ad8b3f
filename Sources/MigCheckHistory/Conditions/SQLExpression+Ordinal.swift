import MigCheckModel
import MigCheckText

extension SQLExpression {
  /// `ordinal` where the expression reads the place of the object in the enumeration, else `nil`.
  ///
  /// A property of that name, as in `old.ordinal`, is another thing.
  package var ordinal: Name? {
    let tokens = tokens.map(\.token)
    let isRead = tokens.indices.contains { place in
      guard let name = tokens[place].name, name.lowercased() == "ordinal" else { return false }
      return place == 0 || tokens[place - 1] != .symbol(".")
    }
    return isRead ? "ordinal" : nil
  }
}
