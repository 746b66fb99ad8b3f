import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Runs one script on an empty database and follows what becomes of each table and column.
///
/// Two sources are used. SQLite itself says which column of which table a query returns as it is,
/// through views and common tables; and its authorizer says which columns a statement updates, those
/// of triggers too. Rows are not needed.
struct ScriptTracer {
  private var histories: [TableHistory] = []
  /// By the lower-case name that tables have now.
  private var current: [String: Int] = [:]
  private var made: [(name: String, number: Int)] = []
  private var crossings: [(place: Int, crossing: ColumnCrossing)] = []
  private var firings: [TriggerFiring] = []
  private var used: [UsedColumn] = []
  private var quotedTexts: [QuotedText] = []
  private var effects: [(statement: Int, table: Int, columns: [String], removesRows: Bool)] = []

  /// - Parameters:
  ///   - before: what the database says of itself before the script.
  ///   - database: an empty one of the version before, which is used up.
  ///   - toleratesConstraints: whether statements may fail for the values that they insert.
  /// - Throws: `MigrationRunner.Failure`.
  static func trace(
    _ migration: Migration, before: DatabaseSchema, on database: ScratchDatabase,
    toleratesConstraints: Bool = false
  ) throws -> ScriptTrace {
    var tracer = ScriptTracer(before)
    var position = 0
    try MigrationRunner(database: database).run(migration) { statement, run in
      try tracer.follow(statement, at: position, on: database) {
        do {
          try run()
        } catch let error as SQLiteError where toleratesConstraints && error.primaryCode == 19 {
          // What the statement does was said when it was compiled.
        }
      }
      position += 1
    }
    return tracer.trace
  }

  private init(_ schema: DatabaseSchema) {
    for table in schema.tables {
      let name = table.name.lowercasedASCII
      current[name] = histories.count
      histories.append(
        TableHistory(
          number: histories.count, origin: name,
          columns: table.columns.map {
            let column = $0.name.lowercasedASCII
            return (column, .copied(table: name, column: column))
          }))
    }
  }

  private var trace: ScriptTrace {
    var result = ScriptTrace()
    var names = [Int: String]()
    for (name, place) in current {
      result.tables[name] = followed(histories[place], as: name)
      names[place] = name
    }
    result.made = made
    result.firings = firings
    result.quotedTexts = quotedTexts
    // What went into a table that did not stay, and was not made anew, is nowhere.
    let traced = result
    result.used = used.filter { use in
      guard let goal = use.goal.map({ histories[$0] }), goal.dropped != nil else { return true }
      return goal.origin.flatMap(traced.successor) != nil
    }
    result.crossings = crossings.compactMap { place, crossing in
      var crossing = crossing
      crossing.table = names[place] ?? ""
      return crossing.table.isEmpty ? nil : crossing
    }
    result.dropped = histories.filter { $0.dropped != nil }
    result.steps = effects.map { effect in
      StatementEffect(
        statement: effect.statement,
        table: names[effect.table] ?? histories[effect.table].origin ?? "",
        columns: effect.columns, removesRows: effect.removesRows)
    }
    result.noteAffected()
    return result
  }

  /// The history of a table as that of the rows which it takes over from the one whose name it has in
  /// the end, although it gets rows from elsewhere as well.
  private func followed(_ history: TableHistory, as name: String) -> TableHistory {
    let isGone = histories.contains { $0.origin == name && $0.dropped != nil }
    guard history.origin == nil, isGone else { return history }
    return history.ofRows(from: name) ?? history
  }

  // MARK: Statements

