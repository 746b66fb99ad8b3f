/// A finding in plain lines, for formats that take a text.
struct FindingLines {
  private let finding: ReportDocument.Finding
  private let explanation: String?

  init(_ finding: ReportDocument.Finding, explanation: String?) {
    self.finding = finding
    self.explanation = explanation
  }

  var text: String {
    var lines = [finding.message]
    if let explanation { lines.append("\(finding.name): \(explanation)") }
    lines.append("")
    if let hidden = finding.hidden {
      lines.append("\(finding.caption): \(hidden.of("object")) whose values are not shown")
    } else if !finding.caption.isEmpty {
      lines.append(finding.caption)
      lines += finding.objects.map { "  \(Self.text(of: $0))" }
      if finding.more > 0 { lines.append("  and \(finding.more.of("more object"))") }
    }
    lines += finding.rows.map(Self.text)
    if finding.count > 1 { lines.append("and \((finding.count - 1).of("more object"))") }
    lines += notes.map { "\($0.label): \($0.text)" }
    if let source = finding.source?.text {
      // By bytes, since a search by characters takes many times as long.
      lines += source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { "  | \(Substring($0))" }
    }
    return lines.joined(separator: "\n")
  }

  /// All but the places of files, which formats show in their own way.
  var notes: [ReportDocument.Note] {
    var notes = finding.notes
    if let rule = finding.alsoAtRule, let place = notes.firstIndex(where: { $0.label == "also at" })
    {
      notes[place].text = rule
    }
    if let file = finding.caseFile {
      notes.append(.init(label: "replay", text: "migcheck replay \(ShellText.file(file))"))
    }
    return notes
  }

  static func text(of object: ReportDocument.Object) -> String {
    let values = object.values.map { "\($0.property) \($0.text)" }
    return "\(object.name)   \(values.joined(separator: "   "))"
  }

  /// `before: Person#0.email = "a", as Person#1`.
  static func text(of row: ReportDocument.Row) -> String {
    let value = row.value.map { row.place == nil ? $0 : "\(row.property == nil ? "" : "= ")\($0)" }
    let text = [row.place, value].compactMap(\.self).joined(separator: " ")
    return "\(row.label): \(text)\(row.note.map { ", \($0)" } ?? "")"
  }
}
