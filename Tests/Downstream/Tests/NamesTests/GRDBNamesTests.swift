import GRDB
import MigCheck
import Testing

// Names of GRDB's, in a file that imports MigCheck too: they must mean GRDB's.

@Suite struct GRDBNamesTests {
  @Test("GRDB's names mean GRDB's types") func grdbsNamesMeanGRDBsTypes() {
    let names: [(any Any.Type, String)] = [
      (Column.self, "Column"), (Configuration.self, "Configuration"),
      (Database.self, "Database"), (DatabaseError.self, "DatabaseError"),
      (DatabaseMigrator.self, "DatabaseMigrator"), (ForeignKey.self, "ForeignKey"),
      (Record.self, "Record"), (Row.self, "Row"), (Statement.self, "Statement"),
      (SQL.self, "SQL"), (Table<Int>.self, "Table"), (TableDefinition.self, "TableDefinition"),
    ]
    for (type, name) in names {
      let full = String(reflecting: type)
      #expect(full.hasPrefix("GRDB.\(name)"), "\(full)")
    }
  }
}
