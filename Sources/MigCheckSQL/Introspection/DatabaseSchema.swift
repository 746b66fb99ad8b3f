import MigCheckSQLite
import MigCheckText

/// What a database says of itself: tables with their constraints, and all that hangs on them.
package struct DatabaseSchema: Sendable, Equatable {
  /// Ordinary tables in the order of their making; neither virtual ones nor those that belong to
  /// them, nor SQLite's own.
  package var tables: [Table] = []
  package var triggers: [Attachment] = []
  package var views: [Attachment] = []
  /// Names of virtual tables and of the tables that they keep their content in.
  package var virtualTables: [Attachment] = []

  package struct Table: Sendable, Equatable {
    package var name: String
    package var columns: [Column] = []
    package var foreignKeys: [ForeignKey] = []
    package var indexes: [Index] = []
    /// Names of the columns, in the order of the key; empty: there is none.
    package var primaryKey: [String] = []
    package var hasRowID = true
    package var isStrict = false
    /// The statement that makes it.
    package var sql: String
  }

  package struct Column: Sendable, Equatable {
    package var name: String
    /// As written; empty: none.
    package var declaredType: String
    package var isRequired: Bool
    /// The expression of the default; `nil`: none.
    package var defaultValue: String?
    package var isGenerated: Bool
  }

  package struct ForeignKey: Sendable, Equatable {
    package var columns: [String]
    package var target: String
    package var targetColumns: [String]
    package var onDelete: String
    package var onUpdate: String
  }

  package struct Index: Sendable, Equatable {
    /// What made an index.
    package enum Origin: String, Sendable {
      case statement = "c"
      case unique = "u"
      case primaryKey = "pk"
    }

    package var name: String
    package var isUnique: Bool
    package var isPartial: Bool
    package var origin: Origin
    /// `nil`: an expression.
    package var columns: [String?]
    /// How each column is compared, such as `NOCASE`; parallel to the columns.
    package var collations: [String]
    /// `nil` of a constraint.
    package var sql: String?
  }

  /// A trigger, a view or a virtual table.
  package struct Attachment: Sendable, Equatable {
    package var name: String
    /// The table of a trigger.
    package var table: String
    package var sql: String
  }

  /// SQL compares names without regard to the case of ASCII letters.
  package func table(named name: String) -> Table? {
    tables.first { $0.name.isSameName(as: name) }
  }

  /// Whether a table is a virtual one, whose statement says all of it.
  func isVirtual(_ table: Table) -> Bool {
    virtualTables.contains { $0.name.isSameName(as: table.name) }
  }
}

extension DatabaseSchema.Table {
  package func column(named name: String) -> DatabaseSchema.Column? {
    columns.first { $0.name.isSameName(as: name) }
  }

  /// An index over all rows that keeps the same columns unique, compared in the same way, in any
  /// order: one of a statement, of a constraint or of the primary key.
  func uniqueIndex(like index: DatabaseSchema.Index) -> DatabaseSchema.Index? {
    guard let key = index.uniqueColumns else { return nil }
    return indexes.first { $0.uniqueColumns == key }
  }

  /// The columns that can be written.
  package var storedColumns: [DatabaseSchema.Column] { columns.filter { !$0.isGenerated } }

  /// The name of the column that is the row id under another name; `nil`: there is none.
  package var rowIDAlias: String? {
    guard hasRowID, primaryKey.count == 1, let column = column(named: primaryKey[0]),
      column.declaredType.lowercasedASCII == "integer",
      !indexes.contains(where: { $0.origin == .primaryKey })
    else { return nil }
    return column.name
  }

  /// A name by which statements can read the row id; `nil`: there is none.
  package var rowIDName: String? {
    guard hasRowID else { return nil }
    return ["rowid", "_rowid_", "oid"].first { column(named: $0) == nil }
  }
}

extension DatabaseSchema.Index {
  /// The columns that it keeps unique in all rows, each with its collation, in lower case and sorted;
  /// `nil`: it is not unique, or covers expressions or some of the rows only.
  fileprivate var uniqueColumns: [[String]]? {
    guard isUnique, !isPartial, !columns.contains(nil) else { return nil }
    return zip(columns, collations).map { column, collation in
      [(column ?? "").lowercasedASCII, collation.lowercasedASCII]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension String {
  /// Whether SQLite takes both for the same name.
  package func isSameName(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// In double quotes.
  package var quotedName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
