import MigCheckModel
import MigCheckText

// What a database says of itself, in the words of the model: tables are types, rows objects, and
// columns with a foreign key are links.

extension Database {
  var version: UInt64 {
    get throws {
      guard case .integer(let number)? = try run("PRAGMA user_version").first?.first else {
        return 0
      }
      return UInt64(number)
    }
  }

  /// All tables, in the order of their names.
  func schema() throws -> Schema {
    let tables = try run(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        + "ORDER BY name")
    return Schema(try tables.map { try type($0[0].string) })
  }

  private func type(_ table: String) throws -> ObjectType {
    var targets = [(column: String, table: String)]()
    for row in try run("PRAGMA foreign_key_list(\"\(table)\")") {
      targets.append((row[3].string, row[2].string))
    }
    var primaryKey: String?
    let properties = try run("PRAGMA table_info(\"\(table)\")").map { row in
      let (name, isRequired) = (row[1].string, row[3] == .integer(1))
      if row[5] == .integer(1) { primaryKey = name }
      if let target = targets.first(where: { $0.column.isIdentical(to: name) })?.table {
        return Property(name, .object, objectType: target, optional: true)
      }
      let type: PropertyType =
        switch row[2].string {
        case "TEXT": .string
        case "BLOB": .data
        default: .int
        }
      return Property(
        name, type, optional: !isRequired,
        default: row[4] == .null ? nil : try run("SELECT \(row[4].string)")[0][0].value)
    }
    return ObjectType(table, primaryKey: primaryKey, properties)
  }
}

extension Cell {
  /// The text of a text.
  var string: String {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" }
  }

  /// A value that is no link.
  var value: Value {
    switch self {
    case .null: .null
    case .integer(let number): .int(number)
    case .real(let bits): .double(Double(bitPattern: bits))
    case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): .data(bytes)
    }
  }

  /// - Parameter value: of a type that `Database.schema` tells of, and no link.
  init(_ value: Value) {
    switch value {
    case .int(let number): self = .integer(number)
    case .double(let number): self = .real(number.bitPattern)
    case .string(let text): self = .text(Array(text.utf8))
    case .data(let bytes): self = .blob(bytes)
    default: self = .null
    }
  }
}
