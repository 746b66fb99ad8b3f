import MigCheckText

/// Rows of a table that does nothing but link two others, in which one of the two is missing:
/// `INSERT INTO scenes_galleries SELECT scene_id, id FROM galleries` makes one for each gallery without a
/// scene.
struct EmptyLinks {
  static let code = "emptyLink"

  let writing: WritingStatement

  /// Whether a statement fills a new table of links.
  var mayBeMade: Bool { table != nil }

  private var table: DatabaseSchema.Table? {
    guard case .insert = StatementShape(writing.statement.bound),
      writing.before.table(named: writing.table) == nil,
      let table = writing.after.table(named: writing.table), isOfLinks(table)
    else { return nil }
    return table
  }

  var questions: [RowQuestion] {
    guard let table else { return [] }
    return writing.written.items.compactMap { column, tokens in
      guard let source = writing.column(tokens), table.column(named: column)?.isRequired == false
      else { return nil }
      return RowQuestion(
        query: writing.written.query(
          "count(*)", where: ["(\(writing.written.text(of: tokens))) IS NULL"]),
        fault: writing.fault(
          Self.code, column,
          "\(table.name) links rows of two tables, and gets a row that links nothing where \(source) is "
            + "NULL. Say WHERE \(source) IS NOT NULL; if such rows mean something, nothing is to be done."
        ))
    }
  }

  /// Whether a table holds nothing but references to two or more others.
  private func isOfLinks(_ table: DatabaseSchema.Table) -> Bool {
    let columns = table.storedColumns.filter { column in
      !(table.rowIDAlias?.isSameName(as: column.name) ?? false)
    }
    return columns.count > 1
      && columns.allSatisfy { column in
        table.foreignKeys.contains {
          $0.columns.count == 1 && $0.columns[0].isSameName(as: column.name)
        }
      }
  }
}
