import MigCheckModel
import MigCheckText

/// Foreign keys to columns that no primary key and no unique index has for itself: SQLite calls it a
/// mismatch, and refuses what concerns them.
struct MismatchedReferences {
  static let code = "foreignKeyMismatch"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let mapping: SchemaMapping
  let enforcesForeignKeys: Bool

  var faults: [HopFault] {
    var told = [DatabaseSchema.ForeignKey]()
    return after.tables.flatMap { table in
      table.foreignKeys.compactMap { key -> HopFault? in
        guard Self.isMismatched(key, in: after), !told.contains(key) else { return nil }
        let old = before.table(named: table.name)?.foreignKeys.first {
          $0.target.isSameName(as: key.target) && $0.columns == key.columns
        }
        if let old, Self.isMismatched(old, in: before) { return nil }
        told.append(key)
        return fault(table, key, isError: enforcesForeignKeys || old != nil)
      }
    }
  }

  private func fault(
    _ table: DatabaseSchema.Table, _ key: DatabaseSchema.ForeignKey, isError: Bool
  ) -> HopFault {
    let own = key.columns.joined(separator: ", ")
    let others = key.targetColumns.joined(separator: ", ")
    let place =
      migration.statements.last { statement in
        statement.names(key.target) || statement.names(table.name)
      } ?? migration.statements.last
    return HopFault(
      Self.code, type: mapping.typeName(table.name),
      property: mapping.propertyName(key.columns[0], of: table.name), subject: Name(key.target),
      isError: isError,
      message:
        "\(table.name) (\(own)) refers to \(key.target) (\(others)), which is neither its primary key "
        + "nor unique: every insertion fails as soon as foreign keys are enforced.",
      place: place?.source)
  }

  /// Whether the columns that a foreign key leads to are there, and no key.
  static func isMismatched(_ key: DatabaseSchema.ForeignKey, in schema: DatabaseSchema) -> Bool {
    guard let target = schema.table(named: key.target), !key.targetColumns.isEmpty else {
      return false
    }
    let columns = Set(key.targetColumns.map(\.lowercasedASCII))
    let unique = target.indexes.filter { $0.isUnique && !$0.isPartial }.map(\.columns)
    let keys = [target.primaryKey.map(Optional.some)] + unique
    return !keys.contains { list in
      !list.contains(nil) && list.count == columns.count
        && Set(list.compactMap { $0?.lowercasedASCII }) == columns
    }
  }

  /// Whether a fault is one still after later scripts of the same hop.
  static func isLeft(
    _ fault: HopFault, in database: DatabaseSchema, mapping: SchemaMapping
  ) -> Bool {
    database.tables.contains { table in
      mapping.typeName(table.name) == fault.type
        && table.foreignKeys.contains { key in
          isMismatched(key, in: database)
            && mapping.propertyName(key.columns[0], of: table.name) == fault.property
        }
    }
  }
}
