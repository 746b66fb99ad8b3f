import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What becomes of a row that the database refuses.
extension RowInserter {
  /// - Returns: whether there is another row to try.
  mutating func change(
    _ row: inout [Value], after error: SQLiteError, plan: TablePlan, attempt: Int, salt: Int
  ) throws -> Bool {
    guard error.primaryCode == 19 || error.primaryCode == 20 else { return false }
    let kind = error.code >> 8
    let named = columns(in: error.message, plan)
    switch kind {
    case 5:  // NOT NULL
      guard let place = named.first else { return false }
      row[place] = simple(place, plan, attempt)
    case 6, 8, 10:  // PRIMARY KEY, UNIQUE, row id
      let places = named.isEmpty ? Array(row.indices) : named
      try vary(&row, at: places[attempt % places.count], plan: plan, attempt: attempt)
    default:
      return choose(
        &row, among: columns(inCheck: error.message, plan), plan: plan, attempt: attempt, salt: salt
      )
    }
    return true
  }

  private func columns(in message: String, _ plan: TablePlan) -> [Int] {
    guard let colon = message.firstRange(of: "failed: ") else { return [] }
    return message[colon.upperBound...].split(separator: ",").compactMap { part in
      let name = part.split(separator: ".").last.map { String($0.drop { $0 == " " }) } ?? ""
      return plan.columns.firstIndex { $0.name.isSameName(as: name) }
    }
  }

  /// The columns that a failed CHECK is about, as far as SQLite repeats it: one with a name it does not.
  private func columns(inCheck message: String, _ plan: TablePlan) -> [Int] {
    guard let colon = message.firstRange(of: "CHECK constraint failed: ") else { return [] }
    let names = SQLToken.tokens(of: String(message[colon.upperBound...])).compactMap(\.name)
    return plan.columns.indices.filter { place in
      names.contains { $0.isSameName(as: plan.columns[place].name) }
    }
  }

  private mutating func vary(
    _ row: inout [Value], at place: Int, plan: TablePlan, attempt: Int
  ) throws {
    if let group = plan.referenceGroups.first(where: { group in
      group.contains { $0.isDeclared && $0.columns.contains(place) }
    }) {
      try refer(group, in: &row, plan: plan, shift: attempt)
      return
    }
    // A pattern may ask for other texts than those of digits.
    if let length = plan.lengths[place], attempt % 2 == 0 {
      let count = try storedRows(plan.table.name.lowercasedASCII).count
      row[place] = length.value(
        count + attempt,
        affinity: ColumnAffinity(declaredType: plan.columns[place].declaredType))
      return
    }
    let candidates = plan.candidates[place]
    if !candidates.isEmpty {
      row[place] = candidates[attempt % candidates.count]
      return
    }
    switch row[place] {
    case .string(let text) where plan.roles[place] == .plain:
      row[place] = .string(text + "\(attempt)")
    case .data(let bytes): row[place] = .data(bytes + [UInt8(truncatingIfNeeded: attempt)])
    default:
      let count = try storedRows(plan.table.name.lowercasedASCII).count
      row[place] = simple(place, plan, count + attempt)
    }
  }

  /// Puts values that the constraints name into the columns that they are about: one column at a
  /// time, then all of them.
  ///
  /// - Parameter named: the columns of the constraint that refuses the row; empty: it is not known.
  private func choose(
    _ row: inout [Value], among named: [Int], plan: TablePlan, attempt: Int, salt: Int
  ) -> Bool {
    let known = named.filter { !plan.candidates[$0].isEmpty }
    let places = known.isEmpty ? row.indices.filter { !plan.candidates[$0].isEmpty } : known
    guard !places.isEmpty else { return false }
    // One constraint after another may fail: now and then all columns get what is likely.
    let likely = attempt % 8 == 0 ? Array(row.indices) : attempt % 3 == 0 ? places : []
    if likely.contains(where: { !plan.likely[$0].isEmpty }) {
      for place in likely where !plan.likely[place].isEmpty {
        row[place] = plan.likely[place][(attempt / 3 + salt) % plan.likely[place].count]
      }
    } else if attempt <= Self.attempts / 2 {
      let place = places[attempt % places.count]
      let candidates = plan.candidates[place]
      row[place] = candidates[(attempt / places.count + salt) % candidates.count]
    } else {
      for (offset, place) in places.enumerated() {
        let candidates = plan.candidates[place]
        row[place] = candidates[(attempt * (offset + 1) + salt) % candidates.count]
      }
    }
    return true
  }
}

extension SQLiteConnection {
  /// `SQLITE_CONSTRAINT_TRIGGER`.
  private static let refusedByTrigger: Int32 = 1811

  /// Inserts one row.
  ///
  /// - Throws: `SQLiteError`, also if a trigger ignores the row with `RAISE(IGNORE)`.
  func insert(with statement: SQLiteStatement) throws {
    try statement.run()
    guard changes > 0 else {
      throw SQLiteError(code: Self.refusedByTrigger, message: "a trigger ignores the row")
    }
  }
}
