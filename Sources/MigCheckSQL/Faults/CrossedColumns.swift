import MigCheckModel
import MigCheckText

extension ColumnCrossing {
  /// Pairs of columns of one table that go where the other one's name is.
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
    return moves.enumerated().flatMap { place, move in
      moves[(place + 1)...].filter {
        $0.table == move.table && $0.from == move.to && $0.to == move.from
      }.map { _ in
        ColumnCrossing(
          statement: statement, table: "", source: move.table, columns: [move.to, move.from])
      }
    }
  }
}

/// Columns that change places where rows go from one table to another: `INSERT INTO address (street,
/// city) SELECT city, street FROM user`.
///
/// Where a table is made anew, its values are compared, which tells better.
struct CrossedColumns {
  let migration: Migration
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    trace.crossings.filter { trace.origin(of: $0.table) != $0.source }.map { crossing in
      let statement = migration.statements[crossing.statement]
      let (first, second) = (crossing.columns[0], crossing.columns[1])
      return HopFault(
        "columnsCrossed", type: mapping.typeName(crossing.table),
        property: mapping.propertyName(first, of: crossing.table),
        message:
          "\(crossing.source).\(second) goes into \(crossing.table).\(first), and "
          + "\(crossing.source).\(first) into \(crossing.table).\(second): two columns have "
          + "changed places. If that is meant, name \(crossing.table) in the rewrites.",
        place: statement.source)
    }
  }
}
