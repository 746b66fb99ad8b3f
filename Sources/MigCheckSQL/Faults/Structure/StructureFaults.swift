import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What a script breaks or loses beside rows: triggers, indexes, keys, foreign keys, defaults, views.
///
/// A table that is rebuilt loses all that hangs on it unless the script makes it anew. What an author
/// drops by name is meant.
struct StructureFaults {
  let migration: Migration
  let before: DatabaseSchema
  let after: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping
  /// A database after the script.
  let connection: SQLiteConnection
  let enforcesForeignKeys: Bool
  /// Lower-case names of views that could not be read, and of triggers that failed, before the script.
  let broken: Set<String>
  /// What databases of later versions look like.
  let later: [DatabaseSchema]
  /// Whether the statements are known; if not, none shows what an author drops by name.
  var seesStatements = true

  static let viewBroken = "viewBroken"

  static func broken(
    in schema: DatabaseSchema, _ connection: SQLiteConnection
  ) -> Set<String> {
    let views = schema.views.filter { error(of: $0, in: connection) != nil }.map(\.name)
    let triggers = BrokenTriggers.errors(of: schema, in: connection).map(\.trigger.name)
    return Set((views + triggers).map(\.lowercasedASCII))
  }

  /// Lower-case names that the script drops by a statement of their own.
  private var namedDrops: [String] {
    migration.statements.compactMap { statement in
      if case .dropObject(let name) = StatementShape(statement) {
        name.lowercasedASCII
      } else {
        nil
      }
    }
  }

  var faults: [HopFault] {
    let named = namedDrops
    guard seesStatements else {
      // What can be dropped by name may have been.
      let droppable = (lostTriggers(named) + lostUniqueIndexes(named)).map { fault in
        var fault = fault
        fault.isError = false
        return fault
      }
      return droppable + lostPrimaryKeys + brokenReferences + newlyBrokenViews
        + newlyBrokenTriggers + [minorLosses(named)].compactMap(\.self)
    }
    return lostTriggers(named) + lostUniqueIndexes(named) + lostPrimaryKeys + brokenReferences
      + newlyBrokenViews + newlyBrokenTriggers
      + replacedTables + [minorLosses(named), resetSequences].compactMap(\.self)
  }

  // MARK: Tables that live on

  /// A table before the script and after it.
  private struct Pair {
    var old: DatabaseSchema.Table
    var new: DatabaseSchema.Table
    /// By the lower-case name of an old column: that of the column with its values.
    var columns: [String: String]
    var isRebuilt: Bool
    /// The statement that ended the old table.
    var drop: SQLStatement?
  }

  private var pairs: [Pair] {
    before.tables.compactMap { old in
      let name = old.name.lowercasedASCII
      guard let successor = trace.successor(of: name), let new = after.table(named: successor),
        let history = trace.tables[successor]
      else { return nil }
      var columns = [String: String]()
      for column in history.columns {
        if case .copied(name, let source) = column.source {
          if columns[source] == nil || column.name == source { columns[source] = column.name }
        } else if old.column(named: column.name) != nil, columns[column.name] == nil {
          columns[column.name] = column.name
        }
      }
      let drop = trace.dropsHistory(of: name)?.dropped
      return Pair(
        old: old, new: new, columns: columns, isRebuilt: history.origin == nil,
        drop: drop.map { migration.statements[$0] })
    }
  }

  // MARK: Errors

  private func lostTriggers(_ named: [String]) -> [HopFault] {
    let lost = before.triggers.filter { trigger in
      guard let pair = pairs.first(where: { $0.old.name.isSameName(as: trigger.table) }),
        pair.isRebuilt, !named.contains(trigger.name.lowercasedASCII),
        !after.triggers.contains(where: { $0.name.isSameName(as: trigger.name) })
      else { return false }
      // One that does the same under another name is no loss.
      let body = Self.body(trigger.sql)
      return !after.triggers.contains { Self.body($0.sql) == body }
    }
    return pairs.compactMap { pair in
      let own = lost.filter { $0.table.isSameName(as: pair.old.name) }.map { Name($0.name) }
      return LostParts(.trigger, own, of: pair.old.name)?.fault(
        type: mapping.typeName(pair.new.name), place: pair.drop?.source)
    }
  }

