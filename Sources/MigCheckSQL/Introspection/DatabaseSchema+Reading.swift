import MigCheckSQLite
import MigCheckText

extension DatabaseSchema {
  /// Reads all that the main database says of itself.
  ///
  /// - Parameters:
  ///   - ignored: tables that are left out, in lower case.
  ///   - texts: virtual tables that hold rows of the app, in lower case.
  ///   - previous: what was read before the last changes, so that only they are read.
  /// - Throws: `SQLiteError`.
  /// - Complexity: a few statements for each table and index that has changed.
  package init(
    of connection: SQLiteConnection, without ignored: Set<String> = [], texts: Set<String> = [],
    previous: DatabaseSchema? = nil
  ) throws {
    let objects = try connection.rows(
      "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY rowid")
    var virtual = [VirtualTable]()
    for object in objects {
      let sql = object[3].plainText
      let attachment = Attachment(
        name: object[1].plainText, table: object[2].plainText, sql: sql)
      switch object[0].plainText {
      case _ where ignored.contains(attachment.table.lowercasedASCII): continue
      case "trigger": triggers.append(attachment)
      case "view": views.append(attachment)
      case "table":
        guard let table = VirtualTable(SQLToken.tokens(of: sql)) else { continue }
        virtualTables.append(attachment)
        virtual.append(table)
      default: break
      }
    }
    var indexes = [String: [[SQLiteValue]]]()
    for object in objects where object[0].plainText == "index" {
      indexes[object[2].plainText.lowercasedASCII, default: []].append([object[1], object[3]])
    }
    for object in objects where object[0].plainText == "table" {
      let (name, sql) = (object[1].plainText, object[3].plainText)
      let lowercased = name.lowercasedASCII
      if lowercased.hasPrefix("sqlite_") || ignored.contains(lowercased) { continue }
      if virtual.contains(where: { $0.name.isSameName(as: name) }) {
        if texts.contains(lowercased) {
          tables.append(try Self.textTable(name, sql, in: connection))
        }
        continue
      }
      if virtual.contains(where: { $0.owns(lowercased) }) {
        virtualTables.append(Attachment(name: name, table: name, sql: sql))
        continue
      }
      if var known = previous?.table(named: name), known.name.isIdentical(to: name),
        known.sql.isIdentical(to: sql), known.hasIndexes(indexes[lowercased] ?? [])
      {
        // Another table may have got another key, which references without columns lead to.
        if !known.foreignKeys.isEmpty {
          known.foreignKeys = try Self.foreignKeys(of: name.quotedText, in: connection)
        }
        tables.append(known)
        continue
      }
      tables.append(try Self.table(name, sql: sql, in: connection))
    }
    resolveTargets()
  }

  private static func table(
    _ name: String, sql: String, in connection: SQLiteConnection
  ) throws -> Table {
    var table = Table(name: name, sql: sql)
    let key = name.quotedText
    var keyColumns = [(position: Int64, name: String)]()
    for row in try connection.rows(
      "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(\(key), 'main')"
    ) {
      let column = row[0].plainText
      if case .integer(let position) = row[4], position > 0 {
        keyColumns.append((position, column))
      }
      let hidden = row[5].plainInteger
      table.columns.append(
        Column(
          name: column, declaredType: row[1].plainText, isRequired: row[2].plainInteger == 1,
          defaultValue: row[3].isNull ? nil : row[3].plainText,
          isGenerated: hidden == 2 || hidden == 3))
    }
    table.primaryKey = keyColumns.sorted { $0.position < $1.position }.map(\.name)
    table.foreignKeys = try foreignKeys(of: key, in: connection)
    table.indexes = try indexes(of: key, in: connection)
    let options = options(of: sql)
    table.hasRowID = !options.contains("without")
    table.isStrict = options.contains("strict")
    return table
  }

  /// An index of texts as a table of texts.
  private static func textTable(
    _ name: String, _ sql: String, in connection: SQLiteConnection
  ) throws -> Table {
    var table = Table(name: name, sql: sql)
    table.columns = try connection.rows(
      "SELECT name FROM pragma_table_xinfo(\(name.quotedText), 'main') WHERE hidden = 0"
    ).map { row in
      Column(
        name: row[0].plainText, declaredType: "TEXT", isRequired: false, defaultValue: nil,
        isGenerated: false)
    }
    return table
  }

