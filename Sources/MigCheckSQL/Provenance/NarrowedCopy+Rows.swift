import MigCheckText

/// Which rows a copy may leave out, told row by row: those that the new table cannot hold.
extension NarrowedCopy {
  /// A copy that is looked at as it has run.
  struct Followed {
    /// The place of the statement in the script.
    var statement: Int
    /// The name that the old table has then.
    var table: String
    /// Holds of the rows of the old table that did not arrive, and could not.
    var condition: String
  }

  /// - Parameters:
  ///   - history: that of a table which the script made and filled.
  ///   - name: its lower-case name after the script.
  ///   - origin: the table whose rows it took over, in lower case.
  ///   - dropped: the place of the statement that drops that one.
  ///   - excusesMore: whether rows may be left out that are not the same as another one; `nil`: if the copy
  ///     is meant to leave rows out.
  /// - Returns: `nil`: it cannot be told which rows the new table cannot hold.
  func followed(
    _ history: TableHistory, as name: String, from origin: String, dropped: Int?,
    excusesMore: Bool? = nil
  ) -> Followed? {
    let statements = entry.migration.statements
    guard let table = entry.database.table(named: name),
      let old = before.table(named: origin),
      let place = history.insertions.last(where: { $0 < dropped ?? statements.count }),
      let goal = Self.goal(of: statements[place])
    else { return nil }
    let source = Self.name(of: origin, behind: statements[..<place])
    guard !source.isSameName(as: goal) else { return nil }
    let rows = NarrowedRows(
      old: old, new: table, history: history, origin: origin, source: source, goal: goal,
      copies: history.insertions.map { statements[$0] },
      keys: newKeys(of: table, [old]), choosesAmongAlike: isChoosing(history, of: table, [old]),
      joinsAlike: joinsAlike(history),
      excusesMore: excusesMore
        ?? (isMeant(history, as: name) || asksForSomeValues(history, as: name)))
    return rows.condition.map { Followed(statement: place, table: source, condition: $0) }
  }

  private static func goal(of statement: SQLStatement) -> String? {
    switch StatementShape(statement) {
    case .insert(let insertion): insertion.table
    case .createTable(let name, _): name
    default: nil
    }
  }

  /// The name of a table from before a script when some of its statements have run.
  static func name(
    of table: String, behind statements: ArraySlice<SQLStatement>
  ) -> String {
    statements.reduce(table) { name, statement in
      if case .renameTable(let from, let to) = statement.shape,
        from.isSameName(as: name)
      {
        to
      } else {
        name
      }
    }
  }
}

/// The condition for the rows of an old table that a new one did not get, and cannot hold.
private struct NarrowedRows {
  let old: DatabaseSchema.Table
  let new: DatabaseSchema.Table
  let history: TableHistory
  let origin: String
  /// The names of both tables when the rows are looked at.
  let source: String
  let goal: String
  let copies: [SQLStatement]
  /// The keys that only the new table has.
  let keys: [[String]]
  /// Whether a copy takes one row of those which are alike.
  let choosesAmongAlike: Bool
  /// Whether a copy makes one row of those that have a key in common.
  let joinsAlike: Bool
  /// Whether rows may be left out that are not the same as another one.
  let excusesMore: Bool

  /// `nil`: it cannot be told.
  var condition: String? {
    let parts = [excusesMore ? otherCondition : nil, joinsAlike ? identical : nil]
      .compactMap(\.self)
    if excusesMore, otherCondition == nil { return nil }
    return parts.isEmpty ? nil : parts.map { "(\($0))" }.joined(separator: " OR ")
  }