  static func body(_ sql: String) -> [String] {
    let tokens = SQLToken.tokens(of: sql)
    let start = tokens.firstIndex { $0.isWord("begin") } ?? tokens.startIndex
    return tokens[start...].map { "\($0)" }
  }

  private func lostUniqueIndexes(_ named: [String]) -> [HopFault] {
    let lost = lostIndexes(named).filter(\.index.isUnique)
    return pairs.compactMap { pair in
      let own = lost.filter { $0.pair.new.name.isSameName(as: pair.new.name) }
      return LostParts(.uniqueIndex, own.map { Name($0.index.name) }, of: pair.new.name)?.fault(
        type: mapping.typeName(pair.new.name), place: pair.drop?.source)
    }
  }

  /// Tables that had a key and have none, though its columns are still there: `CREATE TABLE … AS`
  /// takes no constraint along. One that gets another key is meant to have that one.
  private var lostPrimaryKeys: [HopFault] {
    pairs.compactMap { pair in
      guard pair.isRebuilt, pair.new.name.isSameName(as: pair.old.name),
        pair.new.primaryKey.isEmpty
      else { return nil }
      let columns = pair.old.primaryKey
      let isKept = columns.allSatisfy {
        pair.columns[$0.lowercasedASCII]?.isSameName(as: $0) ?? false
      }
      guard isKept, !isCovered(columns.map(\.lowercasedASCII), isUnique: true, by: pair) else {
        return nil
      }
      return LostParts(.primaryKey, columns.map { Name($0) }, of: pair.new.name)?.fault(
        type: mapping.typeName(pair.new.name), place: pair.drop?.source)
    }
  }

  private func lostIndexes(
    _ named: [String]
  ) -> [(pair: Pair, index: DatabaseSchema.Index)] {
    pairs.filter(\.isRebuilt).flatMap { pair in
      pair.old.indexes.filter { index in
        guard index.origin == .statement, !named.contains(index.name.lowercasedASCII) else {
          return false
        }
        if after.tables.contains(where: { table in
          table.indexes.contains { $0.name.isSameName(as: index.name) }
        }) {
          return false
        }
        if index.columns.contains(nil) || index.isPartial { return isGone(index, with: pair) }
        let columns = index.columns.map { $0.flatMap { pair.columns[$0.lowercasedASCII] } }
        // What it was about is gone.
        guard !columns.contains(nil) else { return false }
        let known = columns.compactMap(\.self)
        return !isCovered(known, isUnique: index.isUnique, by: pair)
      }.map { (pair, $0) }
    }
  }

  /// Whether nothing like an index over expressions, or over some rows, is left, though all columns
  /// that it names still have their names.
  private func isGone(_ index: DatabaseSchema.Index, with pair: Pair) -> Bool {
    func terms(_ sql: String?) -> [SQLToken] {
      let tokens = SQLToken.tokens(of: sql ?? "")
      return Array(tokens[(tokens.firstIndex { $0.isSymbol("(") } ?? tokens.endIndex)...])
    }
    let own = terms(index.sql)
    let named = pair.old.columns.filter { column in
      own.contains { $0.name.map(column.name.isSameName) ?? false }
    }
    let isKept = named.allSatisfy {
      pair.columns[$0.name.lowercasedASCII]?.isSameName(as: $0.name) ?? false
    }
    // One over some rows only may have gone for one over all of them.
    let plain = index.columns.compactMap { $0?.lowercasedASCII }
    if plain.count == index.columns.count, isCovered(plain, isUnique: index.isUnique, by: pair) {
      return false
    }
    return !named.isEmpty && isKept
      && !pair.new.indexes.contains { $0.isUnique == index.isUnique && terms($0.sql) == own }
  }

  /// Whether a later script makes an index like the lost one.
  private func isMadeLater(_ index: DatabaseSchema.Index, _ pair: Pair) -> Bool {
    let columns = index.columns.map { $0.flatMap { pair.columns[$0.lowercasedASCII] } }
    return later.contains { schema in
      schema.table(named: pair.new.name)?.indexes.contains { other in
        other.name.isSameName(as: index.name)
          || !columns.contains(nil) && !other.isPartial
            && other.columns.map { $0?.lowercasedASCII }.starts(with: columns)
      } ?? false
    }
  }

