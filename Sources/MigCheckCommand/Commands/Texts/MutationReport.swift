import MigCheckText

#if CommandLine
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// What became of the mistakes, for people and for programs.
  struct MutationReport {
    let result: MutationTesting.Result

    private var baseline: Report { result.baseline }

    /// All lines, each with its line break.
    func text(colours: Bool) -> String {
      guard baseline.verdict == .passed else {
        return TextReport(colours: colours).text(baseline)
      }
      var lines = [String]()
      for outcome in result.outcomes {
        let mark = outcome.isKilled ? "✔" : "✘"
        lines.append(
          "\(mark) version \(outcome.version)   \(outcome.kind)   "
            + ValueText.prose(outcome.change) + ":")
        lines += StepText(summary: outcome.step).lines(width: 72).map { "    \($0)" }
        lines +=
          outcome.isKilled
          ? ["  noticed by \(outcome.killedBy.joined(separator: ", "))"] : survival(outcome)
      }
      if !lines.isEmpty { lines.append("") }
      let name = ValueText.escaped(baseline.history)
      lines.append("\(name): \(result.killed) of \(result.outcomes.count) mistakes noticed")
      if result.planned == 0 {
        lines.append("No migration has a step to put a mistake into: this is not a pass.")
      }
      if result.isInterrupted {
        let rest = CountText.text(result.planned - result.outcomes.count, "mistake")
        lines.append("Ended early: \(rest) \(rest.hasPrefix("1 ") ? "was" : "were") not tried.")
      }
      return ColumnText.fitted(lines).map { $0 + "\n" }.joined()
    }

    /// What files show: a finding for each mistake that is not noticed, and a case for the others.
    var content: ReportContent {
      var document = ReportDocument(baseline)
      if baseline.verdict == .passed {
        document.findings += result.outcomes.filter { !$0.isKilled }.map(finding)
        document.passedCases = result.outcomes.filter(\.isKilled).map(name)
        document.verdict =
          result.killed < result.outcomes.count
          ? "failed" : result.outcomes.isEmpty || result.isInterrupted ? "vacuous" : "passed"
      }
      document.explainFaults()
      return ReportContent(document: document, json: json, text: { text(colours: false) })
    }

    private func name(_ outcome: MutationTesting.Outcome) -> String {
      "version \(outcome.version), \(outcome.kind): \(outcome.change) \(outcome.step.text)"
    }

    private func finding(_ outcome: MutationTesting.Outcome) -> ReportDocument.Finding {
      let difference = outcome.difference
      return ReportDocument.Finding(
        name: "unnoticed-mistake", kind: outcome.kind,
        message: "No check notices this mistake in the migration into version "
          + "\(outcome.version): \(outcome.change) \(outcome.step.text)",
        from: difference?.from ?? outcome.version, to: difference?.to ?? outcome.version,
        type: difference?.type.text, property: difference?.property?.text,
        rows: difference.map {
          let object = $0.type.text + ($0.object.map { "#\($0)" } ?? "")
          return [
            .init("expected", object: object, property: $0.property?.text, value: $0.expected),
            .init("found", object: object, property: $0.property?.text, value: $0.found),
          ]
        } ?? [], notes: [("what would", outcome.remedy)])
    }

    private func survival(_ outcome: MutationTesting.Outcome) -> [String] {
      let remedy = "  what would: \(ValueText.prose(outcome.remedy))"
      guard let difference = outcome.difference else {
        let graphs = CountText.text(outcome.trials, "graph")
        return ["  nothing notices it, and it makes no difference in \(graphs)", remedy]
      }
      let object =
        ValueText.escaped(difference.type) + (difference.object.map { "#\($0)" } ?? "")
        + (difference.property.map { "." + ValueText.escaped($0) } ?? "")
      return [
        "  nothing notices it",
        "  \(difference.from) → \(difference.to)   \(object) = \(difference.found), "
          + "not \(difference.expected)",
        remedy,
      ]
    }

    var json: JSON {
      .object([
        .init("migcheck", .integer(1)), .init("history", .string(baseline.history)),
        .init("rules", .string(baseline.rules)), .init("from", .integer(baseline.from)),
        .init("to", .integer(baseline.to)),
        .init("seed", .string(baseline.seed.hexadecimal)),
        .init("baseline", .string(baseline.verdict.rawValue)),
        .init("interrupted", .bool(result.isInterrupted)),
        .init("planned", .integer(result.planned)),
        .init("mistakes", .array(result.outcomes.map(outcome))),
        .init("noticed", .integer(result.killed)),
        .init("survived", .integer(result.outcomes.count - result.killed)),
      ])
    }

    private func outcome(_ outcome: MutationTesting.Outcome) -> JSON {
      .object([
        .init("kind", .string(outcome.kind)), .init("version", .integer(outcome.version)),
        .init("change", .string(outcome.change)),
        .init("step", .string(outcome.step.text)),
        .init("noticed", .bool(outcome.isKilled)),
        .init("checks", .array(outcome.killedBy.map(JSON.string))),
        .init("trials", .integer(outcome.trials)),
        .init("difference", outcome.difference.map(difference) ?? .null),
        .init("remedy", outcome.isKilled ? .null : .string(outcome.remedy)),
        .init("invariant", outcome.invariant.map(invariant) ?? .null),
      ])
    }

    private func invariant(_ invariant: MutationTesting.ProposedInvariant) -> JSON {
      .object([
        .init("version", .integer(invariant.version)), .init("type", .string(invariant.type.text)),
        .init("since", .integer(invariant.since)), .init("holds", .string(invariant.holds)),
      ])
    }

    private func difference(_ difference: MutationTesting.Difference) -> JSON {
      .object([
        .init("from", .integer(difference.from)), .init("to", .integer(difference.to)),
        .init("type", .string(difference.type.text)),
        .init("property", difference.property.map { .string($0.text) } ?? .null),
        .init("object", difference.object.map { .integer($0) } ?? .null),
        .init("expected", .string(difference.expected)),
        .init("found", .string(difference.found)),
      ])
    }
  }
#endif