  /// Rows that are the same as one that arrived, in all that the new table has of the old one: nothing of
  /// them is lost.
  private var identical: String? {
    let isPlain = new.storedColumns.allSatisfy { column in
      if case .written? = history[column.name] { false } else { true }
    }
    let pairs = new.storedColumns.compactMap { column in
      copied(column.name).map { (new: column.name, old: $0) }
    }
    let isWhole = old.storedColumns.allSatisfy { column in
      new.column(named: column.name) == nil
        || pairs.contains { $0.old.isSameName(as: column.name) }
    }
    guard isPlain, isWhole, !pairs.isEmpty, let missing else { return nil }
    let terms = pairs.map { "\(its($0.new)) IS \(own($0.old))" }.joined(separator: " AND ")
    return "\(missing) AND EXISTS (SELECT 1 FROM \(goal.quotedName) WHERE \(terms))"
  }

  private var otherCondition: String? {
    guard old.isStrict == new.isStrict,
      TablePlan.checks(of: new).count <= TablePlan.checks(of: old).count,
      let missing, let nulls, let duplicates, let references
    else { return nil }
    let reasons = nulls + duplicates + references
    guard !reasons.isEmpty else { return "0" }
    return "\(missing) AND (\(reasons.joined(separator: " OR ")))"
  }

  // MARK: Columns

  private func own(_ column: String) -> String { "\(source.quotedName).\(column.quotedName)" }
  private func its(_ column: String) -> String { "\(goal.quotedName).\(column.quotedName)" }

  /// The column of the old table whose values one of the new table has as they are.
  private func copied(_ column: String) -> String? {
    guard case .copied(origin, let name)? = history[column], old.column(named: name) != nil else {
      return nil
    }
    return name
  }

  /// Whether no copy gives the column a value.
  private func isLeft(_ column: String) -> Bool {
    switch history[column] {
    case .unset, .added, nil: true
    case .copied, .written: false
    }
  }

  // MARK: Rows

  /// Whether a row did not arrive, by the key that it keeps, or by all that is copied.
  private var missing: String? {
    if let key {
      let terms = key.map { "\(its($0.new)) IS \(own($0.old))" }.joined(separator: " AND ")
      return "NOT EXISTS (SELECT 1 FROM \(goal.quotedName) WHERE \(terms))"
    }
    let pairs = new.storedColumns.compactMap { column in
      copied(column.name).map { (new: column.name, old: $0) }
    }
    guard !pairs.isEmpty, let rowID = old.rowIDName else { return nil }
    let terms = pairs.map { "\(its($0.new)) IS \(own($0.old))" }.joined(separator: " AND ")
    let twin = "earlier row".quotedName
    let same = pairs.map { "\(twin).\($0.old.quotedName) IS \(own($0.old))" }
    // Of rows that are alike the new table has one.
    return """
      NOT (EXISTS (SELECT 1 FROM \(goal.quotedName) WHERE \(terms)) AND NOT EXISTS (SELECT 1 FROM \
      \(source.quotedName) AS \(twin) WHERE \(twin).\(rowID) < \(source.quotedName).\(rowID) \
      AND \(same.joined(separator: " AND "))))
      """
  }

  /// The key by which rows are the same before and after; `nil`: there is none.
  private var key: [(new: String, old: String)]? {
    guard old.primaryKey.count == new.primaryKey.count, !new.primaryKey.isEmpty else { return nil }
    if old.primaryKey.count == 1 {
      let (first, second) = (new.primaryKey[0], old.primaryKey[0])
      let isKept =
        first.isSameName(as: second) && !isLeft(first)
        || (copied(first).map { $0.isSameName(as: second) } ?? false)
      return isKept ? [(first, second)] : nil
    }
    let pairs = new.primaryKey.compactMap { column in copied(column).map { (column, $0) } }
    let isKept = zip(pairs.map(\.1), old.primaryKey).allSatisfy { $0.isSameName(as: $1) }
    return pairs.count == new.primaryKey.count && isKept ? pairs : nil
  }

  // MARK: What the new table cannot hold