  private mutating func follow(
    _ statement: SQLStatement, at position: Int, on database: ScratchDatabase,
    _ run: () throws -> Void
  ) throws {
    let shape = StatementShape(statement)
    let connection = database.connection
    // Asked before the statement runs: a table may be gone afterwards.
    let origins = queryOrigins(of: shape, in: connection)
    quotedTexts += QuotedText.all(in: statement, at: position, connection)
    let actions = try database.observing(run)
    noteUses(actions, of: statement, shape)
    switch shape {
    case .insert(let insertion):
      let nulls = WrittenExpressions(statement) { Self.storedColumns(of: $0, in: connection) }?
        .items.filter { $0.tokens.count == 1 && $0.tokens.first?.token.isWord("null") ?? false }
      note(
        insertion, origins: origins, nulls: nulls?.map(\.column) ?? [], at: position,
        in: connection)
      noteActions(actions, at: position)
    case .delete(let table, let hasCondition):
      noteActions(actions, at: position)
      if let place = current[table.lowercasedASCII] {
        histories[place].deletions.append((position, hasCondition))
        effects.append((position, place, [], true))
      }
    case .createTable(let name, let query):
      create(name.lowercasedASCII, hasQuery: query != nil, origins, at: position, in: connection)
    case .dropTable(let name):
      guard let place = current.removeValue(forKey: name.lowercasedASCII) else { break }
      histories[place].dropped = position
      effects.append((position, place, [], true))
    case .renameTable(let from, let to):
      guard let place = current.removeValue(forKey: from.lowercasedASCII) else { break }
      current[to.lowercasedASCII] = place
      effects.append((position, place, [], false))
    case .renameColumn(let table, let from, let to):
      guard let place = current[table.lowercasedASCII] else { break }
      histories[place].rename(from, to: to.lowercasedASCII)
      effects.append((position, place, [to.lowercasedASCII], false))
    case .alterTable(let name):
      guard let place = current[name.lowercasedASCII] else { break }
      let columns = refresh(place, named: name, in: connection)
      effects.append((position, place, columns, false))
    case .update(let table):
      noteActions(actions, at: position)
      if statement.isReplacingUpdate, let place = current[table.lowercasedASCII] {
        histories[place].deletions.append((position, true))
      }
    case .dropObject, .other:
      noteActions(actions, at: position)
      if let table = VirtualTable(statement.tokens)?.name.lowercasedASCII,
        database.engine.textTables.contains(table)
      {
        create(table, hasQuery: false, nil, at: position, in: connection)
      }
    }
  }

  /// Columns that were added or removed.
  private mutating func refresh(
    _ place: Int, named name: String, in connection: SQLiteConnection
  ) -> [String] {
    let names = Self.columns(of: name, in: connection)
    let old = histories[place].columns
    histories[place].keepColumns(names)
    return names.filter { name in !old.contains { $0.name == name } }
      + old.map(\.name).filter { !names.contains($0) }
  }

  private static func columns(of table: String, in connection: SQLiteConnection) -> [String] {
    let rows = try? connection.rows(
      "SELECT name FROM pragma_table_xinfo(\(table.quotedText)) WHERE hidden <> 1")
    return (rows ?? []).map { $0[0].plainText.lowercasedASCII }
  }

  private mutating func create(
    _ name: String, hasQuery: Bool, _ origins: [SQLiteColumnOrigin?]?, at position: Int,
    in connection: SQLiteConnection
  ) {
    // `IF NOT EXISTS` may find that there is nothing to do.
    guard current[name] == nil else { return }
    var sources = [ColumnSource]()
    if hasQuery {
      sources = (origins ?? []).map { source(of: $0, at: position) }
    }
    let columns = Self.columns(of: name, in: connection).enumerated().map { place, column in
      (
        name: column,
        source: hasQuery
          ? (sources.indices.contains(place) ? sources[place] : .written(statement: position))
          : ColumnSource.unset
      )
    }
    current[name] = histories.count
    effects.append((position, histories.count, columns.map(\.name), false))
    histories.append(
      TableHistory(
        number: histories.count, columns: columns, insertions: hasQuery ? [position] : []))
    made.append((name, histories.count - 1))
  }

  // MARK: Copies

  /// Where the columns of a query come from; `nil`: there is no query, or it cannot be asked.
  private func queryOrigins(
    of shape: StatementShape, in connection: SQLiteConnection
  ) -> [SQLiteColumnOrigin?]? {
    switch shape {
    case .insert(let insertion): insertion.query.flatMap { connection.columnOrigins(of: $0) }
    case .createTable(_, let query): query.flatMap { connection.columnOrigins(of: $0) }
    default: nil
    }
  }

