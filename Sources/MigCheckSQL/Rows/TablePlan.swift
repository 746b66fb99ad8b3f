import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What is known of a table before any row is tried.
struct TablePlan: Sendable {
  let table: DatabaseSchema.Table
  /// The columns that rows have values for, in the order of the type's properties.
  let columns: [DatabaseSchema.Column]
  let roles: [ColumnRole]
  /// What rows of the start hold in each column, so that they are graphs of the schema. SQLite itself
  /// would store other things too.
  let types: [PropertyType]
  /// Values that constraints and triggers name, for each column.
  let candidates: [[Value]]
  /// Of columns in constraints: what they hold by default, and texts that patterns match.
  let likely: [[Value]]
  /// The length that constraints leave to the values of each column; `nil`: any one.
  let lengths: [FixedLength?]
  /// Values that statements compare with, for each column.
  private(set) var literals: [[Value]]
  /// Documents that statements look into, for each column.
  let documents: [[Value]]
  /// Whether a column of JSON takes no other documents.
  let isListed: [Bool]
  /// Columns that later versions want to be unique together, by their positions: rows have the same
  /// values there.
  let sharedColumns: [[Int]]
  /// Columns that are unique together, by their positions.
  let ownKeys: [[Int]]
  /// Positions of columns whose case, or blanks around them, statements do away with.
  let foldedColumns: Set<Int>
  /// By how much statements move the numbers of each column; `nil`: none does.
  let shifts: [Int64?]
  private(set) var references: [Reference] {
    didSet { referenceGroups = references.groups }
  }
  /// The same references: those that share columns, whose rows have to agree there, stand together.
  private(set) var referenceGroups: [[Reference]]
  let insertion: String

  /// Columns whose values are those of other rows.
  struct Reference: Sendable {
    /// Positions among the columns.
    var columns: [Int]
    /// The lower-case name of the table.
    var target: String
    var targetColumns: [String]
    /// Whether a foreign key says so; else names, or later versions, suggest it.
    var isDeclared: Bool
    /// Whether all of the columns may be NULL.
    var isOptional: Bool
  }

  fileprivate init(
    _ table: DatabaseSchema.Table, _ names: [String: DatabaseSchema.Table],
    _ later: [LaterReference], named: ColumnRole.Names, compared: ComparedLiterals,
    sharedColumns: [[String]], enforcesForeignKeys: Bool
  ) {
    self.table = table
    let columns = table.storedColumns
    self.columns = columns
    func places(_ names: [String]) -> [Int] { names.compactMap { Self.position($0, columns) } }
    self.sharedColumns = sharedColumns.map(places)
    let isCounted = table.rowIDAlias != nil
    let own =
      table.indexes.filter(\.isUnique).map { $0.columns.compactMap(\.self) }
      + (isCounted ? [] : [table.primaryKey])
    ownKeys = own.map(places).filter { !$0.isEmpty }
    let roles = columns.map { column in
      ColumnRole(
        column, named: named,
        isKey: table.primaryKey.contains { $0.isSameName(as: column.name) })
    }
    self.roles = roles
    foldedColumns = Set(
      columns.indices.filter {
        ColumnAffinity(declaredType: columns[$0].declaredType) == .text
          && roles[$0] != .json && compared.isFolded(columns[$0])
      })
    types = columns.map {
      SchemaMapping.type(of: $0, isRowID: table.rowIDAlias.map($0.name.isSameName))
    }
    let checks = Self.checks(of: table)
    let lengths = columns.map { FixedLength(of: $0, in: checks) }
    self.lengths = lengths
    candidates = columns.map { column in
      let values = Self.candidates(for: column, in: checks)
      // SQLite gives a row id that is NULL another value.
      let isRowID = table.rowIDAlias.map(column.name.isSameName) ?? false
      return isRowID ? values.filter { !$0.isNull } : values
    }
    likely = zip(columns, lengths).map { column, length in
      let values = Self.likelyValues(for: column, in: checks)
      guard let length else { return values }
      let affinity = ColumnAffinity(declaredType: column.declaredType)
      return values.map(length.fitted) + (0..<4).map { length.value($0, affinity: affinity) }
    }
    literals = zip(columns, roles).map { column, role in
      // Texts that JSON is compared with stand within it.
      guard role != .json else { return [] }
      let isKey = table.primaryKey.contains { $0.isSameName(as: column.name) }
      let values = compared.values(for: column)
      return (values + (isKey ? [] : compared.sharedValues(for: column))).filter(role.admits)
    }
    documents = columns.map(compared.documents)
    isListed = columns.map(compared.isListed)
    shifts = columns.map(compared.shift)
    references = Self.references(
      of: table, columns, in: names, later, enforcesForeignKeys: enforcesForeignKeys)
    referenceGroups = references.groups
    let names = columns.map(\.name.quotedName).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    // No row may take the place of another one. What a statement says holds for those of triggers too,
    // so it is said only where the table says otherwise.
    let verb = ConflictClause.all(in: table.sql).isEmpty ? "INSERT" : "INSERT OR ABORT"
    insertion =
      columns.isEmpty
      ? "\(verb) INTO \(table.name.quotedName) DEFAULT VALUES"
      : "\(verb) INTO \(table.name.quotedName) (\(names)) VALUES (\(marks))"
  }

