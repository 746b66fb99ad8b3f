import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// The versions of a folder as empty databases: what each one looks like, and a copy to begin with.
package final class DatabaseVersions: Sendable {
  package struct Entry: Sendable {
    package var migration: Migration
    /// Lower-case names of views that cannot be read, and of triggers that fail.
    let broken: Set<String>
    /// What the header of the file says of the version.
    let userVersion: Int64
    package let database: DatabaseSchema
    package let schema: Schema
    let template: DatabaseTemplate
    /// Parallel to the types of the schema.
    let plans: [TablePlan]
    /// References that only a later version declares.
    let laterReferences: [LaterReference]
    /// Keys that later scripts give to rows of their own.
    let reserved: ReservedKeys
    /// Positions of the types: those first that others refer to, and that triggers write.
    let insertionOrder: [Int]
  }

  package let entries: [Entry]
  let mapping: SchemaMapping
  let engine: any DatabaseEngine
  private let conditional: [UInt64: [ConditionalStatement]]

  /// Runs all scripts on a database without rows.
  ///
  /// - Parameter mixed: see `SchemaMapping`.
  /// - Throws: `InputError` for a statement that fails even there.
  init(
    _ migrations: [Migration], engine: any DatabaseEngine, mixed: Set<[String]> = []
  ) throws {
    self.engine = engine
    let database = try ScratchDatabase(engine: engine)
    var found = [(Migration, DatabaseSchema, DatabaseTemplate)]()
    var broken = [Set<String>]()
    var copies = [[CopiedReference]]()
    for (place, migration) in migrations.enumerated() {
      var migration = migration
      copies.append([])
      do {
        migration.statements = try engine.upgrade(
          database, by: migration, recording: Self.userVersion(place, of: migrations)
        ) { position, run in
          // Of code nobody knows the statements beforehand.
          if migration.statements.indices.contains(position) {
            Self.note(migration.statements[position], in: database.connection, &copies)
          }
          try run()
        }
      } catch let failure as MigrationRunner.Failure {
        throw Self.inputError(failure, migration)
      } catch is Cancelled {
        throw InputError(
          file: migration.name,
          problem: "the time limit passed while this script was tried on a database without rows "
            + "(limit time)", remedy: "give --time-limit more seconds")
      } catch let error as UpgradeError {
        throw InputError(
          file: migration.name, problem: error.message,
          remedy: "it fails on a database without rows")
      }
      Self.forgetChangingArguments(of: &migration, engine, found.last?.2)
      found.append(
        (
          migration,
          try DatabaseSchema(
            of: database.connection, without: engine.ownTables, texts: engine.textTables,
            previous: found.last?.1),
          DatabaseTemplate(try database.copy(to: ":memory:"))
        ))
      broken.append(StructureFaults.broken(in: found[place].1, database.connection))
    }
    let laterReferences = LaterReference.all(found.map(\.1), copies: copies)
    let scripts = found.flatMap(\.0.statements)
    let mapping = SchemaMapping(found.map(\.1), mixed: mixed)
    self.mapping = mapping
    conditional = Dictionary(
      found.dropFirst().map { migration, _, _ in
        (
          migration.number,
          ConditionalStatement.all(in: migration, besides: engine.ownTables)
        )
      }
    ) { first, _ in first }
    let compared = ComparedLiterals(scripts.map(\.bound.tokens))
    var makers = TablePlans(
      named: ColumnRole.Names(in: scripts.map(\.tokens)), compared: compared,
      uniqueKeys: UniqueKeys(found.map(\.1)),
      enforcesForeignKeys: engine.enforcesForeignKeys)
    let constants = found.enumerated().map { place, item in
      item.0.statements.flatMap { statement in
        InsertedConstants.all(in: statement) { name in
          found[max(place - 1, 0)].1.table(named: name)?.storedColumns.map(\.name) ?? []
        }
      }
    }
    var defaults = [[String]: Value?]()
    entries = found.enumerated().map { place, item in
      let (migration, schema, template) = item
      let plans = makers.plans(of: schema, laterReferences[place])
      return Entry(
        migration: migration, broken: broken[place],
        userVersion: Self.userVersion(place, of: migrations),
        database: schema,
        schema: mapping.schema(schema) { column in
          let key = [column.declaredType, column.defaultValue ?? ""]
          if let value = defaults[key] { return value }
          let value = SchemaMapping.defaultValue(of: column, in: database.connection)
          defaults[key] = .some(value)
          return value
        },
        template: template, plans: plans, laterReferences: laterReferences[place],
        reserved: ReservedKeys(constants[(place + 1)...].flatMap(\.self), for: plans),
        insertionOrder: Self.order(plans, schema))
    }
    database.close()
  }

  /// - Parameter copies: what scripts copy into foreign keys; those of the current one are the last.
  private static func note(
    _ statement: SQLStatement, in connection: SQLiteConnection, _ copies: inout [[CopiedReference]]
  ) {
    let shape = StatementShape(statement)
    switch shape {
    case .insert:
      copies[copies.count - 1] += CopiedReference.all(in: statement, in: connection)
    case .renameTable, .renameColumn:
      for place in copies.indices {
        for number in copies[place].indices { copies[place][number].note(shape) }
      }
    default: break
    }
  }

  /// Arguments such as the time of day would give other rows in each run.
  private static func forgetChangingArguments(
    of migration: inout Migration, _ engine: any DatabaseEngine, _ before: DatabaseTemplate?
  ) {
    guard migration.statements.contains(where: { $0.boundText != nil }) else { return }
    let database = try? before?.copy(to: ":memory:") ?? ScratchDatabase(engine: engine)
    defer { database?.close() }
    let again = try? database.map {
      try engine.upgrade($0, by: migration, recording: 0) { try $1() }
    }
    for place in migration.statements.indices {
      let isKnown = again?.contains { other in
        other.isSame(as: migration.statements[place])
          && other.bound.text.isIdentical(to: migration.statements[place].bound.text)
      }
      if !(isKnown ?? false) { migration.statements[place].forgetArguments() }
    }
  }

  /// What the header of a file says of a version: its number, where there is room for it.
  private static func userVersion(_ place: Int, of migrations: [Migration]) -> Int64 {
    migrations.allSatisfy { $0.number < 1 << 31 }
      ? Int64(migrations[place].number) : Int64(place) + 1
  }

  /// The statements of a version that concern some rows only.
  func conditionalStatements(_ version: UInt64) -> [ConditionalStatement] {
    conditional[version] ?? []
  }

  func entry(_ version: UInt64) -> Entry? { entries.first { $0.migration.number == version } }

  /// - Parameter message: of an error that lacks a definition.
  private static func remedy(forMissing message: String) -> String {
    let library = "SQLite \(SQLiteLibrary.version), which runs the scripts here, has none"
    guard message.hasPrefix("no such function: ") else {
      return "\(library); an app that defines it itself needs a subject in Swift"
    }
    let name = message.dropFirst("no such function: ".count)
    return
      "\(library); if the app defines it, say what it does with --define-function '\(name)(x) = …', "
      + "or verify the app's own code in Swift"
  }

  private static func inputError(
    _ failure: MigrationRunner.Failure, _ migration: Migration
  ) -> InputError {
    // A refusal is a sentence of its own.
    let message =
      failure.error.isRefusal && failure.error.message.hasSuffix(".")
      ? String(failure.error.message.dropLast()) : failure.error.message
    if let text = failure.statement?.text, text.hasPrefix(".") {
      let word = text.prefix { !$0.isWhitespace }
      return InputError(
        file: failure.statement?.file ?? migration.name, line: failure.statement?.line,
        problem: "\(word) is a command of the shell sqlite3, and not SQL",
        remedy: "leave it out, or write what it does in SQL")
    }
    let remedy =
      if failure.error.lacksDefinition {
        remedy(forMissing: message)
      } else if message.hasPrefix("no such table") {
        "if it was made outside the folder, name its schema with --base"
      } else if failure.error.isRefusal {
        "the statement is: \(failure.statement?.summary ?? "COMMIT")"
      } else {
        "the statement fails on a database without rows: \(failure.statement?.summary ?? "COMMIT")"
      }
    return InputError(
      file: failure.statement?.file ?? migration.name, line: failure.statement?.line,
      problem: message, remedy: remedy)
  }

  /// Tables before those that refer to them; tables that triggers write before all others, since
  /// their rows would else be there already.
  private static func order(_ plans: [TablePlan], _ schema: DatabaseSchema) -> [Int] {
    var order = [Int]()
    var visiting = Set<Int>()
    let positions = Dictionary(
      plans.enumerated().map { ($1.table.name.lowercasedASCII, $0) }
    ) { first, _ in first }
    func visit(_ index: Int) {
      guard visiting.insert(index).inserted else { return }
      for reference in plans[index].references {
        if let target = positions[reference.target] { visit(target) }
      }
      order.append(index)
    }
    let triggers = schema.triggers.map { (table: $0.table, tokens: SQLToken.tokens(of: $0.sql)) }
    let written = plans.indices.filter { index in
      let name = plans[index].table.name
      return triggers.contains { trigger in
        !trigger.table.isSameName(as: name)
          && zip(trigger.tokens, trigger.tokens.dropFirst()).contains { first, second in
            first.isWord("into") && second.name.map(name.isSameName) ?? false
          }
      }
    }
    for index in written { visit(index) }
    for index in plans.indices { visit(index) }
    return order
  }
}

/// A database that is copied, and never changed.
final class DatabaseTemplate: @unchecked Sendable {
  // The connection is used by one thread at a time, which the lock sees to.
  private let lock = Locked(())
  private let database: ScratchDatabase

  init(_ database: ScratchDatabase) {
    self.database = database
  }

  /// An independent copy.
  func copy(to path: String) throws -> ScratchDatabase {
    try lock.withLock { _ in try database.copy(to: path) }
  }
}
