import MigCheckModel
import MigCheckVerifier

/// A report as other programs read it; the format is described in the documentation of formats.
public struct JSONReport: Sendable {
  public let report: Report

  public init(_ report: Report) {
    self.report = report
  }

  /// One JSON document with a line break at its end.
  public var text: String { json.prettyText + "\n" }

  public var json: JSON {
    .object([
      .init("migcheck", .integer(1)), .init("history", .string(report.history)),
      .init("rules", .string(report.rules)), .init("from", .integer(report.from)),
      .init("to", .integer(report.to)), .init("seed", .string(report.seed.hexadecimal)),
      .init("trials", .integer(report.trials.run)), .init("paths", .integer(report.paths)),
      .init("upgrades", .integer(report.upgrades)),
      .init("stores", .array(report.stores.map { .string($0.rawValue) })),
      .init("verdict", .string(report.verdict.rawValue)),
      .init("findings", .array(report.findings.map(finding))),
      .init("coverage", coverage),
      .init(
        "warnings",
        .array(
          report.warnings.map {
            .object([.init("name", .string($0.name)), .init("message", .string($0.message))])
          })),
    ])
  }

  private func finding(_ finding: Finding) -> JSON {
    .object([
      .init("check", .string(finding.check.rawValue)),
      .init("severity", .string(finding.severity.rawValue)),
      .init("path", versions(finding.path)),
      .init("otherPath", finding.otherPath.map(versions) ?? .null),
      .init("store", .string(finding.store.rawValue)),
      .init("code", text(finding.code)), .init("type", text(finding.type)),
      .init("property", text(finding.property)), .init("message", .string(finding.message)),
      .init("trial", finding.trial.map { .integer($0) } ?? .null),
      .init("evaluations", .integer(finding.evaluations)),
      .init("counterexample", counterexample(finding.counterexample)),
    ])
  }

  private func counterexample(_ example: Counterexample) -> JSON {
    .object([
      .init("objects", .integer(example.objects)), .init("links", .integer(example.links)),
      .init("minimal", .bool(example.isMinimal)),
      .init("graph", example.graph.json(version: example.version)),
      .init("case", text(example.caseFile)),
    ])
  }

  private var coverage: JSON {
    .object([
      .init(
        "paths",
        .array(
          report.coverage.paths.map { paths in
            .object([
              .init("from", .integer(paths.from)), .init("to", .integer(paths.to)),
              .init("paths", .integer(paths.count)), .init("completed", .integer(paths.completed)),
            ])
          })),
      .init(
        "hazards",
        .array(
          report.coverage.hazards.map { hazard in
            .object([
              .init("start", .integer(hazard.start)), .init("from", .integer(hazard.hop.from)),
              .init("to", .integer(hazard.hop.to)), .init("type", .string(hazard.type)),
              .init("property", text(hazard.property)),
              .init("description", .string(hazard.description)),
              .init("witnesses", .integer(hazard.witnesses)), .init("ran", .integer(hazard.ran)),
            ])
          })),
      .init(
        "invariants",
        .array(
          report.coverage.invariants.map { invariant in
            .object([
              .init("name", .string(invariant.name)), .init("type", .string(invariant.type)),
              .init("from", .integer(invariant.hop.from)),
              .init("to", .integer(invariant.hop.to)),
              .init("objects", .integer(invariant.objects)),
            ])
          })),
    ])
  }

  private func versions(_ versions: [UInt64]) -> JSON { .array(versions.map { .integer($0) }) }

  private func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}
