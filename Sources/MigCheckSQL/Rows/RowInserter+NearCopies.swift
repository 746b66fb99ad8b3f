import MigCheckModel
import MigCheckText

/// Rows that are nearly those before them, in columns that are unique, or are to be: they are alike as
/// soon as a later version says so, or writes one of them.
extension RowInserter {
  /// What the row becomes; the same for the same rows.
  ///
  /// - Parameters:
  ///   - last: the row that was inserted before it.
  ///   - mark: a number of the row.
  static func nearCopy(
    of last: [Value], for row: [Value], plan: TablePlan, mark: UInt64
  ) -> [Value] {
    var row = row
    func take(_ columns: [Int]) {
      for place in columns { row[place] = last[place] }
    }
    func choice(_ keys: [[Int]]) -> [Int]? {
      keys.isEmpty ? nil : keys[Int(mark / 8 % UInt64(keys.count))]
    }
    let all = plan.ownKeys + plan.sharedColumns
    let moved = all.filter { $0.contains { plan.shifts[$0] != nil } }
    switch mark % 8 {
    case 0, 4: if let columns = choice(plan.sharedColumns) { take(columns) }
    case 1, 5:
      let folded = all.filter { !plan.foldedColumns.isDisjoint(with: $0) }
      guard let columns = choice(folded),
        let place = columns.first(where: plan.foldedColumns.contains)
      else { break }
      take(columns)
      row[place] = last[place].inOtherCase
    case 2:
      let compared = all.filter { $0.contains { plan.literals[$0].count > 1 } }
      guard let columns = choice(compared),
        let place = columns.first(where: { plan.literals[$0].count > 1 })
      else { break }
      take(columns)
      let literals = plan.literals[place]
      let known = literals.firstIndex { $0 == last[place] }
      row[place] = literals[known.map { ($0 + 1) % literals.count } ?? 0]
    case 3, 6:
      // Each row takes the number of the next one as it is moved.
      guard let columns = choice(moved),
        let place = columns.first(where: { plan.shifts[$0] != nil }),
        let shift = plan.shifts[place], case .int(let number) = last[place],
        plan.roles[place].admits(.int(number &+ shift))
      else { break }
      take(columns)
      row[place] = .int(number &+ shift)
    default: break
    }
    return row
  }
}

extension Value {
  /// A text that is the same but for the case of its letters, or for a blank at its end.
  fileprivate var inOtherCase: Value {
    guard case .string(let text) = self else { return self }
    let bytes = Array(text.utf8)
    guard bytes.contains(where: \.isASCIILetter) else {
      return .string(text.isEmpty ? "a" : text + "a")
    }
    let upper = bytes.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }
    let lower = bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    return .string(String(decoding: upper == bytes ? lower : upper, as: UTF8.self))
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
