import MigCheckModel

extension MigrationStep {
  /// A step in words: what it is about, and what it does there.
  package struct Summary: Sendable {
    /// `for each Person where old.age > 0`
    package var head: String
    /// `name = old.firstName`, one for each assignment; empty where the head says it all.
    package var parts: [String]

    package init(head: String, parts: [String] = []) {
      self.head = head
      self.parts = parts
    }

    /// All in one line.
    package var text: String {
      parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
    }
  }

  /// - Returns: names and expressions as the author wrote them.
  package var summary: Summary {
    var summary = action.summary
    func numbers(_ versions: [UInt64]) -> String {
      versions.map(String.init).joined(separator: ", ")
    }
    if isReleaseBlock {
      summary.head = "the block of the release, in Swift"
    } else {
      let guards = [
        onlyFrom.map { "only from \(numbers($0))" }, onlyTo.map { "only to \(numbers($0))" },
        ifProperty.map { "only to versions with \($0)" },
      ].compactMap(\.self)
      if !guards.isEmpty { summary.head += " (\(guards.joined(separator: ", ")))" }
    }
    return summary
  }
}

extension MigrationStep.Action {
  fileprivate var summary: MigrationStep.Summary {
    func assignments(_ set: [MigrationStep.Assignment]) -> [String] {
      set.map { "\($0.property) = \($0.expression)" }
    }
    switch self {
    case .renameProperty(let type, let from, let to):
      return .init(head: "rename \(type).\(from) to \(to)", parts: [])
    case .enumerate(let type, let condition, let set, let deletes):
      return .init(
        head: "for each \(type)\(condition.map { " where \($0)" } ?? "")",
        parts: assignments(set) + (deletes ? ["delete it"] : set.isEmpty ? ["visit it"] : []))
    case .create(let type, let value):
      return .init(head: "create a \(type)", parts: assignments(value))
    case .deleteData(let type): return .init(head: "delete all of \(type)", parts: [])
    case .embed(let type, let orphans, let shared):
      return .init(
        head: "embed \(type)",
        parts: ["\(orphans.rawValue) objects without parent", "\(shared.rawValue) shared objects"])
    case .code: return .init(head: "a block in Swift", parts: [])
    }
  }
}
