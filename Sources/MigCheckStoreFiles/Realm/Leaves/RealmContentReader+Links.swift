import MigCheckModel

// Links: realm-core `src/realm/array_key.hpp` for objects of one table, `obj.cpp` for what a
// negative key means.

extension RealmContentReader {
  /// Appends the links of a leaf; returns how many there are.
  ///
  /// In a property the number is the key and one more, and 0 is null; in a list or set it is the key.
  /// A negative key names an object that is not on this device: Realm shows null, and leaves it out
  /// of lists and sets.
  @discardableResult
  func appendLinks(
    _ node: RealmNode, of element: RealmElement, expecting expected: Int?,
    to values: inout [Value]
  ) throws -> Int {
    guard let target = element.target else {
      throw RealmDamage(node.ref, "a link has no target")
    }
    try require(node.count, expected, at: node.ref)
    for number in try image.integers(node) {
      if element.isInCollection {
        if let row = row(of: number, in: target, at: element.place) {
          values.append(.link(ObjectReference(type: target, index: row)))
        }
      } else if number == 0 {
        values.append(.null)
      } else if let row = row(of: number &- 1, in: target, at: element.place) {
        values.append(.link(ObjectReference(type: target, index: row)))
      } else {
        values.append(.null)
      }
    }
    return node.count
  }

  /// A link to an object of any table, as `mixed` values and dictionaries hold it.
  func typedLink(table: Int64, key: Int64, at place: RealmPlace, ref: Int) throws -> Value {
    guard let target = positions[table] else {
      throw RealmDamage(ref, "a link leads to table \(table), which does not exist")
    }
    guard let row = row(of: key, in: target, at: place) else { return .null }
    return .link(ObjectReference(type: target, index: row))
  }

  /// The row of an object; `nil` if there is none, which is counted.
  private func row(of key: Int64, in table: Int, at place: RealmPlace) -> Int? {
    if let row = objects[table].row(of: key) { return row }
    unresolvedLinks[place, default: 0] += 1
    return nil
  }
}
