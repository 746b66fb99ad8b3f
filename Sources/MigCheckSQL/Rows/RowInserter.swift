import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Puts rows into an empty database of one version, and changes as little as it can of those that
/// the database refuses.
///
/// SQLite judges: nothing here knows what a constraint means. Same rows, same result.
struct RowInserter {
  let connection: SQLiteConnection
  /// Parallel to the types of the schema.
  let plans: [TablePlan]
  /// By the lower-case name of a table: its rows that are there, by the names of columns; none yet of
  /// tables that nobody asked for.
  private var stored: [String: [[String: SQLiteValue]]] = [:]
  /// By the lower-case name of a table: the position of its plan.
  private let positions: [String: Int]
  /// By the position of a plan: what SQLite said of the last row that could not be had.
  private(set) var refusals: [Int: String] = [:]

  /// By the lower-case name of a table: rows that are still to come, for references in a circle.
  private(set) var planned: [String: [[String: SQLiteValue]]] = [:]

  /// By the lower-case name of a table: columns that references of one row share, and in which rows of
  /// the tables they lead to have to agree.
  let sharedKeys: [String: Set<String>]

  /// Keys that rows must not have.
  private let reserved: ReservedKeys

  /// Tells which columns have values whose loss would show; `nil`: nobody asks for any.
  private var filler: ColumnFiller?

  /// The positions of plans that rows were inserted by.
  private var filled: Set<Int> = []

  /// How often a changed row is filled again: constraints may not admit any such value.
  private static let fillingAttempts = 8

  /// How often a row is changed before it is given up.
  static let attempts = 60

  /// - Parameters:
  ///   - rows: by the position of a plan, those that will be inserted.
  ///   - reserved: keys that rows must not have.
  ///   - types: of the plans, if each column is to have a value whose loss would show.
  init(
    _ connection: SQLiteConnection, plans: [TablePlan], rows: [[[Value]]] = [],
    reserved: ReservedKeys = ReservedKeys(), filling types: [ObjectType]? = nil
  ) throws {
    self.reserved = reserved
    filler = types.map { ColumnFiller(types: $0) }
    self.connection = connection
    self.plans = plans
    sharedKeys = Self.sharedKeys(of: plans)
    positions = Dictionary(
      plans.enumerated().map { ($1.table.name.lowercasedASCII, $0) }
    ) { first, _ in first }
    for (plan, rows) in zip(plans, rows) where !rows.isEmpty {
      let names = plan.columns.map { $0.name.lowercasedASCII }
      planned[plan.table.name.lowercasedASCII] = rows.map { row in
        Dictionary(zip(names, row.map(\.cell))) { first, _ in first }
      }
    }
  }

  /// The rows of a table: those that scripts have put there, and those that were inserted.
  mutating func storedRows(_ table: String) throws -> [[String: SQLiteValue]] {
    if let rows = stored[table] { return rows }
    guard let plan = positions[table].map({ plans[$0] }) else { return [] }
    let names = plan.columns.map(\.name)
    let list = names.map(\.quotedName).joined(separator: ", ")
    let rows =
      names.isEmpty
      ? [] : try connection.rows("SELECT \(list) FROM \(plan.table.name.quotedName)")
    let found = rows.map { Self.named($0, of: plan) }
    stored[table] = found
    return found
  }

  private mutating func note(_ row: [SQLiteValue], of plan: TablePlan) {
    // Whoever asks later reads it.
    stored[plan.table.name.lowercasedASCII]?.append(Self.named(row, of: plan))
  }

  private static func named(_ row: [SQLiteValue], of plan: TablePlan) -> [String: SQLiteValue] {
    Dictionary(zip(plan.columns.map { $0.name.lowercasedASCII }, row)) { first, _ in first }
  }

