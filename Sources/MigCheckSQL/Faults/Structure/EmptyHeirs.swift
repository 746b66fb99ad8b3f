import MigCheckModel
import MigCheckText

/// Tables that a script drops while it makes one with the same columns and references under another
/// name, which stays empty: a rename is written as if nothing had been there.
struct EmptyHeirs {
  static let code = "emptyHeir"

  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var fault: HopFault? {
    let made = after.tables.filter { isMadeEmpty($0.name) }
    let pairs = before.tables.filter { isGivenUp($0.name) }.compactMap { old in
      heir(of: old, among: made).map { (old: old, new: $0) }
    }
    // Which table takes the place of which is no guess only where one does.
    let certain = pairs.filter { pair in pairs.count { $0.new.name == pair.new.name } == 1 }
    guard let first = certain.first, let drop = drop(of: first.old.name) else { return nil }
    let others = certain.dropFirst().map { "\($0.old.name) and \($0.new.name)" }
    return HopFault(
      Self.code, type: mapping.typeName(first.old.name), isError: false,
      message:
        "\(first.old.name) is dropped, and \(first.new.name), which this script makes with the same "
        + "columns, stays empty: no statement takes the rows along. If they are to go, nothing is to "
        + "be done." + (others.isEmpty ? "" : " The same holds for \(Self.list(others))."),
      place: migration.statements[drop].source)
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(4).joined(separator: ", ")
      + (names.count > 4 ? " and \(names.count - 4) more" : "")
  }

  /// Whether a table is made by the script, and nothing is put there.
  private func isMadeEmpty(_ name: String) -> Bool {
    guard let history = trace.tables[name.lowercasedASCII] else { return false }
    return history.origin == nil && history.insertions.isEmpty
      && history.columns.allSatisfy { $0.source == .unset }
  }

  /// Whether a table is dropped by the script, which does not look at its rows before.
  private func isGivenUp(_ name: String) -> Bool {
    let own = name.lowercasedASCII
    let isRead =
      (Array(trace.tables.values) + trace.dropped.filter { $0.origin == nil }).contains {
        $0.holds(own)
      } || trace.used.contains { $0.table.isSameName(as: own) }
    return after.table(named: name) == nil && drop(of: name) != nil && !isRead
  }

  /// The place of the statement that drops a table.
  private func drop(of name: String) -> Int? {
    trace.dropsHistory(of: name.lowercasedASCII)?.dropped
  }

  private func heir(
    of old: DatabaseSchema.Table, among made: [DatabaseSchema.Table]
  ) -> DatabaseSchema.Table? {
    let alike = made.filter { Self.shape(of: $0) == Self.shape(of: old) }
    guard alike.count == 1 else { return nil }
    // Few columns may be alike by chance; an index of the same name over them is not.
    let sharesIndex = old.indexes.contains { own in
      own.origin == .statement && alike[0].indexes.contains { $0.name.isSameName(as: own.name) }
    }
    return old.storedColumns.count >= 3 || sharesIndex ? alike[0] : nil
  }

  /// What tables must have in common to be the same one under two names.
  private static func shape(of table: DatabaseSchema.Table) -> [String] {
    let columns = table.storedColumns.map {
      "\($0.name.lowercasedASCII) \(ColumnAffinity(declaredType: $0.declaredType))"
    }
    let references = table.foreignKeys.map {
      "\($0.columns.joined(separator: ",")) to \($0.target)".lowercasedASCII
    }
    return columns.sorted() + references.sorted()
  }
}
