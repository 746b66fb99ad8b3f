import MigCheckModel
import MigCheckStoreFiles
import MigCheckText

/// A content as the files' JSON spells it.
struct RealmContentJSON {
  let content: RealmContent

  var json: JSON {
    .object([
      .init("schemaVersion", content.schemaVersion.map { JSON.integer($0) } ?? .null),
      .init("tables", .array(tables)),
    ])
  }

  /// By the names of the tables.
  private var tables: [JSON] {
    content.tables.sorted { $0.name.precedes($1.name) }.map { table in
      .object([
        .init("name", .string(table.name)), .init("kind", .string("\(table.kind)")),
        .init("primaryKey", table.primaryKey.map { .string(table.columns[$0].name) } ?? .null),
        .init("columns", .array(table.columns.map(column))),
        .init("objects", .array(table.keys.indices.map { object($0, of: table) })),
      ])
    }
  }

  private func column(_ column: RealmColumn) -> JSON {
    let type =
      switch column.type {
      case .object: "link"
      case .decimal128: "decimal"
      default: column.type.rawValue
      }
    let index =
      switch column.index {
      case .none: "none"
      case .general: "general"
      case .fullText: "fulltext"
      }
    return .object([
      .init("name", .string(column.name)), .init("type", .string(type)),
      .init("optional", .bool(column.isOptional)),
      .init("collection", column.collection.map { .string($0.rawValue) } ?? .null),
      .init("target", column.target.map { .string(content.tables[$0].name) } ?? .null),
      .init("index", .string(index)),
    ])
  }

  private func object(_ row: Int, of table: RealmTable) -> JSON {
    .object([
      .init("key", .integer(table.keys[row])),
      .init(
        "values",
        .object(
          zip(table.columns, table.values).map { column, values in
            .init(
              column.name,
              value(
                values[row], isMixed: column.type == .mixed,
                isNested: column.type == .mixed && column.collection == nil))
          })),
    ])
  }

  private func value(_ value: Value, isMixed: Bool, isNested: Bool = false) -> JSON {
    func tagged(_ type: String, _ json: JSON) -> JSON {
      isMixed ? .object([.init("t", .string(type)), .init("v", json)]) : json
    }
    switch value {
    case .null: return .null
    case .bool(let flag): return tagged("bool", .bool(flag))
    case .int(let number): return tagged("int", .integer(number))
    case .float(let number):
      return tagged("float", .string(Self.hexadecimal(UInt64(number.bitPattern), digits: 8)))
    case .double(let number):
      return tagged("double", .string(Self.hexadecimal(number.bitPattern, digits: 16)))
    case .decimal128(let number): return tagged("decimal", .string(Self.text(number)))
    case .string(let text): return tagged("string", .string(text))
    case .data(let bytes):
      return tagged(
        "data", .string(bytes.map { Self.hexadecimal(UInt64($0), digits: 2) }.joined()))
    case .date(let date):
      let isNegative = date.seconds < 0 && date.nanoseconds > 0
      return tagged(
        "date",
        .array([
          .integer(date.seconds + (isNegative ? 1 : 0)),
          .integer(date.nanoseconds - (isNegative ? 1_000_000_000 : 0)),
        ]))
    case .uuid(let id): return tagged("uuid", .string(id.description))
    case .objectId(let id): return tagged("objectId", .string(id.description))
    case .link(let target):
      let table = content.tables[target.type]
      let key = JSON.integer(table.keys[target.index])
      return isMixed ? tagged("link", .array([.string(table.name), key])) : key
    case .list(let elements), .set(let elements):
      let json = JSON.array(elements.map { self.value($0, isMixed: isMixed, isNested: true) })
      return isNested ? tagged("list", json) : json
    case .dictionary(let entries):
      let json = JSON.array(
        entries.map {
          .array([.string($0.key), self.value($0.value, isMixed: isMixed, isNested: true)])
        })
      return isNested ? tagged("dictionary", json) : json
    case .embedded: return .string("an embedded object has no place here")
    }
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private static func text(_ number: Decimal128) -> String {
    if !number.isFinite { return number.description }
    return "\(number.isNegative ? "-" : "")\(number.digits)E\(number.exponent)"
  }
}
