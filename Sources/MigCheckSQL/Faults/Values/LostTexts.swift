import MigCheckSQLite
import MigCheckText

/// Texts of which a warning says that they are lost, which is to be seen when the script has ended: it
/// may have put them somewhere else.
struct LostTexts {
  /// Finds them, as the statement runs.
  var query: String
  /// What is told where they are left in the column that was read.
  var messageIfStaying: String

  /// What became of texts.
  enum Fate {
    case lost
    /// They are still where they were.
    case staying
    /// The script has put them into another column, or has given theirs another name.
    case kept
  }

  /// Texts that stand in one column only, as they are before the statement runs.
  func marks(in connection: SQLiteConnection) -> [String] {
    let rows = (try? connection.rows(query)) ?? []
    return rows.compactMap { row in
      row.first.map(\.plainText).flatMap { UnusualValues.isMark($0) ? $0 : nil }
    }
  }

  /// - Parameters:
  ///   - marks: what the statement read.
  ///   - sources: the columns that hold them before the script, by their marks.
  ///   - connection: to the database as the script has left it.
  static func fate(
    _ marks: [String], sources: [String: UnusualValues.Column], in connection: SQLiteConnection
  ) -> Fate? {
    guard !marks.isEmpty else { return nil }
    var fate = Fate.kept
    for mark in marks {
      let places = places(of: mark, in: connection)
      if places.isEmpty { return .lost }
      let isElsewhere = places.contains { place in
        !(sources[mark].map { $0.isSame(as: place) } ?? false)
      }
      if !isElsewhere { fate = .staying }
    }
    return fate
  }

  private static func places(
    of mark: String, in connection: SQLiteConnection
  ) -> [UnusualValues.Column] {
    let columns =
      (try? connection.rows(
        "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c "
          + "WHERE t.type = 'table' ORDER BY t.name, c.cid")) ?? []
    return columns.compactMap { row in
      let place = UnusualValues.Column(table: row[0].plainText, name: row[1].plainText)
      let query =
        "SELECT EXISTS (SELECT 1 FROM \(place.table.quotedName) "
        + "WHERE instr(lower(CAST(\(place.name.quotedName) AS TEXT)), \(mark.quotedText)))"
      let isThere = (try? connection.rows(query).first?.first?.plainInteger) ?? 0
      return isThere > 0 ? place : nil
    }
  }
}
