import MigCheckModel
import MigCheckSQLite
import MigCheckText

extension DatabaseStore: NewerStore {
  func opened(by release: OlderRelease) throws -> OlderOpening {
    let other = try replacing(at: version) { _ in }
    do {
      let handed = try other.database.engine.hand(other.database, at: version, to: release)
      guard handed.isChanged else {
        other.discard()
        return OlderOpening(refusal: handed.refusal)
      }
      return OlderOpening(
        refusal: handed.refusal, store: other, changes: try reading { try changes(to: other) })
    } catch {
      other.discard()
      throw error
    }
  }

  /// What is different in another store of the version apart from the rows of the app.
  private func changes(to other: DatabaseStore) throws -> [String] {
    let (own, others) = (try Header(of: self), try Header(of: other))
    var changes = own.names.filter { !others.names.contains($0) }.map { "\($0) is missing" }
    changes += others.names.filter { !own.names.contains($0) }.map { "\($0) was added" }
    for (name, sql) in zip(own.names, own.definitions) {
      guard let place = others.names.firstIndex(where: { $0.isIdentical(to: name) }),
        !others.definitions[place].isIdentical(to: sql)
      else { continue }
      changes.append("\(name) has another definition")
    }
    for (pragma, value) in own.pragmas {
      guard let found = others.pragmas.first(where: { $0.0 == pragma })?.1, found != value else {
        continue
      }
      changes.append("\(pragma) was \(value) and is \(found)")
    }
    for (table, rows) in own.notes where others.notes.contains(where: { $0.0 == table }) {
      if others.notes.first(where: { $0.0 == table })?.1 != rows {
        changes.append("\(table) has other rows")
      }
    }
    return changes
  }
}

/// What a database says of itself.
private struct Header {
  /// Of all but the tables of SQLite itself, with their kinds.
  var names = [String]()
  /// Parallel to the names.
  var definitions = [String]()
  var pragmas = [(String, Int64)]()
  /// The rows of the tables in which the engine notes what was applied.
  var notes = [(String, [UInt8])]()

  init(of store: DatabaseStore) throws {
    let connection = store.database.connection
    let objects = try connection.rows(
      "SELECT type, name, sql FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        + "ORDER BY type, name")
    let own = store.database.engine.ownTables
    for object in objects {
      let (type, name) = (object[0].plainText, object[1].plainText)
      names.append("\(type) \(name)")
      definitions.append(object[2].plainText)
      if type == "table", own.contains(name.lowercasedASCII) {
        let rows = try connection.rows("SELECT * FROM main.\(name.quotedName)")
        notes.append((name, Array("\(rows)".utf8)))
      }
    }
    for pragma in ["user_version", "application_id"] {
      let value = try connection.rows("PRAGMA \(pragma)").first?.first?.plainInteger ?? 0
      pragmas.append((pragma, value))
    }
  }
}