  /// The words behind the last parenthesis of a `CREATE TABLE`.
  private static func options(of sql: String) -> [String] {
    let tokens = SQLToken.tokens(of: sql)
    guard let end = tokens.lastIndex(where: { $0.isSymbol(")") }) else { return [] }
    return tokens[end...].compactMap(\.name).map(\.lowercasedASCII)
  }

  private static func foreignKeys(
    of table: String, in connection: SQLiteConnection
  ) throws -> [ForeignKey] {
    var keys = [(id: Int64, key: ForeignKey)]()
    for row in try connection.rows(
      "SELECT id, \"table\", \"from\", \"to\", on_delete, on_update "
        + "FROM pragma_foreign_key_list(\(table), 'main') ORDER BY id, seq")
    {
      let (id, column) = (row[0].plainInteger, row[2].plainText)
      let target = row[3].isNull ? [] : [row[3].plainText]
      if keys.last?.id == id {
        keys[keys.count - 1].key.columns.append(column)
        keys[keys.count - 1].key.targetColumns += target
      } else {
        keys.append(
          (
            id,
            ForeignKey(
              columns: [column], target: row[1].plainText, targetColumns: target,
              onDelete: row[4].plainText, onUpdate: row[5].plainText)
          ))
      }
    }
    return keys.map(\.key)
  }

  private static func indexes(
    of table: String, in connection: SQLiteConnection
  ) throws -> [Index] {
    try connection.rows(
      "SELECT l.name, l.\"unique\", l.partial, l.origin, s.sql FROM pragma_index_list(\(table), 'main') l "
        + "LEFT JOIN main.sqlite_schema s ON s.type = 'index' AND s.name = l.name ORDER BY l.name"
    ).map { row in
      let name = row[0].plainText
      let columns = try connection.rows(
        "SELECT name, coll FROM pragma_index_xinfo(\(name.quotedText), 'main') "
          + "WHERE key = 1 ORDER BY seqno")
      return Index(
        name: name, isUnique: row[1].plainInteger == 1, isPartial: row[2].plainInteger == 1,
        origin: Index.Origin(rawValue: row[3].plainText) ?? .statement,
        columns: columns.map { $0[0].isNull ? nil : $0[0].plainText },
        collations: columns.map { $0[1].plainText },
        sql: row[4].isNull ? nil : row[4].plainText)
    }
  }

  /// A reference without columns leads to the primary key.
  private mutating func resolveTargets() {
    for table in tables.indices {
      for key in tables[table].foreignKeys.indices
      where tables[table].foreignKeys[key].targetColumns.isEmpty {
        let target = tables[table].foreignKeys[key].target
        tables[table].foreignKeys[key].targetColumns =
          self.table(named: target)?.primaryKey ?? []
      }
    }
  }
}

extension DatabaseSchema.Attachment {
  /// Whether it is a virtual table, and not one of those in which it keeps its content.
  var isVirtualTable: Bool {
    SQLToken.tokens(of: sql).dropFirst().first?.isWord("virtual") ?? false
  }
}

extension DatabaseSchema.Table {
  /// - Parameter rows: names and statements of its indexes.
  fileprivate func hasIndexes(_ rows: [[SQLiteValue]]) -> Bool {
    rows.count == indexes.count
      && rows.allSatisfy { row in
        indexes.contains {
          $0.name.isIdentical(to: row[0].plainText)
            && ($0.sql ?? "").isIdentical(to: row[1].plainText)
        }
      }
  }
}

extension SQLiteConnection {
  /// All rows of a statement.
  ///
  /// - Throws: `SQLiteError`.
  package func rows(_ sql: String, _ arguments: [SQLiteValue] = []) throws -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    for (place, argument) in arguments.enumerated() { try statement.bind(argument, at: place + 1) }
    var rows = [[SQLiteValue]]()
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value($0) })
    }
    return rows
  }
}

extension SQLiteValue {
  /// The text of a text, else empty.
  package var plainText: String { if case .text(let text) = self { text } else { "" } }
  /// The number of an integer, else 0.
  package var plainInteger: Int64 { if case .integer(let number) = self { number } else { 0 } }
  package var isNull: Bool { if case .null = self { true } else { false } }
}

extension String {
  /// In single quotes.
  var quotedText: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