  private func isCovered(_ columns: [String], isUnique: Bool, by pair: Pair) -> Bool {
    let table = pair.new
    // What was unique may be so for each value of a column that is new: that is what it came for.
    let added = Set(table.columns.map(\.name.lowercasedASCII)).subtracting(
      pair.columns.values.map(\.lowercasedASCII))
    let keys = [table.primaryKey.map(\.lowercasedASCII)]
    let lists =
      keys
      + table.indexes.filter { !isUnique || $0.isUnique }.map { index in
        index.columns.compactMap { $0?.lowercasedASCII }
      }
    return lists.contains { list in
      isUnique
        ? Set(list).isSuperset(of: columns) && added.isSuperset(of: Set(list).subtracting(columns))
        : list.starts(with: columns)
    }
  }

  /// References that lead to a table which is not there, though they led to one before: one fault for
  /// each table that is missing.
  private var brokenReferences: [HopFault] {
    var broken = [(target: String, isCertain: Bool, columns: [PropertyPath])]()
    for table in after.tables {
      for key in table.foreignKeys where after.table(named: key.target) == nil {
        let old = before.table(named: table.name)?.foreignKeys.contains {
          $0.target.isSameName(as: key.target) && before.table(named: key.target) == nil
        }
        guard !(old ?? false) else { continue }
        // A mistake in a new table is of no account where nobody looks at foreign keys.
        // A table that a later version makes is missed by nobody who has come to that version.
        let isCertain =
          led(table, key.columns)
          || enforcesForeignKeys && !later.contains { $0.table(named: key.target) != nil }
        let column = PropertyPath(
          type: mapping.typeName(table.name),
          property: mapping.propertyName(key.columns[0], of: table.name))
        let place = broken.firstIndex {
          $0.target.isSameName(as: key.target) && $0.isCertain == isCertain
        }
        if let place {
          if !broken[place].columns.contains(column) { broken[place].columns.append(column) }
        } else {
          broken.append((key.target, isCertain, [column]))
        }
      }
    }
    return broken.map { target, isCertain, columns in
      BrokenReferences(target: target, columns: columns).fault(
        isError: isCertain, place: migration.statements.last { $0.names(target) }?.source)
    }
  }

  /// Whether a foreign key of those columns led to a table before the script.
  private func led(_ table: DatabaseSchema.Table, _ columns: [String]) -> Bool {
    let names = columns.map(\.lowercasedASCII)
    let old = pairs.first { $0.new.name.isSameName(as: table.name) }?.old
    return old?.foreignKeys.contains { key in
      key.columns.map { column in
        pairs.first { $0.new.name.isSameName(as: table.name) }?.columns[column.lowercasedASCII]
      } == names.map(Optional.some) && before.table(named: key.target) != nil
    } ?? false
  }

  private var newlyBrokenViews: [HopFault] {
    let old = before.views.map(\.name.lowercasedASCII)
    return after.views.compactMap { view in
      let name = view.name.lowercasedASCII
      guard old.contains(name), !broken.contains(name),
        let error = Self.error(of: view, in: connection)
      else { return nil }
      return HopFault(
        Self.viewBroken, type: nil, subject: Name(view.name),
        message: "The view \(view.name) can no longer be read: \(error).",
        place: migration.statements.last?.source)
    }
  }

  private var newlyBrokenTriggers: [HopFault] {
    BrokenTriggers.errors(of: after, in: connection).compactMap { trigger, error in
      guard !broken.contains(trigger.name.lowercasedASCII) else { return nil }
      return HopFault(
        BrokenTriggers.code, type: mapping.typeName(trigger.table), subject: Name(trigger.name),
        message:
          "Every statement that fires the trigger \(trigger.name) of \(trigger.table) fails: "
          + "\(error).",
        place: migration.statements.last?.source)
    }
  }

  private static func error(
    of view: DatabaseSchema.Attachment, in connection: SQLiteConnection
  ) -> String? {
    do {
      _ = try connection.prepare("SELECT * FROM \(view.name.quotedName)")
      return nil
    } catch let error as SQLiteError {
      // What the app defines for itself is there when it reads the view.
      return error.lacksDefinition ? nil : error.message
    } catch {
      return "\(error)"
    }
  }