  /// NULL, where it takes none, or where a new key has none as the copy says.
  private var nulls: [String]? {
    var result = [String]()
    for column in new.storedColumns {
      let isRequired = column.isRequired || new.primaryKey.contains(where: column.name.isSameName)
      let isKeyPart = keys.joined().contains(where: column.name.isSameName)
      guard isRequired || isKeyPart else { continue }
      if let name = copied(column.name) {
        let isAsked = copies.contains { copy in
          copy.columnsSaidToHaveValues.contains(where: name.isSameName)
        }
        if isRequired || isAsked { result.append("\(own(name)) IS NULL") }
      } else if isRequired, !isLeft(column.name),
        !(key?.contains { $0.new.isSameName(as: column.name) } ?? false)
      {
        // An expression may give NULL for whatever it reads.
        guard case .written? = history[column.name], old.column(named: column.name) != nil else {
          return nil
        }
        result.append("\(own(column.name)) IS NULL")
      }
    }
    return result
  }

  /// Values of a new key that another row has already.
  private var duplicates: [String]? {
    guard choosesAmongAlike else { return [] }
    let hasExpressions = new.indexes.contains { index in
      index.isUnique && index.columns.contains(nil)
    }
    guard !hasExpressions else { return nil }
    var result = [String]()
    for key in keys where !key.contains(where: isLeft) {
      if let own = self.key, own.map(\.new.lowercasedASCII).sorted() == key { continue }
      let pairs = key.compactMap { column in copied(column).map { (new: column, old: $0) } }
      guard pairs.count == key.count else { return nil }
      let terms = pairs.map { isAlike($0.new, $0.old) }.joined(separator: " AND ")
      result.append("EXISTS (SELECT 1 FROM \(goal.quotedName) WHERE \(terms))")
    }
    return result
  }

  private func isAlike(_ column: String, _ name: String) -> String {
    let plain = "\(its(column)) = \(own(name))"
    let words = copies.flatMap(\.tokens) + new.indexes.flatMap { SQLToken.tokens(of: $0.sql ?? "") }
    let folds = ["lower", "upper", "trim", "nocase"].contains { word in
      words.contains { $0.isWord(word) }
    }
    guard folds || new.foldsCase(of: column) else { return plain }
    return "(\(plain) OR lower(trim(\(its(column)))) = lower(trim(\(own(name)))))"
  }

  /// References of a new foreign key, or of one that a copy asks for, that lead nowhere. Whoever asks for those that lead to a row leaves
  /// NULL out as well, which `UnreferringRows` tells.
  private var references: [String]? {
    var result = [String]()
    for key in new.foreignKeys {
      let isNew = !old.foreignKeys.contains { $0.target.isSameName(as: key.target) }
      guard isNew || copies.contains(where: { $0.asksForRows(of: key) }) else { continue }
      let columns = key.columns.compactMap(copied)
      guard columns.count == key.columns.count, key.targetColumns.count == columns.count else {
        return nil
      }
      let target = key.target.isSameName(as: new.name) ? goal : key.target
      let terms = zip(key.targetColumns, columns).map {
        "target.\($0.quotedName) = \(own($1))"
      }
      let condition = terms.joined(separator: " AND ")
      result.append(
        "NOT EXISTS (SELECT 1 FROM \(target.quotedName) AS target WHERE \(condition))")
    }
    return result
  }
}

extension SQLStatement {
  /// The columns of which a statement says `a IS NOT NULL` or `t.a NOTNULL`, among other conditions.
  var columnsSaidToHaveValues: [String] {
    tokens.indices.compactMap { place in
      let behind = tokens[(place + 1)...].prefix(3)
      let isAsked =
        behind.first?.isWord("notnull") ?? false
        || behind.count == 3
          && zip(behind, ["is", "not", "null"]).allSatisfy { $0.isWord($1) }
        || zip(behind, ["not", "null"]).allSatisfy { $0.isWord($1) } && behind.count > 1
      return isAsked ? tokens[place].name : nil
    }
  }
}
