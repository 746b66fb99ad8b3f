import MigCheckModel

/// Which columns of which tables have a value whose loss would show, as rows are inserted.
struct ColumnFiller {
  /// Parallel to the plans.
  let types: [ObjectType]
  /// Parallel to the plans: the positions of columns that have one.
  private var known: [Set<Int>]

  init(types: [ObjectType]) {
    self.types = types
    known = types.map { _ in [] }
  }

  mutating func note(_ row: [Value], of index: Int) {
    for (place, value) in row.enumerated() where isDistinctive(value, at: place, of: index) {
      known[index].insert(place)
    }
  }

  /// The positions of columns that no row has such a value in, this one included.
  func missing(in row: [Value], of index: Int) -> [Int] {
    row.indices.filter {
      !known[index].contains($0) && !isDistinctive(row[$0], at: $0, of: index)
    }
  }

  func isDistinctive(_ value: Value, at place: Int, of index: Int) -> Bool {
    types[index].storedProperties[place].isDistinctive(value)
  }
}
