#if CommandLine
  import MigCheckHistory
  import MigCheckVerifier

  /// A step of a migration in words.
  struct StepText {
    let summary: MigrationStep.Summary

    /// One line, or where that is too wide, one for each assignment.
    func lines(width: Int) -> [String] {
      let texts = summary.parts.map(ValueText.prose)
      let title = ValueText.prose(summary.head)
      guard !texts.isEmpty else { return [title] }
      let line = "\(title): \(texts.joined(separator: ", "))"
      return line.count <= width ? [line] : ["\(title):"] + texts.map { "  \($0)" }
    }
  }
#endif