  // MARK: Warnings

  /// Tables that are dropped and created again, with nothing in them.
  private var replacedTables: [HopFault] {
    before.tables.compactMap { table in
      let name = table.name.lowercasedASCII
      guard after.table(named: name) != nil, trace.origin(of: name) == nil,
        trace.isDiscarded(name), let drop = trace.dropsHistory(of: name)?.dropped,
        !isFilledByTriggers(name)
      else { return nil }
      // Who makes a table under another name and gives it this one later wants to keep its rows.
      let made = trace.made.first { $0.number == trace.tables[name]?.number }?.name
      if let made, made != name {
        if let copy = reader(of: name, into: made, before: drop) {
          guard
            copy.mayLoseRows(of: NarrowedCopy.name(of: name, behind: migration.statements[..<drop]))
          else { return nil }
          return HopFault(
            Self.rowsGivenUp, type: mapping.typeName(table.name),
            message:
              "\(table.name) is rebuilt as \(made) from a query that takes only some of its rows "
              + "(\(copy.place)): the others are lost. Start the query FROM \(table.name) and join the "
              + "other tables with LEFT JOIN.", place: copy.source)
        }
        return HopFault(
          Self.rowsGivenUp, type: mapping.typeName(table.name),
          message: "\(table.name) is rebuilt as \(made), and no statement copies its rows there: "
            + "all of them are lost.", place: migration.statements[drop].source)
      }
      return HopFault(
        Self.rowsGivenUp, type: mapping.typeName(table.name), isError: false,
        message: Self.replacement(of: [table.name]), place: migration.statements[drop].source)
    }
  }

  /// The first statement that fills a table from a query of another one, although no column of it is
  /// taken as it is.
  private func reader(of name: String, into made: String, before drop: Int) -> SQLStatement? {
    var current = name
    for statement in migration.statements[..<drop] {
      let query: String?
      switch statement.shape {
      case .renameTable(let from, let to) where from.isSameName(as: current):
        current = to
        continue
      case .insert(let insertion) where insertion.table.isSameName(as: made):
        query = insertion.query
      case .createTable(let own, let text) where own.isSameName(as: made): query = text
      default: continue
      }
      if let query, QueriedTables(SQLToken.tokens(of: query)).contains(current) {
        return statement
      }
    }
    return nil
  }

  /// Whether triggers put rows there, which may be those of any table.
  private func isFilledByTriggers(_ name: String) -> Bool {
    trace.tables[name]?.insertions.contains { place in
      switch StatementShape(migration.statements[place]) {
      case .insert(let insertion):
        trace.finalName(of: insertion.table.lowercasedASCII) != name
          && !insertion.table.isSameName(as: name)
      case .createTable: false
      default: true
      }
    } ?? false
  }

  static let rowsGivenUp = "rowsGivenUp"

  /// - Parameter tables: those that are dropped and created again, at least one.
  static func replacement(of tables: [String]) -> String {
    let shown = tables.prefix(8).joined(separator: ", ")
    let rest = tables.count > 8 ? " and \(tables.count - 8) more" : ""
    let (verb, owner) = tables.count == 1 ? ("is", "its") : ("are", "their")
    return
      "\(shown)\(rest) \(verb) dropped and created again, and \(owner) rows are not kept. If that is "
      + "meant, nothing is to be done."
  }

  /// What may be meant, since a rebuild is the only way to get rid of it: all of a script at once.
  private func minorLosses(_ named: [String]) -> HopFault? {
    var losses = [(text: String, place: SourcePlace?)]()
    for loss in lostIndexes(named) where !loss.index.isUnique && !isMadeLater(loss.index, loss.pair)
    {
      losses.append(("index \(loss.index.name)", loss.pair.drop?.source))
    }
    for pair in pairs where pair.isRebuilt {
      losses += minorLosses(pair).filter { !isMended($0, of: pair) }
        .map { ($0, pair.drop?.source) }
    }
    guard let first = losses.first else { return nil }
    let list = losses.prefix(6).map(\.text).joined(separator: ", ")
    let rest = losses.count > 6 ? " and \(losses.count - 6) more" : ""
    let verb = seesStatements ? "rebuilds tables" : "leaves tables"
    return HopFault(
      "structureLost", type: nil, isError: false,
      message: "\(migration.name) \(verb) without what they had: \(list)\(rest). If that "
        + "is meant, nothing is to be done.",
      place: first.place)
  }

