import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// A report as other programs read it; the format is described in the documentation of formats.
public enum JSONReport {
  /// One JSON document with a line break at its end.
  public static func text(_ report: Report) -> String { json(report).prettyText + "\n" }

  package static func json(_ report: Report) -> JSON {
    var members: [JSON.Member] = [
      .init("migcheck", .integer(1)), .init("history", .string(report.history)),
      .init("rules", .string(report.rules)), .init("from", .integer(report.from)),
      .init("to", .integer(report.to)), .init("seed", .string(report.seed.hexadecimal)),
      .init("trials", .integer(report.trials.run)),
      .init("witnesses", .integer(report.witnesses.run)),
      .init("replays", .integer(report.replays.run)), .init("paths", .integer(report.paths)),
      .init("upgrades", .integer(report.upgrades)),
      .init("stores", .array(report.stores.map { .string($0.rawValue) })),
      .init("verdict", .string(report.verdict.rawValue)),
      .init("interrupted", .bool(report.isInterrupted)),
      .init(
        "cut",
        .array(
          report.cuts.map { cut in
            .object([
              .init("what", .string(cut.phase.rawValue)), .init("done", .integer(cut.count.run)),
              .init("planned", .integer(cut.count.planned)),
            ])
          })),
      .init(
        "findings",
        .array(
          report.findings.map { finding(FindingPresentation($0, history: report.history), report) })
      ),
      .init("notMet", .array(report.unmet.map(\.json))),
      .init("drops", .array(report.droppedData.map(drops))),
      // The name of earlier releases, for one release more.
      .init("givenUp", .array(report.droppedData.map(drops))),
      .init("coverage", coverage(report.coverage)),
      .init("warnings", .array(report.warnings.map(warning))),
      .init("silenced", .array(report.silenced.map { .string($0.rawValue) })),
    ]
    if !report.versionNames.isEmpty {
      members.append(
        .init(
          "versionNames",
          .object(report.versionNames.map { .init(String($0.version), .string($0.name)) })))
    }
    if !report.purposefulRemovals.isEmpty {
      members.append(.init("removes", .array(report.purposefulRemovals.map(removes))))
    }
    if !report.ignoredTypes.isEmpty {
      members.append(.init("ignored", .array(report.ignoredTypes.map { .string($0.text) })))
    }
    members += run(report)
    if let advice = report.advice { members.append(.init("advice", .string(advice))) }
    if let timings = report.timings { members.append(.init("timings", json(timings))) }
    if let shard = report.shard { members.append(.init("shard", shard.json)) }
    return .object(members)
  }

  private static func drops(_ loss: Report.DroppedData) -> JSON {
    .object([
      .init("from", .integer(loss.hop.from)), .init("to", .integer(loss.hop.to)),
      .init(
        "properties",
        .array(
          loss.places.filter { $0.property != nil }.map { .string($0.description) })),
      .init(
        "types", .array(loss.places.filter { $0.property == nil }.map { .string($0.type.text) })),
      .init("besideCode", .bool(loss.isBesideCode)),
    ])
  }

  private static func removes(_ removal: Report.PurposefulRemoval) -> JSON {
    .object([
      .init("from", .integer(removal.hop.from)), .init("to", .integer(removal.hop.to)),
      .init("type", .string(removal.type.text)), .init("place", .string(removal.place.fileAndLine)),
    ])
  }

