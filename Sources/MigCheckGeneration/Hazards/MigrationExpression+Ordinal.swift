import MigCheckModel
import MigCheckText

extension MigrationExpression {
  /// Whether the expression reads `ordinal`, the place of the object in the enumeration.
  ///
  /// A property of that name, as in `old.ordinal`, is another thing.
  package var readsOrdinal: Bool {
    let tokens = expression.tokens.map(\.token)
    return tokens.indices.contains { place in
      guard let name = tokens[place].name, name.lowercased() == "ordinal" else { return false }
      return place == 0 || tokens[place - 1] != .symbol(".")
    }
  }
}
