import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// Known findings: those of shipped upgrades and accepted ones, each on a line with where
/// it is; and what somebody accepts that the run did not meet.
struct AcceptedText {
  let findings: [Finding]
  let unmet: [AcceptedFinding]
  let style: ReportStyle

  /// Empty if there is nothing to say.
  var lines: [String] {
    var lines = [String]()
    let shipped = findings.filter { $0.acceptance == .shipped }
    if !shipped.isEmpty {
      lines.append("as shipped, and not to be changed any more:")
      lines += shipped.flatMap { line($0.warningName, $0.hop, $0.message) }
    }
    add("known and accepted:", to: &lines) { finding in
      guard case .listed(let reason) = finding.acceptance else { return nil }
      return "reason: \(ValueText.escaped(reason))"
    }
    add("allowed by comments in the migrations:", to: &lines) { finding in
      guard case .allowed(let reason, let place) = finding.acceptance else { return nil }
      return "\(ValueText.escaped(place)): \(ValueText.escaped(reason))"
    }
    if !unmet.isEmpty {
      lines.append("accepted, but not found in this run; remove from the list what is fixed:")
      lines += unmet.flatMap { own in
        let place = own.type.map { PropertyPath(type: $0, property: own.property).description }
        return line(
          own.name, own.hop, [place, own.kind].compactMap(\.self).joined(separator: ", "))
      }
    }
    if !findings.isEmpty { lines += ["", "--explain NAME shows what a check found in full."] }
    return lines
  }

  /// - Parameter reason: of a finding; `nil`: it does not belong under the title.
  private func add(
    _ title: String, to lines: inout [String], reason: (Finding) -> String?
  ) {
    let own = findings.compactMap { finding in
      reason(finding).map { (finding: finding, reason: $0) }
    }
    guard !own.isEmpty else { return }
    lines.append(title)
    lines += own.flatMap { finding, reason in
      line(finding.warningName, finding.hop, finding.message) + line(reason, indent: 6)
    }
  }

  private func line(_ name: String, _ hop: Hop, _ text: String) -> [String] {
    line(
      "\(name) \(hop): \(text.split(separator: "\n").joined(separator: " "))", indent: 2)
  }

  private func line(_ text: String, indent: Int) -> [String] {
    let space = String(repeating: " ", count: indent)
    return text.wrapped(to: ColumnText.width - indent - 2).enumerated().map { number, part in
      (number == 0 ? space : space + "  ") + part
    }
  }
}

extension AcceptedFinding {
  /// What reports call such a finding in a line.
  fileprivate var name: String { check == .sideEffects ? code ?? check.rawValue : check.rawValue }
}
