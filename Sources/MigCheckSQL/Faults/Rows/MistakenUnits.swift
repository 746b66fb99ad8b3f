import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Times that count in another unit than the new default of their column: seconds in the rows that are
/// there, and milliseconds in those that come later.
///
/// A time that the old default gives just before the upgrade must be, after it, what the new default
/// gives at the same moment.
struct MistakenUnits {
  static let code = "unitMistaken"

  let rehearsal: Rehearsal
  let after: DatabaseVersions.Entry
  let trace: ScriptTrace
  let mapping: SchemaMapping

  /// A column whose default is the moment of the insertion, before the script and after it.
  private struct Column {
    var table: String
    var name: String
    var newTable: String
    var newName: String
    var oldDefault: String
    var newDefault: String
    /// The statement that wrote it; `nil`: none.
    var writer: SQLStatement?
  }

  var faults: [HopFault] {
    columns.compactMap { column in
      var isFilled = false
      var fault: HopFault?
      rehearsal.run(round: 0) { connection in
        isFilled =
          (try? connection.execute(
            "UPDATE main.\(column.table.quotedName) SET \(column.name.quotedName) = "
              + "(\(column.oldDefault))")) != nil
      } watching: { statement, connection in
        guard statement == nil, isFilled else { return }
        fault = self.fault(column, in: connection)
      }
      return fault
    }
  }

  private var columns: [Column] {
    after.database.tables.flatMap { table -> [Column] in
      let name = table.name.lowercasedASCII
      guard let history = trace.tables[name], let origin = trace.origin(of: name),
        let old = rehearsal.before.database.table(named: origin)
      else { return [] }
      return table.storedColumns.compactMap { column in
        var oldName = column.name
        var writer: SQLStatement?
        switch history[column.name] {
        case .copied(_, let own): oldName = own
        case .written(let place) where rehearsal.migration.statements.indices.contains(place):
          writer = rehearsal.migration.statements[place]
        default: return nil
        }
        guard let oldDefault = old.column(named: oldName)?.defaultValue,
          let newDefault = column.defaultValue, oldDefault != newDefault || writer != nil,
          Self.isMoment(oldDefault), Self.isMoment(newDefault)
        else { return nil }
        return Column(
          table: old.name, name: oldName, newTable: table.name, newName: column.name,
          oldDefault: oldDefault, newDefault: newDefault, writer: writer)
      }
    }
  }

  /// Whether a default is the time of the insertion.
  private static func isMoment(_ value: String) -> Bool {
    let tokens = SQLToken.tokens(of: value)
    let words = ["current_timestamp", "current_date", "current_time"]
    if tokens.contains(where: { token in words.contains(where: token.isWord) }) { return true }
    let calls = ["date", "time", "datetime", "julianday", "unixepoch", "strftime"]
    return tokens.contains { token in calls.contains(where: token.isWord) }
  }

  private func fault(_ column: Column, in connection: SQLiteConnection) -> HopFault? {
    let values = try? connection.rows(
      """
      SELECT CAST(value AS REAL), CAST((\(column.newDefault)) AS REAL) FROM (
        SELECT \(column.newName.quotedName) AS value FROM main.\(column.newTable.quotedName)
      ) WHERE typeof(value) IN ('integer', 'real')
        AND typeof((\(column.newDefault))) IN ('integer', 'real')
      """)
    let pairs = (values ?? []).compactMap { row -> (Double, Double)? in
      guard row.count == 2, let own = row[0].number, let wanted = row[1].number, wanted != 0 else {
        return nil
      }
      return (own, wanted)
    }
    // Less than the precision of a time, and more than that of a unit.
    guard let (own, wanted) = pairs.first,
      pairs.allSatisfy({ !(0.5...2).contains($0.0 / $0.1) && $0.0 != 0 })
    else { return nil }
    let place = column.writer ?? rehearsal.migration.statements.last
    let path = "\(mapping.typeName(column.newTable)).\(column.newName)"
    return HopFault(
      Self.code, type: mapping.typeName(column.newTable),
      property: mapping.propertyName(column.newName, of: column.newTable), isError: false,
      message:
        "\(path) counts in another unit than its new default: a row of the same moment holds "
        + "\(Self.text(own)) after the upgrade, and a new one \(Self.text(wanted)). Convert the rows "
        + "to the unit of the default, or write the default in theirs.", place: place?.source)
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension SQLiteValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
