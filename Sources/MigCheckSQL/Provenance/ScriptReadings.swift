import MigCheckModel
import MigCheckText

/// What is read from the statements of a script for all hops over it, found out once.
final class ScriptReadings: Sendable {
  /// By the position of the script's version.
  private let known = Locked([Int: ScriptReading]())
  private let used = Locked([Span: [PropertyPath]]())

  private struct Span: Hashable {
    var first: Int
    var last: Int
  }

  func reading(_ place: Int, _ make: () -> ScriptReading) -> ScriptReading {
    if let reading = known.withLock({ $0[place] }) { return reading }
    let reading = make()
    known.withLock { $0[place] = reading }
    return reading
  }

  /// The properties of a version whose values the script of a later one uses: all hops between the two and
  /// beyond have that in common.
  func used(at place: Int, from old: Int, _ make: () -> [PropertyPath]) -> [PropertyPath] {
    let span = Span(first: old, last: place)
    if let paths = used.withLock({ $0[span] }) { return paths }
    let paths = make()
    used.withLock { $0[span] = paths }
    return paths
  }
}

/// What the statements of one script say beside what they do to columns.
final class ScriptReading: Sendable {
  /// An `INSERT OR REPLACE` of the rows of a query, with the columns that it names.
  struct Replacement: Sendable {
    /// In lower case.
    var table: String
    var columns: [String]
    /// The tables that its query reads.
    var sources: QueriedTables
  }

  let replacements: [Replacement]
  /// Columns that get other names, by those before; tables as the statements call them, in lower case.
  let renamed: [(table: String, column: String)]
  /// The tables whose copies leave rows out which they cannot hold, and say so; in lower case.
  let narrowed: Set<String>
  /// What goes with what the script deletes, for a connection that enforces foreign keys as it begins.
  private let enforced: CascadeSearch
  private let staysEnforced: Bool
  /// Likewise for one that does not.
  private let free: CascadeSearch
  private let becomesEnforced: Bool

  /// - Parameter before: what was there before the script.
  init(_ entry: DatabaseVersions.Entry, _ trace: ScriptTrace, before: DatabaseSchema) {
    let migration = entry.migration
    let copies = NarrowedCopy(entry: entry, before: before)
    narrowed = Set(trace.tables.filter { copies.isMeant($0.value, as: $0.key) }.keys)
    replacements = migration.statements.compactMap { statement in
      guard let first = statement.tokens.first, first.isWord("insert") || first.isWord("replace"),
        case .insert(let insertion) = StatementShape(statement), insertion.replaces,
        let query = insertion.query, let columns = insertion.columns
      else { return nil }
      return Replacement(
        table: insertion.table.lowercasedASCII, columns: columns,
        sources: QueriedTables(SQLToken.tokens(of: query)))
    }
    renamed = migration.statements.compactMap { statement in
      guard statement.tokens.first?.isWord("alter") ?? false,
        case .renameColumn(let table, let column, _) = StatementShape(statement)
      else { return nil }
      return (table.lowercasedASCII, column.lowercasedASCII)
    }
    func search(_ isOn: inout Bool) -> CascadeSearch {
      CascadeSearch(
        statements: migration.statements, trace: trace, before: before,
        enforcement: ForeignKeyEnforcement.all(in: migration, isOn: &isOn))
    }
    var (isOn, isOff) = (true, false)
    enforced = search(&isOn)
    free = search(&isOff)
    (staysEnforced, becomesEnforced) = (isOn, isOff)
  }

  /// - Parameter isEnforced: whether foreign keys are, as the script begins; as it leaves them
  ///   afterwards.
  func cascades(isEnforced: inout Bool) -> CascadeSearch {
    let search = isEnforced ? enforced : free
    isEnforced = isEnforced ? staysEnforced : becomesEnforced
    return search
  }
}
