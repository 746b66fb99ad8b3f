import MigCheckModel

/// What the values of one column are, or the elements of its collections.
struct RealmElement {
  var type: PropertyType
  var isNullable: Bool
  /// Of a link: the position of the table that it leads to.
  var target: Int?
  /// The texts that an enumerated column numbers; `nil` for any other column.
  var enumeratedTexts: [Value]?
  /// Whether these are elements of a list or set: links there are bare keys, and null has no number.
  var isInCollection = false
  /// The column, as an index of notes.
  var place: RealmPlace
}

/// A column, by the positions of its table and of itself.
struct RealmPlace: Hashable {
  var table: Int
  var column: Int
}
