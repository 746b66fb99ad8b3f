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
    func other(_ such: [Int], _ value: (Int) -> Value?) -> Bool {
      guard let columns = choice(all.filter { $0.contains(where: such.contains) }),
        let place = columns.first(where: such.contains), let value = value(place)
      else { return false }
      take(columns)
      row[place] = value
      return true
    }
    func inOtherCase() -> Bool {
      other(plan.foldedColumns.sorted()) { last[$0].inOtherCase }
    }
    func withNextLiteral() -> Bool {
      other(plan.literals.indices.filter { plan.literals[$0].count > 1 }) { place in
        let literals = plan.literals[place]
        let known = literals.firstIndex { $0 == last[place] }
        return literals[known.map { ($0 + 1) % literals.count } ?? 0]
      }
    }
    // Each row takes the number of the next one as it is moved.
    func moved() -> Bool {
      other(plan.shifts.indices.filter { plan.shifts[$0] != nil }) { place in
        guard let shift = plan.shifts[place], case .int(let number) = last[place],
          plan.roles[place].admits(.int(number &+ shift))
        else { return nil }
        return .int(number &+ shift)
      }
    }
    // What does not concern the table leaves its turn to others.
    switch mark % 8 {
    case 0, 4: if let columns = choice(plan.sharedColumns) { take(columns) }
    case 1, 5: _ = inOtherCase()
    case 2: _ = withNextLiteral() || inOtherCase()
    case 3, 6: _ = moved() || inOtherCase() || withNextLiteral()
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