  /// The same table in a database that may have other tables beside it.
  fileprivate func among(
    _ names: [String: DatabaseSchema.Table], _ later: [LaterReference], enforcesForeignKeys: Bool
  ) -> TablePlan {
    var plan = self
    plan.references = Self.references(
      of: table, columns, in: names, later, enforcesForeignKeys: enforcesForeignKeys)
    return plan
  }

  /// Adds what statements compare columns of another table with that refer to this one: they hold
  /// nothing that it does not hold.
  ///
  /// - Returns: whether there was something to add.
  fileprivate mutating func noteLiterals(of other: TablePlan, along reference: Reference) -> Bool {
    var isNew = false
    for (place, name) in zip(reference.columns, reference.targetColumns) {
      guard let goal = Self.position(name, columns), roles[goal] != .json else { continue }
      let values = other.literals[place].filter { value in
        roles[goal].admits(value) && !literals[goal].contains(value)
      }
      literals[goal] += values
      isNew = isNew || !values.isEmpty
    }
    return isNew
  }

  // MARK: References

  private static func position(_ name: String, _ columns: [DatabaseSchema.Column]) -> Int? {
    columns.firstIndex { $0.name.isSameName(as: name) }
  }

  private static func references(
    of table: DatabaseSchema.Table, _ columns: [DatabaseSchema.Column],
    in names: [String: DatabaseSchema.Table], _ later: [LaterReference],
    enforcesForeignKeys: Bool
  ) -> [Reference] {
    // Where nobody enforces foreign keys, one to a table that is not there keeps no row out.
    let declared = declared(table, columns, in: names).filter {
      enforcesForeignKeys || names[$0.target] != nil
    }
    let promised = promised(table, columns, later)
    let guessed = guessed(table, columns, in: names).filter { guess in
      !promised.contains { $0.columns == guess.columns }
    }
    return declared + promised + guessed
  }

  /// Those that a later version declares.
  private static func promised(
    _ table: DatabaseSchema.Table, _ columns: [DatabaseSchema.Column], _ later: [LaterReference]
  ) -> [Reference] {
    later.compactMap { reference in
      guard reference.table.isSameName(as: table.name), let goal = reference.goal,
        let place = position(reference.name, columns),
        !goal.table.isSameName(as: table.name) || !goal.column.isSameName(as: reference.name),
        // One column is not more than one reference.
        later.first(where: {
          $0.table.isSameName(as: table.name) && $0.name == reference.name && $0.goal != nil
        }) == reference
      else { return nil }
      return Reference(
        columns: [place], target: goal.table.lowercasedASCII, targetColumns: [goal.column],
        isDeclared: false, isOptional: true)
    }
  }

  private static func declared(
    _ table: DatabaseSchema.Table, _ columns: [DatabaseSchema.Column],
    in names: [String: DatabaseSchema.Table]
  ) -> [Reference] {
    table.foreignKeys.compactMap { key in
      let places = key.columns.compactMap { position($0, columns) }
      // One that names no columns means the key of a table that may not be there.
      let isLost = key.targetColumns.isEmpty && names[key.target.lowercasedASCII] == nil
      guard places.count == key.columns.count, isLost || places.count == key.targetColumns.count
      else { return nil }
      return Reference(
        columns: places, target: key.target.lowercasedASCII, targetColumns: key.targetColumns,
        isDeclared: true,
        isOptional: places.contains {
          !columns[$0].isRequired && !table.primaryKey.contains(columns[$0].name)
        })
    }
  }

  /// What a name ends in that is the key of another table.
  private static let suffixes = ["_uuid", "uuid", "_id", "id"]

