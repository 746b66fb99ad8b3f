import MigCheckVerifier

/// The findings of a report by what they mean for the run, for all formats.
struct FindingClasses<Item> {
  /// By standing, in the order of the report.
  private let items: [(standing: Finding.Standing, item: Item)]

  init(_ items: [Item], standing: (Item) -> Finding.Standing) {
    self.items = items.map { (standing($0), $0) }
  }

  subscript(standing: Finding.Standing) -> [Item] {
    items.filter { $0.standing == standing }.map(\.item)
  }

  /// What keeps the run from passing.
  var problems: [Item] {
    items.filter { $0.standing == .fails || $0.standing == .undecided }.map(\.item)
  }

  /// What an author may mean.
  var warnings: [Item] { self[.warns] }

  var known: [Item] { self[.known] }

  /// Those that matter most first.
  var ranked: [Item] { Finding.Standing.allCases.flatMap { self[$0] } }

  /// `2 findings, 1 undecided, 1 known, 3 warnings`; empty: nothing was found.
  ///
  /// - Parameter warnings: how many health warnings there are.
  func counts(warnings: Int) -> String {
    func count(_ standing: Finding.Standing) -> Int {
      items.count { $0.standing == standing }
    }
    let all = count(.warns) + warnings
    return [
      count(.fails) > 0 ? count(.fails).of("finding") : nil,
      count(.undecided) > 0 ? "\(count(.undecided)) undecided" : nil,
      count(.known) > 0 ? "\(count(.known)) known" : nil, all > 0 ? all.of("warning") : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension FindingClasses<Finding> {
  init(_ findings: [Finding]) {
    self.init(findings, standing: \.standing)
  }
}
