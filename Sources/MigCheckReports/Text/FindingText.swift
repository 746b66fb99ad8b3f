import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// One finding in words, laid out in columns.
struct FindingText {
  let presentation: FindingPresentation
  let style: ReportStyle
  /// The last note: the seed and the trial; `nil`: the finding comes from a replay.
  var seed: UInt64?
  var width = ColumnText.width
  /// How the finding is run again.
  var replay = ReplayWay.migcheck

  private static let labelWidth = 13

  init(
    finding: Finding, history: String, seed: UInt64, style: ReportStyle, isReplay: Bool = false,
    width: Int = ColumnText.width, versionNames: [Report.VersionName] = []
  ) {
    presentation = FindingPresentation(
      finding, history: history, isReplay: isReplay,
      versionNames: VersionNames(versionNames, width: style.nameWidth), nameWidth: style.nameWidth)
    self.style = style
    self.seed = isReplay ? nil : seed
    self.width = width
  }

  var lines: [String] {
    var lines = [heading]
    // An engine may have several things to say, one a line.
    lines +=
      presentation.sentence.split(separator: "\n")
      .flatMap { String($0).wrapped(to: width - 2) }.map { "  \($0)" } + [""]
    let finding = presentation.finding
    let subject = finding.type.map { PropertyPath(type: $0, property: finding.property) }
    // What happens whatever objects there are is shown by rows of its own.
    if finding.failure.violation.dependsOnObjects || presentation.rows.isEmpty {
      lines += self.lines(presentation.start, subject: subject) + [""]
    }
    if let added = presentation.added { lines += self.lines(added) + [""] }
    let rows = rowLines
    if !rows.isEmpty { lines += rows + [""] }
    lines += noteLines.map(style.faint)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  private var heading: String {
    let finding = presentation.finding
    let check = finding.check.rawValue
    // Of these there are many kinds, each known by its code.
    let name =
      check.isIdentical(to: finding.warningName) ? check : "\(check) \(finding.warningName)"
    let mark =
      finding.severity == .error ? style.failure("✘ \(name)") : style.warning("⚠ \(name)")
    return "\(mark)   \(style.strong(presentation.title))"
  }

  private func lines(
    _ graph: FindingPresentation.Graph, subject: PropertyPath? = nil
  ) -> [String] {
    guard presentation.finding.hiddenObjects == nil else {
      let text = "\(graph.caption); \(replay.valuesOption) shows its values"
      return ColumnText.hanging(text, first: "  ", indent: 4, width: width)
    }
    let text = GraphText(
      graph: graph.graph, anyValues: graph.anyValues, subject: subject,
      firstNumbers: graph.firstNumbers, width: width - 4)
    return ["  \(graph.caption)"] + text.lines.map { "    \($0)" }
  }

  private var rowLines: [String] {
    let rows = presentation.rows
    // Labels that are too long stand on a line of their own.
    let labels = rows.map(\.label.count).filter { $0 + 2 <= width / 2 }
    let labelWidth = max(Self.labelWidth, (labels.max() ?? 0) + 4)
    var lines = rows.flatMap { row in
      row.text.isEmpty
        ? ColumnText.hanging(row.label, first: "  ", indent: 4, width: width)
        : ColumnText.labelled(row.label, row.text, labelWidth: labelWidth, width: width)
    }
    if !rows.isEmpty, presentation.count > 1 {
      let more = (presentation.count - 1).of("more object")
      lines.append("  \("".padded(to: labelWidth))and \(more)")
    }
    return lines
  }

  private var noteLines: [String] {
    var lines = presentation.notes.flatMap {
      ColumnText.labelled($0.label, $0.text, labelWidth: Self.labelWidth, width: width)
    }
    if let (line, note) = presentation.caseFile.map(replay.text) {
      // A line to be copied stays whole.
      lines.append("  \("replay".padded(to: Self.labelWidth))\(line)")
      if let note { lines.append("  \("".padded(to: Self.labelWidth))\(note)") }
    }
    if let seed {
      let trial = presentation.finding.trial.map { "trial \($0)" } ?? "from the corpus"
      lines += ColumnText.labelled(
        "seed", "\(seed.hexadecimal), \(trial)", labelWidth: Self.labelWidth, width: width)
    }
    return lines
  }
}