  private func source(of origin: SQLiteColumnOrigin?, at position: Int) -> ColumnSource {
    guard let origin, let place = current[origin.table.lowercasedASCII],
      let source = histories[place][origin.column]
    else { return .written(statement: position) }
    switch source {
    case .copied, .written: return source
    case .added, .unset: return .written(statement: position)
    }
  }

  /// - Parameter nulls: the columns for which the query gives NULL itself.
  private mutating func note(
    _ insertion: StatementShape.Insertion, origins: [SQLiteColumnOrigin?]?, nulls: [String],
    at position: Int, in connection: SQLiteConnection
  ) {
    guard let place = current[insertion.table.lowercasedASCII] else { return }
    let own = histories[place].columns.map(\.name)
    effects.append((position, place, own, true))
    let isFirst = histories[place].insertions.isEmpty
    histories[place].insertions.append(position)
    guard histories[place].origin == nil else {
      if insertion.replaces {
        for column in insertion.columns ?? own {
          histories[place].set(column, .written(statement: position))
        }
      }
      noteReturn(of: insertion, origins, to: place, at: position, in: connection)
      return
    }
    let stored = Self.storedColumns(of: insertion.table, in: connection)
    let named = (insertion.columns ?? stored).map(\.lowercasedASCII)
    guard insertion.query != nil else {
      // Rows that the author brings along beside those that were copied.
      if isFirst {
        for column in named { histories[place].set(column, .written(statement: position)) }
      }
      histories[place].isMixed = true
      return
    }
    // SQLite counts a key up that is NULL, as it does one that is not named.
    let counted = Self.rowIDAlias(of: insertion.table, in: connection)
    func isCountedUp(_ column: String) -> Bool {
      column == counted && nulls.contains(where: column.isSameName)
    }
    if let origins {
      let sources = origins.prefix(named.count).map { source(of: $0, at: position) }
      crossings += ColumnCrossing.all(in: sources, going: named, at: position).map { (place, $0) }
      let filled = zip(named, sources).filter { !isCountedUp($0.0) }
      histories[place].noteCopy(filled.map { ($0, $1) }, at: position)
    }
    for (number, column) in named.enumerated() where !isCountedUp(column) {
      let new =
        origins.map { number < $0.count ? source(of: $0[number], at: position) : .unset }
        ?? .written(statement: position)
      if isFirst || histories[place][column] == .unset {
        histories[place].fill(column, new)
      } else if histories[place][column] != new {
        histories[place].fill(column, .written(statement: position))
      }
    }
    if !isFirst { histories[place].isMixed = true }
  }

  /// Takes note of what a query writes as deleted rows come back from another table. What it takes from
  /// there as it was is what they had.
  private mutating func noteReturn(
    of insertion: StatementShape.Insertion, _ origins: [SQLiteColumnOrigin?]?, to place: Int,
    at position: Int, in connection: SQLiteConnection
  ) {
    guard !histories[place].deletions.isEmpty, let origins else { return }
    let named = insertion.columns ?? Self.storedColumns(of: insertion.table, in: connection)
    for (column, origin) in zip(named, origins) {
      if case .written = source(of: origin, at: position) {
        histories[place].set(column, .written(statement: position))
      }
    }
  }

  /// The column, in lower case, that is another name of the row id; `nil`: there is none.
  private static func rowIDAlias(of table: String, in connection: SQLiteConnection) -> String? {
    let keys =
      (try? connection.rows(
        "SELECT lower(name), lower(type) FROM pragma_table_xinfo(\(table.quotedText)) WHERE pk > 0"))
      ?? []
    guard keys.count == 1, keys[0][1].plainText == "integer" else { return nil }
    return keys[0][0].plainText
  }

  private static func storedColumns(
    of table: String, in connection: SQLiteConnection
  ) -> [String] {
    let rows = try? connection.rows(
      "SELECT name FROM pragma_table_xinfo(\(table.quotedText)) WHERE hidden = 0")
    return (rows ?? []).map { $0[0].plainText }
  }

  // MARK: What SQLite says