  private func minorLosses(_ pair: Pair) -> [String] {
    lostConstraints(pair) + lostKeys(pair) + lostNumbering(pair) + lostDefaults(pair)
      + lostExpressions(pair) + lostUniqueness(pair) + lostCollations(pair) + lostChecks(pair)
  }

  /// Whether the table has it again in a later version, with all columns that the script left it.
  private func isMended(_ loss: String, of pair: Pair) -> Bool {
    later.contains { schema in
      guard let table = schema.table(named: pair.new.name),
        pair.new.columns.allSatisfy({ table.column(named: $0.name) != nil })
      else { return false }
      var next = pair
      next.new = table
      return !minorLosses(next).contains { $0.isIdentical(to: loss) }
    }
  }

  private var resetSequences: HopFault? {
    let reset = pairs.filter { $0.isRebuilt && isSequenceReset($0) }
    guard let first = reset.first else { return nil }
    return HopFault(
      FaultSelection.sequenceReset, type: nil, isError: false,
      message: "The AUTOINCREMENT sequence of \(reset.map(\.new.name).joined(separator: ", ")) is "
        + "reset to the greatest key that is there, as the table is rebuilt: keys of rows that "
        + "were deleted come back. If nothing refers to them, nothing is to be done.",
      place: first.drop?.source)
  }

  /// Constraints that keep values unique. Getting rid of one may be what the rebuild is for.
  private func lostConstraints(_ pair: Pair) -> [String] {
    pair.old.indexes.filter { $0.origin == .unique }.compactMap { index in
      let columns = index.columns.map { $0.flatMap { pair.columns[$0.lowercasedASCII] } }
      guard !columns.contains(nil) else { return nil }
      let known = columns.compactMap(\.self)
      guard !isCovered(known, isUnique: true, by: pair) else { return nil }
      return "UNIQUE of \(pair.new.name).\(known.joined(separator: "+"))"
    }
  }

  private func lostKeys(_ pair: Pair) -> [String] {
    pair.old.foreignKeys.flatMap { key -> [String] in
      let columns = key.columns.map { pair.columns[$0.lowercasedASCII] }
      guard !columns.contains(nil), after.table(named: key.target) != nil else { return [] }
      let known = columns.compactMap(\.self)
      let path = "\(pair.new.name).\(known[0])"
      let other = pair.new.foreignKeys.first { $0.columns.map(\.lowercasedASCII) == known }
      guard let other else { return ["the foreign key of \(path)"] }
      let actions = [
        ("ON DELETE", key.onDelete, other.onDelete), ("ON UPDATE", key.onUpdate, other.onUpdate),
      ]
      return actions.compactMap { event, old, new in
        // Another action is a decision; none is what one gets who forgets it.
        let isForgotten =
          new.uppercased() == "NO ACTION" && old.uppercased() != "NO ACTION"
          && !declares("\(event) NO ACTION", pair.new)
        return isForgotten ? "\(event) \(old) of \(path)" : nil
      }
    }
  }

  private func declares(_ phrase: String, _ table: DatabaseSchema.Table) -> Bool {
    let words = SQLToken.tokens(of: phrase)
    let tokens = SQLToken.tokens(of: table.sql)
    return tokens.indices.contains { place in
      zip(tokens[place...], words).filter { token, word in
        token.isWord(word.name?.lowercasedASCII ?? "")
      }.count == words.count
    }
  }

  /// Columns that were computed, and are values that nobody writes from now on.
  private func lostExpressions(_ pair: Pair) -> [String] {
    pair.old.columns.filter(\.isGenerated).compactMap { column in
      guard let new = pair.new.column(named: column.name), !new.isGenerated,
        new.defaultValue == nil
      else { return nil }
      return "the expression that makes \(pair.new.name).\(new.name)"
    }
  }