  private static func coverage(_ coverage: Coverage) -> JSON {
    var members: [JSON.Member] = [
      .init(
        "paths",
        .array(
          coverage.paths.map { paths in
            .object(
              [
                .init("from", .integer(paths.from)), .init("to", .integer(paths.to)),
                .init("paths", .integer(paths.count)),
                .init("completed", .integer(paths.completed)),
                .init("arrived", .integer(paths.arrived)),
              ] + (paths.planned.map { [.init("planned", .integer($0))] } ?? []))
          })),
      .init("types", .array(coverage.types.map(type))),
      .init(
        "hazards",
        .array(
          coverage.hazards.map { hazard in
            .object([
              .init("start", .integer(hazard.start)), .init("from", .integer(hazard.hop.from)),
              .init("to", .integer(hazard.hop.to)), .init("type", .string(hazard.type.text)),
              .init("property", text(hazard.property)),
              .init("description", .string(hazard.description)),
              .init("witnesses", .integer(hazard.witnesses)), .init("ran", .integer(hazard.ran)),
            ])
          })),
      .init(
        "invariants",
        .array(
          coverage.invariants.map { invariant in
            .object([
              .init("name", .string(invariant.name.text)),
              .init("type", .string(invariant.type.text)),
              .init("from", .integer(invariant.hop.from)),
              .init("to", .integer(invariant.hop.to)),
              .init("objects", .integer(invariant.objects)),
              .init("random", rate(invariant.random)),
            ])
          })),
      .init(
        "comparisons",
        .array(
          coverage.comparisons.map { comparisons in
            .object(
              [
                .init("check", .string(comparisons.check.rawValue)),
                .init("compared", .integer(comparisons.compared)),
                .init("refused", .integer(comparisons.refused)),
              ]
                + [("adjusted", comparisons.adjusted), ("random", comparisons.random)].compactMap {
                  key, count in count.map { .init(key, .integer($0)) }
                })
          })),
      .init("conditions", .array(coverage.conditions.map(condition))),
      .init("steps", .array(coverage.steps.map(step))),
      .init("injectedFaults", .array(coverage.injectedFaults.map(injectedFault))),
      // The name of earlier releases, for one release more.
      .init("canaries", .array(coverage.injectedFaults.map(injectedFault))),
    ]
    if let code = coverage.code {
      members.append(.init("enumerations", .array(code.visits.map(visits))))
    }
    if let selection = coverage.selection {
      members.append(
        .init(
          "selection",
          .object([
            .init("hops", .integer(selection.hops)),
            .init("allHops", .integer(selection.allHops)),
          ])))
    }
    if let unjudged = coverage.unjudged {
      members.append(
        .init(
          "notRun",
          .object([
            .init(
              "hops",
              .array(
                unjudged.hops.map { .array([.integer($0.from), .integer($0.to)]) })),
            .init("reason", .string(unjudged.reason)),
            .init("remedy", .string(unjudged.remedy)),
          ])))
    }
    if let passedBy = coverage.passedBy {
      members.append(
        .init(
          "passedBy",
          .object([
            .init("versions", .array(passedBy.versions.map { .integer($0) })),
            .init("stops", .array(passedBy.stops.map { .integer($0) })),
            .init("reason", .string(passedBy.reason)),
          ])))
    }
    if let assumptions = coverage.assumptions {
      members.append(.init("assumptions", .array(assumptions.map(JSON.string))))
    }
    if let crashes = coverage.crashes {
      members.append(
        .init(
          "crashes",
          .object([
            .init("upgrades", .integer(crashes.upgrades)), .init("tried", .integer(crashes.tried)),
            .init("possible", .integer(crashes.possible)),
          ])))
    }
    if let releases = coverage.olderReleases {
      let objects = releases.map { release in
        JSON.object([
          .init("version", .integer(release.version)), .init("name", .string(release.name)),
          .init("stores", .integer(release.stores)), .init("refused", .integer(release.refused)),
        ])
      }
      members.append(.init("olderReleases", .array(objects)))
    }
    if let notApplicable = coverage.notApplicable {
      members.append(.init("notApplicable", .array(notApplicable.map(Self.notApplicable))))
    }
    return .object(members)
  }

  private static func notApplicable(_ item: Coverage.NotApplicable) -> JSON {
    let hops = item.hops?.map { hop in
      JSON.object([
        .init("from", .integer(hop.hop.from)), .init("to", .integer(hop.hop.to)),
        .init("upgrades", .integer(hop.upgrades)), .init("unknown", .integer(hop.unknown)),
      ])
    }
    return .object([
      .init("check", .string(item.check.rawValue)), .init("reason", .string(item.reason)),
      .init("hops", hops.map(JSON.array) ?? .null),
    ])
  }

  private static func type(_ type: Coverage.TypeCoverage) -> JSON {
    .object([
      .init("start", .integer(type.start)), .init("type", .string(type.type.text)),
      .init("trials", .integer(type.trials)), .init("random", rate(type.random)),
      .init(
        "properties",
        .array(
          type.properties.map {
            .object([
              .init("property", .string($0.property.text)), .init("trials", .integer($0.trials)),
            ])
          })),
    ])
  }

  private static func condition(_ condition: Coverage.ConditionCoverage) -> JSON {
    .object([
      .init("version", .integer(condition.version)),
      .init("step", condition.step.map { .integer($0) } ?? .null),
      .init("invariant", text(condition.invariant)), .init("type", .string(condition.type.text)),
      .init("property", text(condition.property)),
      .init("condition", .string(condition.condition)), .init("true", .bool(condition.wasTrue)),
      .init("notTrue", .bool(condition.wasNotTrue)),
    ])
  }

  private static func step(_ step: Coverage.StepCoverage) -> JSON {
    .object(
      [
        .init("version", .integer(step.version)), .init("step", .integer(step.step)),
        .init("type", .string(step.type.text)), .init("where", text(step.condition)),
        .init("ran", .bool(step.ran)),
      ] + (step.place.map { [.init("place", .string($0))] } ?? []))
  }

  private static func visits(_ visits: Coverage.CodeCoverage.Visits) -> JSON {
    .object([
      .init("from", .integer(visits.from)), .init("to", .integer(visits.to)),
      .init("type", .string(visits.type.text)), .init("known", .bool(visits.isKnown)),
      .init("met", .bool(visits.isMet)),
    ])
  }

  private static func rate(_ rate: Coverage.Rate) -> JSON {
    .object([.init("met", .integer(rate.met)), .init("trials", .integer(rate.trials))])
  }

  private static func injectedFault(_ fault: InjectedFault) -> JSON {
    let check: String?
    let reason: String?
    switch fault.outcome {
    case .noticed(let by): (check, reason) = (by.rawValue, nil)
    case .missed: (check, reason) = (nil, nil)
    case .notApplicable(let why): (check, reason) = (nil, why)
    }
    return .object([
      .init("name", .string(fault.kind.rawValue)),
      .init("description", .string(fault.description)),
      .init("noticed", fault.isApplicable ? .bool(fault.isNoticed) : .null),
      .init("check", text(check)), .init("notApplicable", text(reason)),
    ])
  }

  static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  static func text(_ name: Name?) -> JSON { text(name?.text) }
}
