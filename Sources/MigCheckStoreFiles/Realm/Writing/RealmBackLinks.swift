import MigCheckModel

/// The links to the objects of each table, from their other ends.
///
/// The engine does not look for missing ones when it opens a file: it relies on them where objects
/// are deleted, copied or embedded. Every column of links has exactly one column of back links in
/// its target; a column of `mixed` has one in each table that any of its values links to. Source:
/// realm-core `src/realm/array_backlink.cpp`, `table.cpp`.
struct RealmBackLinks {
  /// The links of one column to objects of one table.
  struct Column {
    /// The table and the column that hold the links, by their positions.
    let table: Int
    let column: Int
    /// For each row of the target, where its links begin among `origins`; one more at the end.
    fileprivate(set) var starts: [Int]
    /// The rows that hold the links, one for each link.
    fileprivate(set) var origins: [Int]

    /// The rows that link to a row, in ascending order; one of them twice where it has two links.
    func origins(of row: Int) -> ArraySlice<Int> {
      origins[starts[row]..<starts[row + 1]]
    }
  }

  /// By the position of the target's table: in the order of the columns that hold the links.
  let columns: [[Column]]

  init(_ content: RealmContent) {
    var columns = content.tables.map { _ in [Column]() }
    for (index, table) in content.tables.enumerated() {
      for (position, column) in table.columns.enumerated() {
        guard column.type == .object || column.type == .mixed else { continue }
        var targets = content.tables.map { _ in [(row: Int, origin: Int)]() }
        for (row, value) in table.values[position].enumerated() {
          value.forEachLink { targets[$0.type].append((row: $0.index, origin: row)) }
        }
        for target in targets.indices
        where !targets[target].isEmpty || column.type == .object && column.target == target {
          columns[target].append(
            Column(
              table: index, column: position, links: targets[target],
              rows: content.tables[target].keys.count))
        }
      }
    }
    self.columns = columns
  }
}

extension RealmBackLinks.Column {
  /// - Complexity: O(*n*) in the number of links and rows.
  fileprivate init(table: Int, column: Int, links: [(row: Int, origin: Int)], rows: Int) {
    self.table = table
    self.column = column
    starts = Array(repeating: 0, count: rows + 1)
    for link in links { starts[link.row + 1] += 1 }
    for row in 0..<rows { starts[row + 1] += starts[row] }
    origins = Array(repeating: 0, count: links.count)
    var next = starts
    for link in links {
      origins[next[link.row]] = link.origin
      next[link.row] += 1
    }
  }
}

extension Value {
  /// Calls `body` for each link, also in collections and in collections of those.
  func forEachLink(_ body: (ObjectReference) -> Void) {
    switch self {
    case .link(let target): body(target)
    case .list(let elements), .set(let elements):
      for element in elements { element.forEachLink(body) }
    case .dictionary(let entries): for entry in entries { entry.value.forEachLink(body) }
    default: break
    }
  }
}