  /// Unique indexes that are made anew under their names as plain ones.
  private func lostUniqueness(_ pair: Pair) -> [String] {
    pair.old.indexes.filter { $0.isUnique && $0.origin == .statement }.compactMap { index in
      let columns = index.columns.compactMap { $0.flatMap { pair.columns[$0.lowercasedASCII] } }
      guard columns.count == index.columns.count,
        let other = pair.new.indexes.first(where: { $0.name.isSameName(as: index.name) }),
        !other.isUnique, !isCovered(columns, isUnique: true, by: pair)
      else { return nil }
      return "UNIQUE of index \(index.name)"
    }
  }

  /// Columns whose texts were the same whatever the case of their letters.
  private func lostCollations(_ pair: Pair) -> [String] {
    pair.old.columns.compactMap { column in
      guard let name = pair.columns[column.name.lowercasedASCII], name.isSameName(as: column.name),
        pair.old.foldsCase(of: column.name), !pair.new.foldsCase(of: name)
      else { return nil }
      return "COLLATE NOCASE of \(pair.new.name).\(name)"
    }
  }

  /// Columns that a CHECK was about, and no other one is.
  private func lostChecks(_ pair: Pair) -> [String] {
    let (old, new) = (TablePlan.checks(of: pair.old), TablePlan.checks(of: pair.new))
    guard new.count < old.count else { return [] }
    return pair.old.columns.compactMap { column in
      func isNamed(in checks: [[SQLToken]]) -> Bool {
        checks.joined().contains { $0.name.map(column.name.isSameName) ?? false }
      }
      // Who gives it other values, such as numbers for texts, has others to check.
      let history = trace.tables[pair.new.name.lowercasedASCII]
      guard case .copied? = history?[column.name], isNamed(in: old), !isNamed(in: new) else {
        return nil
      }
      return "the CHECK of \(pair.new.name).\(column.name)"
    }
  }

  /// `INTEGER PRIMARY KEY` gives new rows a number; `INT PRIMARY KEY` and others that hold numbers
  /// give them NULL.
  private func lostNumbering(_ pair: Pair) -> [String] {
    guard let key = pair.old.rowIDAlias, pair.new.rowIDAlias == nil,
      let name = pair.columns[key.lowercasedASCII], let new = pair.new.column(named: name),
      pair.new.primaryKey.map(\.lowercasedASCII) == [name.lowercasedASCII],
      !new.isRequired, new.defaultValue == nil,
      ColumnAffinity(declaredType: new.declaredType) == .integer
    else { return [] }
    return ["the numbers that new rows of \(pair.new.name) get as \(name)"]
  }

  private func lostDefaults(_ pair: Pair) -> [String] {
    pair.old.storedColumns.compactMap { column in
      guard let value = column.defaultValue, value.lowercasedASCII != "null",
        // Where columns go by position, the one of its name has one of its own.
        pair.new.column(named: column.name)?.defaultValue == nil,
        let name = pair.columns[column.name.lowercasedASCII],
        let new = pair.new.column(named: name), new.defaultValue == nil, !new.isGenerated
      else { return nil }
      return "the default of \(pair.new.name).\(name)"
    }
  }

  private func isSequenceReset(_ pair: Pair) -> Bool {
    func counts(_ table: DatabaseSchema.Table) -> Bool {
      SQLToken.tokens(of: table.sql).contains { $0.isWord("autoincrement") }
    }
    // Without a key that counts up nothing comes back; of rows that get other keys more is said.
    guard let key = pair.new.rowIDAlias else { return false }
    return counts(pair.old) && trace.tables[pair.new.name.lowercasedASCII]?[key] != .unset
      && !migration.statements.contains { $0.names("sqlite_sequence") }
  }
}

extension SQLStatement {
  /// Whether a query may leave out rows of a table: it starts from another one, or narrows them.
  fileprivate func mayLoseRows(of table: String) -> Bool {
    let names = QueriedTables(tokens).names
    return !(names.first?.isSameName(as: table) ?? false) || RemovalSearch.filter(self) != nil
      || names.count > 1 && !tokens.contains { $0.isWord("join") }
  }

  /// Whether something of that name stands in it.
  func names(_ name: String) -> Bool {
    tokens.contains { $0.name.map(name.isSameName) ?? false }
  }
}
