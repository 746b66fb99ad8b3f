import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckFormats
  import MigCheckModel
  import MigCheckHistory
  import MigCheckSQL
  import MigCheckVerifier

  /// `--explain`.
  struct ExplainOption: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Show a warning in full, by its name, or what a check demands. (repeatable)",
        valueName: "name"))
    var explain: [String] = []

    /// The names, each once, in the order in which they were given.
    ///
    /// - Throws: `UsageError` for a name that no warning and no check has.
    func names() throws -> [String] {
      let known =
        Check.allCases.map(\.rawValue) + HealthWarning.Kind.all.map(\.rawValue)
        + EngineID.allDefectNames + FaultCodes.all
      var names = [String]()
      for name in explain where !names.contains(where: { $0.isIdentical(to: name) }) {
        guard known.contains(where: { $0.isIdentical(to: name) }) else {
          throw UsageError(
            "--explain finds no warning or check \"\(ValueText.escaped(name))\"; "
              + (nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
                ?? "known names: \(known.joined(separator: ", "))"))
        }
        names.append(name)
      }
      return names
    }
  }
#endif
