import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Rows that refer to rows that are there.
///
/// References that share columns, as `(tenant, author)` and `(tenant, book)`, need rows that agree in
/// them. The first rows of all the tables that such references lead to have the same value there, so
/// that some agree however few they are; which of the others do is found by trying.
extension RowInserter {
  /// How many rows are tried for references that share columns.
  private static let patience = 400

  static func sharedKeys(of plans: [TablePlan]) -> [String: Set<String>] {
    var result = [String: Set<String>]()
    for group in plans.flatMap(\.referenceGroups) where group.count > 1 {
      for (number, reference) in group.enumerated() {
        let others = Set(
          group.enumerated().filter { $0.offset != number }.flatMap(\.element.columns))
        for (place, column) in zip(reference.columns, reference.targetColumns)
        where others.contains(place) {
          result[reference.target, default: []].insert(column.lowercasedASCII)
        }
      }
    }
    return result
  }

  /// Gives the first row of a table the values that the first rows of others have.
  mutating func align(_ row: inout [Value], plan: TablePlan) {
    guard let shared = sharedKeys[plan.table.name.lowercasedASCII], isFirst(plan) else { return }
    for (place, column) in plan.columns.enumerated()
    where shared.contains(column.name.lowercasedASCII) {
      row[place] = simple(place, plan, 0)
    }
  }

  private mutating func isFirst(_ plan: TablePlan) -> Bool {
    (try? storedRows(plan.table.name.lowercasedASCII).isEmpty) ?? false
  }

  /// Lets a row refer to rows that are there, the same for the same values.
  mutating func refer(
    _ group: [TablePlan.Reference], in row: inout [Value], plan: TablePlan, shift: Int
  ) throws {
    guard group.count > 1 else {
      try refer(group[0], in: &row, plan: plan, shift: shift)
      return
    }
    var steps = Self.patience
    if let found = try agreeing(group[...], row, plan, shift: shift, fixed: [], steps: &steps) {
      row = found
    }
  }

  /// The row with references that agree; `nil`: no rows do.
  private mutating func agreeing(
    _ group: ArraySlice<TablePlan.Reference>, _ row: [Value], _ plan: TablePlan, shift: Int,
    fixed: Set<Int>, steps: inout Int
  ) throws -> [Value]? {
    guard let reference = group.first else { return row }
    let rest = group.dropFirst()
    let places = fixed.union(reference.columns)
    if reference.columns.contains(where: { row[$0].isNull }) {
      // A reference with a NULL leads nowhere.
      return try agreeing(rest, row, plan, shift: shift, fixed: fixed, steps: &steps)
    }
    let targets = try targets(of: reference, plan: plan)
    let names = reference.targetColumns.map(\.lowercasedASCII)
    let mark = reference.columns.map { row[$0] }.reduce(UInt64(0)) { $0 &* 31 &+ $1.mark }
    let start = isFirstChoice(reference, plan) ? 0 : mark
    for offset in targets.indices {
      guard steps > 0 else { return nil }
      steps -= 1
      let target = targets[Int((start &+ UInt64(shift + offset)) % UInt64(targets.count))]
      var tried = row
      var isPossible = true
      for (place, name) in zip(reference.columns, names) {
        guard let cell = target[name], !cell.isNull else {
          isPossible = false
          break
        }
        let value = Value(cell)
        if fixed.contains(place), row[place] != value { isPossible = false }
        tried[place] = value
      }
      if isPossible,
        let found = try agreeing(rest, tried, plan, shift: shift, fixed: places, steps: &steps)
      {
        return found
      }
    }
    let free = reference.columns.first { place in
      !fixed.contains(place) && !plan.columns[place].isRequired
        && !plan.table.primaryKey.contains(where: plan.columns[place].name.isSameName)
    }
    guard let free else { return nil }
    var without = row
    without[free] = .null
    return try agreeing(rest, without, plan, shift: shift, fixed: fixed, steps: &steps)
  }

  /// The rows that a declared reference may lead to.
  private mutating func targets(
    of reference: TablePlan.Reference, plan: TablePlan
  ) throws -> [[String: SQLiteValue]] {
    let targets = try storedRows(reference.target)
    // Whatever does not come to be is cleared in the end.
    return targets.isEmpty && reference.isDeclared
      && reference.target != plan.table.name.lowercasedASCII
      ? planned[reference.target] ?? [] : targets
  }

  /// Whether a reference leads to the first row that it may lead to, for rows of others to agree.
  private mutating func isFirstChoice(_ reference: TablePlan.Reference, _ plan: TablePlan) -> Bool {
    guard let shared = sharedKeys[plan.table.name.lowercasedASCII], isFirst(plan) else {
      return false
    }
    return reference.columns.contains { shared.contains(plan.columns[$0].name.lowercasedASCII) }
  }

  /// Lets a row refer to one that is there, the same for the same value.
  private mutating func refer(
    _ reference: TablePlan.Reference, in row: inout [Value], plan: TablePlan, shift: Int
  ) throws {
    let given = reference.columns.map { row[$0] }
    guard !given.contains(where: \.isNull) else { return }
    let mark = given.reduce(UInt64(0)) { $0 &* 31 &+ $1.mark }
    // A few of those that names alone suggest lead nowhere.
    if !reference.isDeclared, mark % 8 == 7 { return }
    let targets = try targets(of: reference, plan: plan)
    let names = reference.targetColumns.map(\.lowercasedASCII)
    guard !targets.isEmpty else {
      guard reference.isDeclared else { return }
      if reference.isOptional {
        for place in reference.columns where !plan.columns[place].isRequired { row[place] = .null }
      } else if reference.target == plan.table.name.lowercasedASCII {
        referToItself(reference, in: &row, plan: plan)
      }
      return
    }
    let start = isFirstChoice(reference, plan) ? 0 : mark
    // One that has what a condition asks for.
    let compared = given.indices.filter {
      plan.literals[reference.columns[$0]].contains(given[$0])
    }
    let wanted = targets.first { target in
      !compared.isEmpty
        && compared.allSatisfy { given[$0] == target[names[$0]].map(Value.init) }
    }
    let chosen = targets[Int((start &+ UInt64(shift)) % UInt64(targets.count))]
    let target = shift == 0 ? wanted ?? chosen : chosen
    for (place, name) in zip(reference.columns, names) {
      if let cell = target[name], !cell.isNull { row[place] = Value(cell) }
    }
  }

  private func referToItself(
    _ reference: TablePlan.Reference, in row: inout [Value], plan: TablePlan
  ) {
    for (place, name) in zip(reference.columns, reference.targetColumns) {
      if let own = plan.columns.firstIndex(where: { $0.name.isSameName(as: name) }) {
        row[place] = row[own]
      }
    }
  }
}