  /// Inserts one row.
  ///
  /// - Parameter index: the position of the plan.
  /// - Returns: the row as it is there now; `nil`: no row that is like it can be had.
  mutating func insert(_ values: [Value], into index: Int) throws -> [Value]? {
    let plan = plans[index]
    let statement = try connection.cached(plan.insertion)
    var row = try fitted(values, plan: plan)
    try fill(&row, index)
    // Rows that are refused for the same reason do not all become the same row.
    let salt = Int(values.reduce(UInt64(0)) { $0 &* 31 &+ $1.mark } % 1009)
    var attempt = 0
    // One that only rows stand in the way of.
    var rival: [Value]?
    while true {
      do {
        row = zip(row, plan.types).map { $0.conformed(to: $1) }
        try refuseReserved(row, index)
        for (place, value) in row.enumerated() { try statement.bind(value.cell, at: place + 1) }
        try connection.insert(with: statement)
        note(row.map(\.cell), of: plan)
        filled.insert(index)
        filler?.note(row, of: index)
        return row
      } catch let error as SQLiteError {
        statement.reset()
        refusals[index] = error.message
        if error.isDuplicate, rival == nil, reserved.taken(by: row, of: index) == nil {
          rival = row
        }
        attempt += 1
        guard attempt < Self.attempts,
          try change(&row, after: error, plan: plan, attempt: attempt, salt: salt)
        else {
          guard let rival, try replace(with: rival, index) else { return nil }
          return rival
        }
        // What a constraint names need not be a value whose loss would show.
        if attempt < Self.fillingAttempts { try fill(&row, index) }
      }
    }
  }

  /// Refuses a row as a unique index does, if its key is reserved.
  ///
  /// - Throws: `SQLiteError`.
  private func refuseReserved(_ row: [Value], _ index: Int) throws {
    guard let places = reserved.taken(by: row, of: index) else { return }
    let plan = plans[index]
    let columns = places.map { "\(plan.table.name).\(plan.columns[$0].name)" }
    throw SQLiteError(
      code: 2067, message: "UNIQUE constraint failed: \(columns.joined(separator: ", "))")
  }

  /// Puts a row in the place of one that a script has put there, where no other fits beside it: a
  /// table of settings has one row for ever.
  ///
  /// - Returns: whether the row is there now.
  private mutating func replace(with row: [Value], _ index: Int) throws -> Bool {
    guard !filled.contains(index) else { return false }
    let plan = plans[index]
    let before = try connection.foreignKeyViolations().count
    try connection.execute("SAVEPOINT rival")
    var replaceable = try ReplaceableRows(plan, in: connection)
    try replaceable.makeRoom(for: row, in: connection)
    let statement = try connection.cached(plan.insertion)
    for (place, value) in row.enumerated() { try statement.bind(value.cell, at: place + 1) }
    do {
      try connection.insert(with: statement)
      guard try connection.foreignKeyViolations().count == before else {
        throw SQLiteError(code: 787, message: "")
      }
    } catch is SQLiteError {
      statement.reset()
      try connection.execute("ROLLBACK TO rival; RELEASE rival")
      return false
    }
    try connection.execute("RELEASE rival")
    stored[plan.table.name.lowercasedASCII] = nil
    filled.insert(index)
    return true
  }

  // MARK: Before

  /// Gives columns that have no value yet whose loss would show one of those that they may have.
  private mutating func fill(_ row: inout [Value], _ index: Int) throws {
    guard let places = filler?.missing(in: row, of: index) else { return }
    let plan = plans[index]
    for place in places {
      let values: [Value]
      if let reference = plan.references.first(where: { $0.columns.contains(place) }) {
        // One of several columns has to agree with the others.
        guard reference.columns.count == 1, let name = reference.targetColumns.first else {
          continue
        }
        values = try storedRows(reference.target).compactMap {
          $0[name.lowercasedASCII].map(Value.init)
        }
      } else {
        values =
          plan.candidates[place]
          + (plan.roles[place].takesComparedValues ? plan.literals[place] : [])
          + (0..<2).map { simple(place, plan, $0) }
      }
      let found = values.lazy.map { $0.conformed(to: plan.types[place]) }.first { value in
        filler?.isDistinctive(value, at: place, of: index) ?? false
      }
      if let found { row[place] = found }
    }
  }

  private mutating func fitted(_ values: [Value], plan: TablePlan) throws -> [Value] {
    var row = values
    for place in row.indices {
      let column = plan.columns[place]
      // What no database holds, as a link that a column of any type was given.
      if !row[place].isNull, row[place].cell.isNull { row[place] = simple(place, plan, 0) }
      // Nobody puts bytes into a column that is declared as a string, a decimal or a date.
      if case .data(let bytes) = row[place],
        ColumnAffinity(declaredType: column.declaredType) == .numeric
      {
        row[place] = .string(String(decoding: bytes, as: UTF8.self))
      }
      let mark = row[place].mark
      if let literal = Self.literal(for: row[place], at: place, of: plan) {
        row[place] = literal
      } else if plan.roles[place] == .json, !plan.documents[place].isEmpty, !row[place].isNull,
        mark % 2 == 0 || plan.isListed[place]
      {
        row[place] = plan.documents[place][Int(mark / 2 % UInt64(plan.documents[place].count))]
      } else {
        row[place] = plan.roles[place].fitted(
          row[place], mark: mark, affinity: column.presumedAffinity)
        if let length = plan.lengths[place] {
          row[place] = length.fitted(row[place].conformed(to: plan.types[place]))
        }
      }
      if row[place].isNull, column.isRequired || isKey(place, plan) {
        row[place] = simple(place, plan, 0)
      }
    }
    align(&row, plan: plan)
    for group in plan.referenceGroups { try refer(group, in: &row, plan: plan, shift: 0) }
    try share(with: &row, plan: plan)
    // What a row shares with another may be only a part of what these agree on.
    for group in plan.referenceGroups where group.count > 1 {
      try refer(group, in: &row, plan: plan, shift: 0)
    }
    return row
  }

