import MigCheckModel
import MigCheckText

/// Indexes of texts whose table has another name now, or is gone: `ALTER TABLE … RENAME` changes triggers,
/// views and references, but not what stands behind `content=`, so that every search fails.
struct StrayIndexes {
  static let code = "indexWithoutTable"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping

  var faults: [HopFault] {
    after.virtualTables.compactMap { index in
      guard let content = Self.content(of: index), isThere(content, in: before),
        !isThere(content, in: after)
      else { return nil }
      let statement = migration.statements.last { statement in
        switch StatementShape(statement) {
        case .renameTable(let from, _): from.isSameName(as: content)
        case .dropTable(let name): name.isSameName(as: content)
        case .dropObject(let name): name.isSameName(as: content)
        default: false
        }
      }
      var table = content
      if case .renameTable(_, let to)? = statement.map(StatementShape.init) { table = to }
      return HopFault(
        Self.code, type: mapping.typeName(table), subject: Name(index.name),
        message:
          "\(index.name) finds its texts in the table \(content), which is not there any more: every "
          + "search that reads them fails, and so does each trigger that writes there. Create it again with "
          + "the new name behind content=, and fill it: INSERT INTO \(index.name)(\(index.name)) VALUES "
          + "('rebuild').",
        place: (statement ?? migration.statements.last)?.source)
    }
  }

  /// The table that an index of texts names, if it keeps none of them itself.
  private static func content(of index: DatabaseSchema.Attachment) -> String? {
    let tokens = SQLToken.tokens(of: index.sql)
    guard tokens.contains(where: { $0.isWord("fts5") || $0.isWord("fts4") }) else { return nil }
    for place in tokens.indices.dropLast(2)
    where tokens[place].isWord("content") && tokens[place + 1].isSymbol("=") {
      if case .text(let name) = tokens[place + 2] { return name.isEmpty ? nil : name }
      return tokens[place + 2].name
    }
    return nil
  }

  private func isThere(_ name: String, in schema: DatabaseSchema) -> Bool {
    schema.table(named: name) != nil
      || (schema.views + schema.virtualTables).contains { $0.name.isSameName(as: name) }
  }
}
