import MigCheckModel

/// The keys that objects get in a file: 0, 1, 2 …, or those that they have in a content that was read
/// from one.
struct RealmObjectKeys {
  static let numbered = RealmObjectKeys(tables: [])

  /// By the position of the table; `nil`: the rows are the keys. Empty: all are.
  private let tables: [[Int64]?]

  private init(tables: [[Int64]?]) {
    self.tables = tables
  }

  init(_ content: RealmContent, keepingKeys: Bool) {
    guard keepingKeys else {
      tables = []
      return
    }
    tables = content.tables.map { table in
      // They ascend and none is negative.
      table.keys.last.map { $0 == Int64(table.keys.count) - 1 } ?? true ? nil : table.keys
    }
  }

  func keys(of table: Int) -> [Int64]? { tables.isEmpty ? nil : tables[table] }

  /// A content whose links lead to keys and not to rows.
  ///
  /// - Complexity: O(*n*) in the size of the content.
  func linked(_ content: RealmContent) -> RealmContent {
    guard tables.contains(where: { $0 != nil }) else { return content }
    var result = content
    for (index, table) in content.tables.enumerated() {
      for (place, column) in table.columns.enumerated()
      where column.type == .object || column.type == .mixed {
        result.tables[index].values[place] = table.values[place].map { value in
          value.mapLinks { link in
            ObjectReference(
              type: link.type, index: keys(of: link.type).map { Int($0[link.index]) } ?? link.index)
          }
        }
      }
    }
    return result
  }

  /// Where the engine goes on counting: counter *s* gives the key `(s & 255) | (s >> 8) << 16`, so that
  /// the next keys are free. Source: realm-core `src/realm/table.cpp`, `allocate_sequence_number`.
  func counter(of table: Int, count: Int) -> Int {
    guard let last = keys(of: table)?.last else { return count }
    return last < 255 ? Int(last) + 1 : Int((last >> 16) + 1) << 8
  }
}
