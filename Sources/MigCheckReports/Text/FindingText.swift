import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// One finding in words.
struct FindingText {
  let finding: Finding
  /// The name of the history.
  let history: String
  let seed: UInt64
  let style: ReportStyle
  /// Whether the finding comes of a case that was replayed, so that nothing was shrunk.
  var isReplay = false
  var width = ColumnText.width

  private static let labelWidth = 13
  private static let replayLabel = "replay"
  /// Of the name of a history: the rest of a heading has to have room too.
  static let nameWidth = 40

  var lines: [String] {
    var lines = [heading]
    // An engine may have several things to say, one a line.
    lines +=
      finding.message.split(separator: "\n")
      .flatMap { String($0).wrapped(to: width - 2) }.map { "  \($0)" } + [""]
    lines += startLines
    lines.append("")
    if !addedLines.isEmpty { lines += addedLines + [""] }
    if !outcomeLines.isEmpty { lines += outcomeLines + [""] }
    lines += noteLines
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  private var heading: String {
    let mark =
      finding.severity == .error
      ? style.failure("✘ \(finding.check.rawValue)")
      : style.warning("⚠ \(finding.check.rawValue)")
    let span = finding.hop.from == finding.hop.to ? "\(finding.hop.to)" : "\(finding.hop)"
    let name = ValueText.escaped(history).shortened(to: Self.nameWidth)
    return "\(mark)   \(style.strong("\(name) \(span)"))"
  }

  // MARK: The start graph

  private var startLines: [String] {
    let example = finding.counterexample
    let shrunk = "shrunk from \(example.originalObjects) in \(finding.evaluations.of("run"))"
    let count = example.objects.of("object")
    // Whether nothing more can be removed.
    let size =
      isReplay
      ? count
      : example.isMinimal ? "\(count), fully \(shrunk)" : "\(count), \(shrunk); ended early"
    return ["  start, version \(example.version) (\(size))"]
      + GraphText(
        graph: example.graph, anyValues: example.anyValues,
        subject: finding.type.map { PropertyPath(type: $0, property: finding.property) },
        width: width - 4
      ).lines.map { "    \($0)" }
  }

  // MARK: What came of it

  private func arrows(_ path: [UInt64]) -> String {
    path.map(String.init).joined(separator: " → ")
  }

  private var outcomeLines: [String] {
    let rows = finding.failure.violation.rows(at: finding.failure.site)
    // Labels that are too long stand by themselves.
    let labels = rows.map(\.label.count).filter { $0 + 2 <= width / 2 }
    let labelWidth = max(Self.labelWidth, (labels.max() ?? 0) + 4)
    var lines = rows.flatMap { row in
      row.text.isEmpty
        ? ColumnText.hanging(row.label, first: "  ", indent: 4, width: width)
        : ColumnText.labelled(row.label, row.text, labelWidth: labelWidth, width: width)
    }
    let count = finding.failure.violation.count
    if !rows.isEmpty, count > 1 {
      lines.append("  \("".padded(to: labelWidth))and \((count - 1).of("more object"))")
    }
    return lines
  }

  // MARK: Notes

  /// In a long history a mistake may show on thousands of hops.
  private static let hopLimit = 60

  private var alsoAt: String {
    let hops = finding.alsoAt.prefix(Self.hopLimit).map(\.description).joined(separator: ", ")
    let rest = finding.alsoAt.count - Self.hopLimit
    return rest > 0 ? "\(hops) and \(rest) more" : hops
  }

  private var noteLines: [String] {
    var notes = [(label: String, text: String)]()
    if finding.otherPath == nil, finding.path.count > 2 {
      notes.append(("path", arrows(finding.path)))
    }
    if finding.store == .file, !isReplay, finding.check != .storesAgree {
      notes.append(("store", "file only"))
    }
    if !finding.alsoAt.isEmpty {
      notes.append(("also at", alsoAt))
    }
    if finding.severity == .warning, let exemption = finding.exemption {
      notes += self.notes(exemption)
    }
    if finding.isFlaky {
      notes.append(("flaky", "it did not fail each time the counterexample was run"))
    }
    if isReplay { return formatted(notes) }
    if let file = finding.counterexample.caseFile {
      notes.append((Self.replayLabel, "migcheck replay \(ShellText.file(file))"))
    }
    let trial = finding.trial.map { "trial \($0)" } ?? "from the corpus"
    notes.append(("seed", "\(seed.hexadecimal), \(trial)"))
    return formatted(notes)
  }

  private func formatted(_ notes: [(label: String, text: String)]) -> [String] {
    notes.flatMap { label, text in
      // A line to be copied stays whole.
      label == Self.replayLabel
        ? ["  \(label.padded(to: Self.labelWidth))\(text)"]
        : ColumnText.labelled(label, text, labelWidth: Self.labelWidth, width: width)
    }.map(style.faint)
  }
}