  /// Columns from whose values a statement makes those of other ones.
  private mutating func noteUses(
    _ actions: [SQLiteRequest], of statement: SQLStatement, _ shape: StatementShape
  ) {
    let target: String
    switch shape {
    case .other where statement.isQuery: return noteReading(actions)
    case .update(let table): target = table
    case .insert(let insertion) where insertion.query != nil: target = insertion.table
    default: return
    }
    guard let goal = current[target.lowercasedASCII] else { return }
    let words = statement.tokensBeforeCondition
    let condition = statement.tokens[words.endIndex...]
    for request in actions where request.trigger == nil {
      guard case .read(let table, let column) = request.action,
        let place = current[table.lowercasedASCII],
        case .copied(let origin, let name)? = histories[place][column],
        words.contains(where: { $0.name.map(column.isSameName) ?? false })
          || Self.isTranslated(column, by: condition),
        Self.writesOther(than: column, of: table, actions)
      else { continue }
      let own = UsedColumn(table: origin, column: name, goal: goal)
      if !used.contains(own) { used.append(own) }
    }
  }

  /// Whether a condition asks which of several values a column has, so that what is written stands for it:
  /// `SET paid = amount WHERE state = 'PAID'`. Whoever asks whether there is any value takes none along.
  private static func isTranslated(_ column: String, by condition: ArraySlice<SQLToken>) -> Bool {
    condition.indices.dropLast(2).contains { place in
      guard condition[place].name?.isSameName(as: column) ?? false else { return false }
      var literal = place + 2
      if condition[place + 1].isWord("in"), condition[place + 2].isSymbol("(") {
        literal += 1
      } else if !condition[place + 1].isSymbol("="), !condition[place + 1].isSymbol("==") {
        return false
      }
      guard literal < condition.endIndex else { return false }
      return switch condition[literal] {
      case .text(let text): !text.isEmpty
      case .number: true
      default: false
      }
    }
  }

  /// What a query of code reads.
  private mutating func noteReading(_ actions: [SQLiteRequest]) {
    for request in actions {
      guard case .read(let table, let column) = request.action,
        let place = current[table.lowercasedASCII],
        case .copied(let origin, let name)? = histories[place][column]
      else { continue }
      let own = UsedColumn(table: origin, column: name, goal: nil)
      if !used.contains(own) { used.append(own) }
    }
  }

  private static func writesOther(
    than column: String, of table: String, _ actions: [SQLiteRequest]
  ) -> Bool {
    actions.contains { request in
      switch request.action {
      case .insert: true
      case .update(let other, let written):
        !(other.isSameName(as: table) && written.isSameName(as: column))
      default: false
      }
    }
  }

  private mutating func note(firing request: SQLiteRequest, at position: Int) {
    guard let trigger = request.trigger else { return }
    let firing: TriggerFiring
    switch request.action {
    case .update(let table, let column) where !column.isEmpty:
      firing = TriggerFiring(statement: position, trigger: trigger, table: table, column: column)
    case .delete(let table):
      firing = TriggerFiring(statement: position, trigger: trigger, table: table, column: nil)
    default: return
    }
    if current[firing.table.lowercasedASCII] != nil, !firings.contains(firing) {
      firings.append(firing)
    }
  }

  private mutating func noteActions(_ actions: [SQLiteRequest], at position: Int) {
    var updated = [Int: [String]]()
    for request in actions {
      note(firing: request, at: position)
      switch request.action {
      case .update(let table, let column):
        guard let place = current[table.lowercasedASCII], !column.isEmpty else { continue }
        histories[place].set(column, .written(statement: position))
        updated[place, default: []].append(column.lowercasedASCII)
      case .delete(let table) where request.trigger != nil:
        guard let place = current[table.lowercasedASCII] else { continue }
        histories[place].deletions.append((position, true))
      case .insert(let table) where request.trigger != nil:
        guard let place = current[table.lowercasedASCII] else { continue }
        histories[place].insertions.append(position)
        histories[place].isMixed = true
      default: continue
      }
    }
    for place in updated.keys.sorted() {
      effects.append((position, place, updated[place] ?? [], false))
    }
  }
}
