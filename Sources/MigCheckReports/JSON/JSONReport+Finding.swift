import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension JSONReport {
  /// A finding: its own form in JSON, with what its presentation shows put in.
  static func finding(_ presentation: FindingPresentation, _ report: Report) -> JSON {
    let references =
      report.map?.versions.first { $0.number == presentation.finding.counterexample.version }?
      .references ?? []
    return .object(
      stored(presentation.finding).flatMap { member -> [JSON.Member] in
        switch member.key {
        case "store": [member] + words(presentation)
        case "source": [.init("source", source(member.value, report.map?.origin))]
        case "followUp":
          [.init("followUp", followUp(member.value, presentation, references))]
        // The name of earlier releases, for one release more.
        case "exemption": [member, .init("leniency", member.value)]
        case "counterexample":
          [.init("counterexample", counterexample(member.value, presentation, references))]
        default: [member]
        }
      } + additions(presentation, report))
  }

  /// What came with revision 2 of the format.
  private static func additions(
    _ presentation: FindingPresentation, _ report: Report
  ) -> [JSON.Member] {
    let finding = presentation.finding
    let rule = AlsoAtRule(finding, in: report.map)
    return [
      .init("standing", .string(finding.standing.rawValue)),
      .init("name", .string(finding.warningName)),
      .init("fingerprint", .string(Fingerprint.text(of: finding))),
      .init("alsoAtRule", text(rule?.text)),
      .init(
        "notes",
        .array(
          presentation.wholeNotes.map {
            .object([.init("label", .string($0.label)), .init("text", .string($0.text))])
          })),
    ]
  }

  /// The place of a finding, its file relative to where the command ran.
  private static func source(_ stored: JSON, _ origin: RunMap.Origin?) -> JSON {
    guard case .object(let members) = stored, let origin else { return stored }
    return .object(
      members.map { member in
        guard member.key == "file", case .string(let file) = member.value else { return member }
        return .init("file", .string(origin.folder + file))
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

  private static func followUp(
    _ stored: JSON, _ presentation: FindingPresentation, _ references: [PropertyReference]
  ) -> JSON {
    var members = stored.members
    let finding = presentation.finding
    if let added = presentation.added {
      let version = finding.counterexample.version
      members.append(.init("added", added.graph.json(version: version)))
      members.append(
        .init("shown", ShownGraph(added, subject: nil, references: references).json))
    }
    if let neighbour = presentation.neighbour {
      let shown = ShownGraph(neighbour, subject: finding.subjectPath, references: references)
      members.append(.init("neighbour", shown.json))
    }
    return .object(members)
  }

  private static func counterexample(
    _ stored: JSON, _ presentation: FindingPresentation, _ references: [PropertyReference]
  ) -> JSON {
    let finding = presentation.finding
    let graph = presentation.start.graph.json(version: finding.counterexample.version)
    let shown = ShownGraph(
      presentation.start, subject: finding.subjectPath, references: references)
    let members = stored.members.flatMap { member -> [JSON.Member] in
      switch member.key {
      case "version": []  // The graph names it.
      case "case": [.init("graph", graph), member]
      default: [member]
      }
    }
    let hidden = finding.hiddenObjects.map { [JSON.Member("hidden", .integer($0))] } ?? []
    return .object(
      members + [
        .init("caption", .string(presentation.start.caption)), .init("shown", shown.json),
        .init("more", .integer(shown.more)),
      ] + hidden)
  }
}

extension Finding {
  /// The property that it is about.
  var subjectPath: PropertyPath? { type.map { PropertyPath(type: $0, property: property) } }
}

extension JSON {
  /// Those of an object; else none.
  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}