  /// `user_id`, `userId`, `user_uuid` and `author_user_id` beside a table `user` or `users`.
  private static func guessed(
    _ table: DatabaseSchema.Table, _ columns: [DatabaseSchema.Column],
    in names: [String: DatabaseSchema.Table]
  ) -> [Reference] {
    columns.enumerated().compactMap { place, column in
      let name = column.name.lowercasedASCII
      let isDeclared = table.foreignKeys.contains { key in
        key.columns.contains { $0.isSameName(as: column.name) }
      }
      guard !isDeclared, let suffix = suffixes.first(where: name.hasSuffix),
        name.utf8.count > suffix.utf8.count,
        table.primaryKey.count != 1 || !table.primaryKey[0].isSameName(as: column.name)
      else { return nil }
      let stem = String(column.name.dropLast(suffix.utf8.count))
      guard let target = target(namedBy: stem, besides: table, in: names),
        target.primaryKey.count == 1
      else { return nil }
      return Reference(
        columns: [place], target: target.name.lowercasedASCII, targetColumns: target.primaryKey,
        isDeclared: false, isOptional: true)
    }
  }

  /// The table that a name means, or the last words of it: `author_user` those of another table.
  private static func target(
    namedBy stem: String, besides table: DatabaseSchema.Table,
    in names: [String: DatabaseSchema.Table]
  ) -> DatabaseSchema.Table? {
    func named(_ word: Substring) -> DatabaseSchema.Table? {
      let word = String(word).lowercasedASCII
      let plurals = word.hasSuffix("y") ? [String(word.dropLast()) + "ies"] : []
      return ([word, word + "s", word + "es"] + plurals).lazy.compactMap { names[$0] }.first
    }
    if let whole = named(stem[...]) { return whole }
    for place in stem.indices.dropFirst() {
      let isWord = stem[stem.index(before: place)] == "_" || stem[place].isUppercase
      guard isWord, let last = named(stem[place...]), !last.name.isSameName(as: table.name) else {
        continue
      }
      return last
    }
    return nil
  }
}

extension [TablePlan.Reference] {
  /// Declared references that share columns, directly or by others, together; each other one alone.
  fileprivate var groups: [[TablePlan.Reference]] {
    var groups = [[TablePlan.Reference]]()
    for reference in self {
      let isNear = { (group: [TablePlan.Reference]) in
        reference.isDeclared
          && group.contains {
            $0.isDeclared && !Set($0.columns).isDisjoint(with: reference.columns)
          }
      }
      let near = groups.filter(isNear).flatMap(\.self)
      groups.removeAll(where: isNear)
      groups.append(near + [reference])
    }
    return groups
  }
}

/// Plans of the tables of one version after another, of which each has most from the one before.
struct TablePlans {
  let named: ColumnRole.Names
  let compared: ComparedLiterals
  let uniqueKeys: UniqueKeys
  let enforcesForeignKeys: Bool
  /// By the name of a table.
  private var known: [String: TablePlan] = [:]

  init(
    named: ColumnRole.Names, compared: ComparedLiterals, uniqueKeys: UniqueKeys,
    enforcesForeignKeys: Bool
  ) {
    self.named = named
    self.compared = compared
    self.uniqueKeys = uniqueKeys
    self.enforcesForeignKeys = enforcesForeignKeys
  }

  /// Parallel to the tables.
  ///
  /// - Parameter later: references that only a later version declares.
  mutating func plans(of schema: DatabaseSchema, _ later: [LaterReference]) -> [TablePlan] {
    let names = Dictionary(
      schema.tables.map { ($0.name.lowercasedASCII, $0) }
    ) { first, _ in first }
    var plans = schema.tables.map { plan(of: $0, names, later) }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for plan in plans {
        for reference in plan.references where reference.isDeclared {
          let target = plans.firstIndex { $0.table.name.isSameName(as: reference.target) }
          if let target, plans[target].noteLiterals(of: plan, along: reference) {
            isComplete = false
          }
        }
      }
    }
    return plans
  }

  private mutating func plan(
    of table: DatabaseSchema.Table, _ names: [String: DatabaseSchema.Table],
    _ later: [LaterReference]
  ) -> TablePlan {
    if let plan = known[table.name], plan.table == table {
      return plan.among(names, later, enforcesForeignKeys: enforcesForeignKeys)
    }
    let plan = TablePlan(
      table, names, later, named: named, compared: compared,
      sharedColumns: uniqueKeys.others(than: table), enforcesForeignKeys: enforcesForeignKeys)
    known[table.name] = plan
    return plan
  }
}
