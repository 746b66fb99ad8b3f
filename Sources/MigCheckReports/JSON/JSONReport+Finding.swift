import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension JSONReport {
  /// A finding: its own form in JSON, with what its presentation shows put in.
  static func finding(_ presentation: FindingPresentation) -> JSON {
    .object(
      stored(presentation.finding).flatMap { member -> [JSON.Member] in
        switch member.key {
        case "store": [member] + words(presentation)
        case "followUp": [.init("followUp", followUp(member.value, presentation))]
        // The name of earlier releases, for one release more.
        case "exemption": [member, .init("leniency", member.value)]
        case "counterexample":
          [.init("counterexample", counterexample(member.value, presentation))]
        default: [member]
        }
      })
  }

  private static func stored(_ finding: Finding) -> [JSON.Member] {
    do {
      return try JSON(encoding: finding).members
    } catch {
      preconditionFailure("a finding can be encoded: \(error)")
    }
  }

  /// What the finding is about, and what a person reads of it.
  private static func words(_ presentation: FindingPresentation) -> [JSON.Member] {
    let violation = presentation.finding.failure.violation
    return [
      .init("code", text(violation.code)), .init("type", text(violation.type)),
      .init("property", text(violation.property)), .init("subject", text(violation.subject)),
      .init("object", violation.object.map { .integer($0) } ?? .null),
      .init("count", .integer(presentation.count)),
      .init("message", .string(presentation.sentence)),
      .init("rows", .array(presentation.rows.map(row))),
    ]
  }

  private static func row(_ row: FailureRow) -> JSON {
    .object([
      .init("label", .string(row.label)), .init("object", text(row.objectText)),
      .init("property", text(row.property)), .init("value", text(row.value)),
      .init("note", text(row.note)),
    ])
  }

  private static func followUp(_ stored: JSON, _ presentation: FindingPresentation) -> JSON {
    guard let added = presentation.added else { return stored }
    let version = presentation.finding.counterexample.version
    return .object(stored.members + [.init("added", added.graph.json(version: version))])
  }

  private static func counterexample(
    _ stored: JSON, _ presentation: FindingPresentation
  ) -> JSON {
    let version = presentation.finding.counterexample.version
    let graph = presentation.start.graph.json(version: version)
    return .object(
      stored.members.flatMap { member -> [JSON.Member] in
        switch member.key {
        case "version": []  // The graph names it.
        case "case": [.init("graph", graph), member]
        default: [member]
        }
      })
  }
}

extension JSON {
  /// Those of an object; else none.
  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}
