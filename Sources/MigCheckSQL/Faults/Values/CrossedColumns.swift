import MigCheckModel
import MigCheckText

extension ColumnCrossing {
  /// Columns of one table that go where another one's name is, two of them or several in a circle.
  ///
  /// - Parameters:
  ///   - sources: where the columns of a query come from.
  ///   - names: lower-case names of the columns that they go to.
  static func all(
    in sources: [ColumnSource], going names: [String], at statement: Int
  ) -> [ColumnCrossing] {
    let moves = zip(sources, names).compactMap {
      source, name -> (table: String, from: String, to: String)? in
      guard case .copied(let table, let column) = source, column != name else { return nil }
      return (table, column, name)
    }
    var found = [ColumnCrossing]()
    var seen = Set<Int>()
    for (start, first) in moves.enumerated() where !seen.contains(start) {
      // What comes from where the last one went, until it goes to where the first one came from.
      var circle = [start]
      while moves[circle[circle.count - 1]].from != first.to,
        let next = moves.indices.first(where: { place in
          !circle.contains(place) && moves[place].table == first.table
            && moves[place].to == moves[circle[circle.count - 1]].from
        })
      {
        circle.append(next)
      }
      guard circle.count > 1, moves[circle[circle.count - 1]].from == first.to else { continue }
      seen.formUnion(circle)
      found.append(
        ColumnCrossing(
          statement: statement, table: "", source: first.table,
          columns: circle.map { moves[$0].to }))
    }
    return found
  }
}

/// Columns that change places where rows go from one table to another: `INSERT INTO address (street,
/// city) SELECT city, street FROM user`.
///
/// Several change places where the rows go by position to a table with the same columns in another order.
/// Where a table is made anew, its values are compared, which tells better.
struct CrossedColumns {
  let migration: Migration
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    trace.crossings.filter { !isMadeAnew($0) }.map { crossing in
      let statement = migration.statements[crossing.statement]
      let (first, second) = (crossing.columns[0], crossing.columns[1])
      let last = crossing.columns[crossing.columns.count - 1]
      let message =
        crossing.columns.count == 2
        ? "\(crossing.source).\(second) goes into \(crossing.table).\(first), and "
          + "\(crossing.source).\(first) into \(crossing.table).\(second): two columns have "
          + "changed places."
        : "\(crossing.source).\(second) goes into \(crossing.table).\(first), and so on until "
          + "\(crossing.source).\(first) goes into \(crossing.table).\(last): the columns of the two "
          + "tables are not in the same order. Name them in both."
      return HopFault(
        "columnsCrossed", type: mapping.typeName(crossing.table),
        property: mapping.propertyName(first, of: crossing.table),
        message: message + " If that is meant, name \(crossing.table) in the rewrites.",
        place: statement.source)
    }
  }

  private func isMadeAnew(_ crossing: ColumnCrossing) -> Bool {
    crossing.table == crossing.source && trace.origin(of: crossing.table) == crossing.source
  }
}
