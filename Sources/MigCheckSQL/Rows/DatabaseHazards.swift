import MigCheckModel
import MigCheckText

/// Rows that a step to the next version may make alike in a key: the schema that the verifier knows says
/// nothing of it, and random rows agree by chance only.
struct DatabaseHazards: KnownHazards {
  let databases: DatabaseVersions

  /// Of an upgrade that skips versions nothing is told, as it goes through all of them.
  func hazards(from old: SubjectVersion, to new: SubjectVersion) -> [EngineHazard] {
    guard let place = databases.entries.firstIndex(where: { $0.migration.number == old.number }),
      place + 1 < databases.entries.count,
      databases.entries[place + 1].migration.number == new.number
    else { return [] }
    let (before, after) = (databases.entries[place], databases.entries[place + 1])
    return newKeys(before, after) + writtenKeys(before, after)
  }

  /// Columns that become unique together.
  private func newKeys(
    _ before: DatabaseVersions.Entry, _ after: DatabaseVersions.Entry
  ) -> [EngineHazard] {
    let keys = UniqueKeys([after.database])
    return before.database.tables.flatMap { table in
      keys.others(than: table).map { columns in
        let names = columns.map { mapping.propertyName($0, of: table.name) }
        return hazard(
          of: table, "\(Self.list(names)) become\(names.count == 1 ? "s" : "") unique"
        ) { schema, type in
          (1...2).map { number in
            Self.rows(of: type, in: schema) { property, row in
              Self.value(property, names.contains(property.name) ? number : row)
            }
          }
        }
      }
    }
  }

  /// Columns of a key to which a statement gives a constant: a row may be there that has it, with the
  /// same values in the rest of the key.
  private func writtenKeys(
    _ before: DatabaseVersions.Entry, _ after: DatabaseVersions.Entry
  ) -> [EngineHazard] {
    after.migration.statements.flatMap { statement -> [EngineHazard] in
      guard case .update(let name) = StatementShape(statement),
        let table = before.database.table(named: name),
        let written = WrittenExpressions(statement, columns: { _ in [] })
      else { return [] }
      let compared = ComparedLiterals([statement.bound.tokens])
      return written.items.flatMap { item -> [EngineHazard] in
        guard let column = table.column(named: item.column),
          let value = Self.constant(item.tokens)?.converted(to: column.presumedAffinity)
        else { return [] }
        let others = compared.values(for: column).filter { $0 != value }
        return keys(of: table).filter { $0.contains(where: column.name.isSameName) }.map { key in
          let names = key.map { mapping.propertyName($0, of: table.name) }
          let own = mapping.propertyName(column.name, of: table.name)
          return hazard(of: table, "\(own) gets one value, and is part of a key") { schema, type in
            [others.first, others.last, nil].map { other in
              Self.rows(of: type, in: schema) { property, row in
                guard property.name == own else {
                  return Self.value(property, names.contains(property.name) ? 1 : row)
                }
                return row == 1 ? value : other ?? Self.value(property, row)
              }
            }
          }
        }
      }
    }
  }

  private var mapping: SchemaMapping { databases.mapping }

  private func hazard(
    of table: DatabaseSchema.Table, _ description: String,
    _ witnesses: @escaping @Sendable (Schema, ObjectType) -> [ObjectGraph]
  ) -> EngineHazard {
    let name = mapping.typeName(table.name)
    return EngineHazard(
      place: PropertyPath(type: name), description: "\(name): \(description)"
    ) { schema in
      schema.type(named: name).map { witnesses(schema, $0) } ?? []
    }
  }

  private func keys(of table: DatabaseSchema.Table) -> [[String]] {
    let indexes = table.indexes.filter(\.isUnique).map { $0.columns.compactMap(\.self) }
    return (indexes + [table.primaryKey]).filter { !$0.isEmpty }
  }

  private static func list(_ names: [Name]) -> String {
    names.map(\.text).joined(separator: ", ")
  }

  /// Two rows.
  private static func rows(
    of type: ObjectType, in schema: Schema, _ value: (Property, Int) -> Value
  ) -> ObjectGraph {
    var graph = ObjectGraph(schema: schema)
    guard let index = schema.index(of: type.name) else { return graph }
    for row in 1...2 {
      graph.append(type.storedProperties.map { value($0, row) }, type: index)
    }
    return graph
  }

  private static func value(_ property: Property, _ number: Int) -> Value {
    switch property.type {
    case .double: .double(Double(number) + 0.5)
    case .string: .string("t\(number)")
    case .data: .data([UInt8(truncatingIfNeeded: number)])
    default: .int(Int64(number))
    }
  }

  private static func constant(_ tokens: WrittenExpressions.Tokens) -> Value? {
    guard tokens.count == 1, let token = tokens.first?.token else { return nil }
    switch token {
    case .text(let text): return .string(text)
    case .number: return token.integer().map(Value.int)
    default: return nil
    }
  }
}
