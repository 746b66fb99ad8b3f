import Foundation
import MigCheckModel
import MigCheckText

/// One database of a subject.
final class SQLStore: CrashingStore {
  /// Where databases are made.
  struct Place {
    var kind: StoreKind
    var directory: String

    func makeDatabase() throws -> Database {
      // The name only has to be new; no output depends on it.
      try Database(
        path: kind == .memory ? ":memory:" : "\(directory)/\(UUID().uuidString).sqlite")
    }
  }

  let subject: SQLSubject
  let place: Place
  let database: Database
  private(set) var version: UInt64

  init(subject: SQLSubject, place: Place, database: Database, version: UInt64) {
    self.subject = subject
    self.place = place
    self.database = database
    self.version = version
  }

  convenience init(
    subject: SQLSubject, place: Place, version: UInt64, graph: ObjectGraph
  ) throws {
    let database = try place.makeDatabase()
    try database.execute("BEGIN")
    for source in subject.sources where source.number <= version {
      for statement in source.statements { try database.execute(statement) }
    }
    for (index, type) in graph.schema.types.enumerated() {
      let names = type.storedProperties.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let marks = type.storedProperties.map { _ in "?" }.joined(separator: ", ")
      for row in 0..<graph.tables[index].count {
        let values = graph.values(of: ObjectReference(type: index, index: row))
        let cells = values.map { Self.cell($0, in: graph) }
        try database.run("INSERT INTO \"\(type.name)\" (\(names)) VALUES (\(marks))", cells)
      }
    }
    try database.execute("PRAGMA user_version = \(version); COMMIT")
    self.init(subject: subject, place: place, database: database, version: version)
  }

  /// A link is the primary key of its target.
  private static func cell(_ value: Value, in graph: ObjectGraph) -> Cell {
    guard case .link(let target) = value,
      let column = graph.schema.types[target.type].primaryKeyColumn
    else { return Cell(value) }
    return Cell(graph.tables[target.type].columns[column][target.index])
  }

  func copy() throws -> any CrashingStore {
    let copy = try place.makeDatabase()
    try database.copy(to: copy)
    return SQLStore(subject: subject, place: place, database: copy, version: version)
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    let trace = try run(to: version) { _ in }
    self.version = version
    return subject.hasEvidence ? trace.trace : .unknown
  }

  /// - Parameter after: called after each statement of the migration.
  func run(
    to version: UInt64, after: (_ statement: String) throws -> Void
  ) throws -> StatementTrace {
    var trace = StatementTrace(schema: try database.schema())
    if subject.isAtomic { try database.execute("BEGIN") }
    do {
      for statement in subject.statements(from: self.version, to: version) {
        try trace.add(try database.observe(statement), schema: database.schema)
        try after(statement)
      }
      try database.execute("PRAGMA user_version = \(version)")
      if subject.isAtomic { try database.execute("COMMIT") }
    } catch {
      if subject.isAtomic { try? database.execute("ROLLBACK") }
      throw error
    }
    return trace
  }

  func reopen() throws -> Bool {
    try database.reopen()
    version = try database.version
    return false
  }

  func schema() throws -> Schema { try database.schema() }

  func snapshot() throws -> Snapshot {
    let schema = try database.schema()
    var tables = [[[Cell]]]()
    var graph = ObjectGraph(schema: schema)
    for type in schema.types {
      let names = type.storedProperties.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let rows = try database.run("SELECT \(names) FROM \"\(type.name)\" ORDER BY rowid")
      tables.append(rows)
    }
    let places = tables.enumerated().map { index, rows in
      let column = schema.types[index].primaryKeyColumn ?? 0
      return Dictionary(rows.enumerated().map { ($1[column], $0) }) { first, _ in first }
    }
    var dangling = [Snapshot.DanglingLink]()
    for (index, type) in schema.types.enumerated() {
      for (row, cells) in tables[index].enumerated() {
        graph.append(
          zip(type.storedProperties, cells).map { property, cell in
            guard let target = property.objectType.flatMap(schema.index(of:)), cell != .null else {
              return cell.value
            }
            if let place = places[target][cell] {
              return .link(ObjectReference(type: target, index: place))
            }
            dangling.append(
              Snapshot.DanglingLink(
                type: type.name, key: Int64(row), property: property.name))
            return .null
          }, type: index)
      }
    }
    return Snapshot(version: version, graph: graph, danglingLinks: dangling)
  }

  func state() throws -> any StoreState {
    let tables = try database.run(
      "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    let rows = try database.schema().types.map { type in
      try database.run("SELECT rowid, * FROM \"\(type.name)\" ORDER BY rowid")
    }
    return State(version: version, tables: tables, rows: rows)
  }

  func discard() { database.close() }

  /// Everything that a statement can read.
  private struct State: StoreState, Equatable {
    let version: UInt64
    let tables: [[Cell]]
    let rows: [[[Cell]]]

    var fingerprint: UInt64 { UInt64(rows.reduce(0) { $0 + $1.count }) }

    func isIdentical(to other: any StoreState) -> Bool { (other as? State) == self }
  }
}

extension ObjectType {
  fileprivate var primaryKeyColumn: Int? { primaryKey.flatMap(storedIndex(of:)) }
}