  /// What a condition asks for, in the place of three values in eight; `nil`: the value is to stay.
  static func literal(for value: Value, at place: Int, of plan: TablePlan) -> Value? {
    let literals = plan.literals[place]
    guard plan.roles[place].takesComparedValues, !literals.isEmpty, !value.isNull else {
      return nil
    }
    if literals.contains(value) { return value }
    let mark = value.mark
    return mark % 8 < 3 ? literals[Int(mark / 8 % UInt64(literals.count))] : nil
  }

  private mutating func share(with row: inout [Value], plan: TablePlan) throws {
    guard !plan.sharedColumns.isEmpty || !plan.ownKeys.isEmpty,
      let last = try storedRows(plan.table.name.lowercasedASCII).last
    else { return }
    let mark = row.reduce(UInt64(0)) { $0 &* 31 &+ $1.mark }
    let values = plan.columns.map { last[$0.name.lowercasedASCII].map(Value.init) ?? .null }
    row = Self.nearCopy(of: values, for: row, plan: plan, mark: mark)
  }

  private func isKey(_ place: Int, _ plan: TablePlan) -> Bool {
    plan.table.primaryKey.contains { $0.isSameName(as: plan.columns[place].name) }
  }

  /// The *n*-th simple value of a column.
  func simple(_ place: Int, _ plan: TablePlan, _ number: Int) -> Value {
    let affinity = plan.columns[place].presumedAffinity
    let value: Value =
      switch affinity {
      case .integer, .numeric: .int(Int64(number))
      case .real: .double(Double(number) + 0.5)
      case .text: .string("t\(number)")
      case .blob: plan.columns[place].declaredType.isEmpty ? .int(Int64(number)) : .data([1])
      }
    if plan.roles[place] == .plain, let length = plan.lengths[place] {
      return length.value(number, affinity: affinity)
    }
    return plan.roles[place].fitted(value, mark: UInt64(number) + 1, affinity: affinity)
  }
}

extension Value {
  /// The value, or one like it, of the type that the schema has for a column.
  fileprivate func conformed(to type: PropertyType) -> Value {
    switch (type, self) {
    case (_, .null), (.int, .int), (.double, .double), (.string, .string), (.data, .data):
      return self
    case (.int, .double(let number)): return .int(Int64(exactly: number.rounded()) ?? 0)
    case (.int, .string(let text)): return .int(Int64(text) ?? Int64(mark % 1000))
    case (.int, _): return .int(Int64(mark % 1000))
    case (.double, .int(let number)): return .double(Double(number))
    case (.double, .string(let text)): return .double(Double(text) ?? Double(mark % 1000))
    case (.string, .int(let number)): return .string("\(number)")
    case (.string, .double(let number)): return .string("\(number)")
    case (.string, .data(let bytes)): return .string(String(decoding: bytes, as: UTF8.self))
    case (.data, .string(let text)): return .data(Array(text.utf8))
    case (.data, .int(let number)): return .data(Array("\(number)".utf8))
    default: return self
    }
  }

  /// A number that is the same for the same value, spread over all numbers.
  var mark: UInt64 {
    var bytes: [UInt8]
    switch cell {
    case .null: bytes = [0]
    case .integer(let number):
      // Small numbers stay apart even where only a few targets are there.
      return number >= 0 ? UInt64(number) : UInt64(bitPattern: ~number) &+ 3
    case .real(let number): bytes = withUnsafeBytes(of: number.bitPattern) { Array($0) }
    case .text(let text): bytes = Array(text.utf8)
    case .invalidText(let content), .blob(let content): bytes = content
    }
    let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return hash >> 3
  }
}

extension SQLiteError {
  /// Whether another row has the same key, or the same value of a unique index.
  fileprivate var isDuplicate: Bool { primaryCode == 19 && [6, 8, 10].contains(code >> 8) }
}
