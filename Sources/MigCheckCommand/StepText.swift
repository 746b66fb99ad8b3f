#if CommandLine
  import MigCheckRules
  import MigCheckVerifier

  /// A step of a migration in words.
  struct StepText {
    let step: MigrationStep

    /// One line, or where that is too wide, one for each assignment.
    func lines(width: Int) -> [String] {
      let (head, parts) = words
      let condition =
        step.onlyFrom.map { versions in
          " (only from \(versions.map(String.init).joined(separator: ", ")))"
        } ?? ""
      let texts = parts.map(ValueText.prose)
      let title = ValueText.prose(head) + condition
      guard !texts.isEmpty else { return [title] }
      let line = "\(title): \(texts.joined(separator: ", "))"
      return line.count <= width ? [line] : ["\(title):"] + texts.map { "  \($0)" }
    }

    private var words: (head: String, parts: [String]) {
      switch step.action {
      case .renameProperty(let type, let from, let to): ("rename \(type).\(from) to \(to)", [])
      case .enumerate(let type, let condition, let set, let deletes):
        (
          "for each \(type)\(condition.map { " where \($0)" } ?? "")",
          assignments(set) + (deletes ? ["delete it"] : set.isEmpty ? ["visit it"] : [])
        )
      case .create(let type, let value): ("create a \(type)", assignments(value))
      case .deleteData(let type): ("delete all of \(type)", [])
      case .embed(let type, let orphans, let shared):
        (
          "embed \(type)",
          ["\(orphans.rawValue) objects without parent", "\(shared.rawValue) shared objects"]
        )
      case .block: ("a block in Swift", [])
      }
    }

    private func assignments(_ set: [MigrationStep.Assignment]) -> [String] {
      set.map { "\($0.property) = \($0.expression)" }
    }
  }
#endif
