#if CommandLine
  import MigCheckHistory
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// The steps of the migration into one version, if they can be read.
  struct MigrationText {
    /// Of a history; empty where the steps are known in words alone, or not at all.
    private(set) var steps: [MigrationStep] = []
    private var words: [String] = []
    private var isReadable = true

    init(of subject: any LoadedSubject, into version: UInt64) {
      if let history = subject.history {
        steps = history.stage(version)?.steps ?? []
        if history.needsBlock { words = ["Swift code, which is not in the file"] }
      } else {
        let evidence = subject.subject.evidence
        words = evidence.steps?.descriptions(into: version) ?? []
        isReadable = !words.isEmpty || !evidence.holdsCode(into: version)
      }
    }

    var isEmpty: Bool { steps.isEmpty && words.isEmpty && isReadable }

    func lines(width: Int) -> [String] {
      guard isReadable else { return ["code that cannot be read"] }
      return steps.flatMap { StepText(summary: $0.summary).lines(width: width) }
        + words.map(ValueText.prose)
    }
  }
#endif
