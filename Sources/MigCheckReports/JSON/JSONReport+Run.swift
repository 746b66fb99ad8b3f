import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension JSONReport {
  /// Counts up whenever a key is added to the format, whose version stays the same.
  package static let revision = 2

  /// What other formats need of a run: who made the report, how to run it again, which versions there
  /// are, and which upgrades were tried.
  static func run(_ report: Report) -> [JSON.Member] {
    let tool: [JSON.Member] = [
      .init("name", .string("migcheck")), .init("version", .string(MigCheckVersion.current)),
    ]
    let missing = CoverageText(
      coverage: report.coverage, findings: report.findings, limit: .max
    ).allLines
    return [
      .init("revision", .integer(revision)), .init("tool", .object(tool)),
      .init("input", text(report.map?.origin?.command)),
      .init("inputFile", text(report.map?.origin?.file)),
      .init("versions", .array(versions(report).map(version))),
      .init("ran", report.map.map { .array(ran($0.hops)) } ?? .null),
      .init(
        "notExercised",
        .array(
          report.shard == nil ? missing.dropFirst().filter { !$0.isEmpty }.map(line) : [])),
    ]
  }

  private static func line(_ text: String) -> JSON {
    .string(String(text.drop { $0 == " " }))
  }

  private static func versions(_ report: Report) -> [RunMap.Version] {
    report.map?.versions
      ?? Set([report.from, report.to] + report.versionNames.map(\.version)).sorted().map { number in
        RunMap.Version(
          number: number, name: report.versionNames.first { $0.version == number }?.name,
          references: [])
      }
  }

  private static func version(_ version: RunMap.Version) -> JSON {
    .object([.init("number", .integer(version.number)), .init("name", text(version.name))])
  }

  /// Upgrades by the version from which they lead.
  private static func ran(_ hops: [Hop]) -> [JSON] {
    var groups = [(from: UInt64, to: [JSON])]()
    for hop in hops {
      if groups.last?.from != hop.from { groups.append((hop.from, [])) }
      groups[groups.count - 1].to.append(.integer(hop.to))
    }
    return groups.map { .object([.init("from", .integer($0.from)), .init("to", .array($0.to))]) }
  }
}
