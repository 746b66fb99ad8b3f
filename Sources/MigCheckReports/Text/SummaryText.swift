import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// The end of a report: the verdict, what was tried, and what that means.
struct SummaryText {
  let report: Report
  let style: ReportStyle

  /// The verdict, with what it is about.
  var head: String {
    let versions = "versions \(report.from) to \(report.to)"
    // "✔ passed   " stands before, or "⚠ undecided   ".
    let rest = " (\(report.rules)), \(versions)"
    let room = ColumnText.width - 14 - rest.count - findingCount.count
    let name = ValueText.escaped(report.history)
    let title = (style.isTerminal ? name.shortened(to: max(room, 8)) : name) + rest
    let verdict =
      switch report.verdict {
      case .passed: style.success("✔ passed")
      case .failed: style.failure("✘ failed")
      case .undecided: style.warning("⚠ undecided")
      case .vacuous: style.warning("⚠ vacuous")
      }
    return "\(verdict)   \(style.strong(title))\(findingCount)"
  }

  var lines: [String] {
    var lines = report.endedEarly ? [] : [head]
    func add(_ label: String, _ text: String) {
      lines += ColumnText.labelled(label, text, labelWidth: 13)
    }
    if let shard = report.shard { add("shard", text(shard)) }
    if report.isInterrupted { add("interrupted", "not all trials ran") }
    if !report.cuts.isEmpty { add("cut short", cuts) }
    let names = VersionNames(report.versionNames, width: style.nameWidth)
    let ends = names.text([report.from, report.to])
    if !ends.isEmpty { add("versions", ends) }
    add("trials", trials)
    // Greater numbers are not counted.
    let paths = report.paths == .max ? "at least 2⁶⁴ − 1" : String(report.paths)
    add("paths", "\(paths), in \(report.stores.map(\.rawValue).joined(separator: " and "))")
    if let selection = report.coverage.selection {
      add(
        "",
        "a few of them in each trial, with upgrades straight from one version to another for "
          + "\(selection.hops) of \(selection.allHops) pairs")
    }
    if let unjudged = report.coverage.unjudged {
      add("", "not run: \(UnjudgedText.text(unjudged))")
    }
    if let passedBy = report.coverage.passedBy {
      add("", PassedByText.text(passedBy, from: report.from, to: report.to))
    }
    for (place, text) in (report.coverage.assumptions ?? []).enumerated() {
      add(place == 0 ? "assumed" : "", text)
    }
    add("upgrades", "\(report.upgrades)")
    add("hazards", hazards)
    for (place, text) in conditions.enumerated() { add(place == 0 ? "conditions" : "", text) }
    for (place, text) in code.enumerated() { add(place == 0 ? "code" : "", text) }
    if !report.coverage.injectedFaults.isEmpty {
      for (place, text) in injectedFaults.enumerated() {
        add(place == 0 ? "injected" : "", text)
      }
    }
    for item in report.coverage.notApplicable ?? [] {
      // The label is longer than others.
      lines += ColumnText.labelled(
        "not applicable", Self.text(item), labelWidth: 16)
    }
    if let crashes = report.coverage.crashes {
      add(
        "crashes",
        "\(crashes.tried) of \(crashes.possible) interruptions of "
          + crashes.upgrades.of("upgrade"))
    }
    for (place, release) in (report.coverage.olderReleases ?? []).enumerated() {
      add(
        place == 0 ? "older" : "",
        "release \(ValueText.escaped(release.name)) refused \(release.refused) of "
          + "\(release.stores.of("store")) of later versions")
    }
    if !comparisons.isEmpty { add("compared", comparisons) }
    for (place, name) in report.ignoredTypes.enumerated() {
      add(place == 0 ? "ignored" : "", "\(ValueText.escaped(name)) (whole type)")
    }
    if report.verdict == .passed {
      lines += DroppedDataText(losses: report.droppedData).lines
      for line in removals {
        lines += ColumnText.hanging(line, first: "  ", indent: 4)
      }
    }
    if !report.silenced.isEmpty { add("silenced", silenced) }
    if let timings = report.timings {
      add("time", time(timings))
      if !timings.phases.isEmpty { add("processor", processor(timings)) }
    }
    add("seed", report.seed.hexadecimal)
    if let advice = report.advice { add("advice", advice) }
    if report.endedEarly, report.shard == nil,
      let counts = CoverageText(coverage: report.coverage, findings: report.findings).counts
    {
      lines += ColumnText.labelled(
        "not exercised", "\(counts); --explain exercised lists them", labelWidth: 16)
    }
    let meaning = report.shard.map(part) ?? meaning
    return lines + meaning.flatMap { $0.wrapped(to: ColumnText.width) }
      + (report.endedEarly ? ["", head] : [])
  }

  /// How many hops are named one by one.
  private static let hopLimit = 6

  private static func text(_ item: Coverage.NotApplicable) -> String {
    guard let hops = item.hops else { return "\(item.check.rawValue): \(item.reason)" }
    let shown = hops.prefix(hopLimit).map { hop in
      hop.unknown == hop.upgrades
        ? "\(hop.hop)" : "\(hop.hop) (\(hop.unknown) of \(hop.upgrades) upgrades)"
    }
    let rest = hops.count - shown.count
    return "\(item.check.rawValue) on \(shown.joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more" : "") + ": \(item.reason)"
  }

  private func text(_ shard: ShardReport) -> String {
    let source = shard.variable.map { " (\($0))" } ?? ""
    return "\(shard.shard.index) of \(shard.shard.count)\(source)"
  }

  /// What the report of a part says, and what it does not say.
  private func part(_ shard: ShardReport) -> [String] {
    return [
      "",
      "This is a part of a run, not its verdict: migcheck merge joins the reports of all "
        + "\(shard.shard.count.of("shard")).",
    ]
  }

  private var findingCount: String {
    let counts = FindingClasses(report.findings).counts(warnings: report.warnings.count)
    return counts.isEmpty ? "" : ": \(counts)"
  }

  /// How many deletions are named one by one.
  private static let removalLimit = 12

  /// What migrations delete on purpose, one line each.
  private var removals: [String] {
    let shown = report.purposefulRemovals.prefix(Self.removalLimit).map { removal in
      "removes on purpose: \(ValueText.escaped(removal.type)), "
        + ValueText.unquoted(removal.place.fileAndLine)
    }
    let rest = report.purposefulRemovals.count - shown.count
    return rest > 0 ? shown + ["and \(rest.of("more deletion"))"] : shown
  }

  /// What was left out, most of it counted.
  private var cuts: String {
    report.cuts.map { cut in
      let part = "\(cut.count.run) of \(cut.count.planned)"
      return switch cut.phase {
      case .hazards: "hazards (\(part) start versions)"
      case .engineDefects: "defects of the engine (\(part) upgrades)"
      case .trials: "trials (\(part))"
      case .injectedFaults: "injected faults"
      }
    }.joined(separator: ", ")
  }

  private var trials: String {
    func text(_ count: Report.Count, _ noun: String) -> String {
      count.run == count.planned
        ? "\(count.run) \(noun)" : "\(count.run) of \(count.planned) \(noun)"
    }
    var witnesses = text(report.witnesses, "made for hazards")
    let (random, made) = (report.trials.run, report.witnesses.run)
    if random > 0, made > 10 * random {
      // Few were asked for, and the others are what takes the time.
      witnesses += " (\(100 * made / (made + random)) % of all)"
    }
    var parts = [text(report.trials, "random"), witnesses]
    if report.replays.planned > 0 { parts.append(text(report.replays, "from the corpus")) }
    return parts.joined(separator: ", ")
  }

  private var hazards: String {
    let met = report.coverage.hazards.filter { $0.ran > 0 }.count
    let count = "\(met) met of \(report.coverage.hazards.count)"
    return report.coverage.selection == nil
      ? count : count + ", each from the oldest and the newest version that shows it"
  }

  /// How many upgrades that were broken on purpose were noticed, and why others could not be.
  private var injectedFaults: [String] {
    let applicable = report.coverage.injectedFaults.filter(\.isApplicable)
    let others = report.coverage.injectedFaults.compactMap { fault in
      if case .notApplicable(let reason) = fault.outcome {
        "\(fault.kind.rawValue) not applicable: \(reason)"
      } else {
        nil
      }
    }
    let count = applicable.filter(\.isNoticed).count
    return ["\(count) of \(applicable.count) faults noticed"] + others
  }

  /// Checks between two graphs that could not compare all that they tried.
  private var comparisons: String {
    report.coverage.comparisons.compactMap { comparisons in
      let others = [
        (comparisons.refused, "refused"),
        (comparisons.adjusted ?? 0, "skipped, as their stores differ in more than the value"),
        (comparisons.random ?? 0, "skipped, as the clock or random numbers decide the value"),
      ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
      guard !others.isEmpty else { return nil }
      let upgrades = "\(comparisons.check.rawValue) \(comparisons.compared.of("upgrade"))"
      return ([upgrades] + others).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// How many conditions came out both ways, and what is known of the others.
  private var conditions: [String] {
    // What a run that failed did not meet is not the matter now; of a shard it is the others'.
    let isWhole = report.verdict != .failed && report.shard == nil
    return Array(ConditionText.lines(report.coverage.conditions).prefix(isWhole ? .max : 1))
  }

  /// How many types that code visits had objects, and which had none.
  private var code: [String] {
    let isWhole = report.verdict != .failed && report.shard == nil
    return Array(CodeText.lines(report.coverage.code).prefix(isWhole ? .max : 1))
  }

  private var silenced: String {
    let names = report.silenced.map(\.rawValue).joined(separator: ", ")
    return "\(report.silencedWarnings.of("warning")) (\(names))"
  }

  private func time(_ timings: Timings) -> String {
    var parts = [
      "\(SecondsText.text(timings.seconds)) s",
      "\(SecondsText.text(timings.trialsPerSecond)) trials/s",
    ]
    if let slowest = timings.slowestTrial {
      let trial = slowest.trial.map { "trial \($0)" } ?? "a case of the corpus"
      parts.append("slowest \(trial): \(SecondsText.text(slowest.seconds)) s")
    }
    return parts.joined(separator: ", ")
  }

  private func processor(_ timings: Timings) -> String {
    timings.phases.map { "\($0.phase.title) \(SecondsText.text($0.seconds)) s" }
      .joined(separator: ", ")
  }

  /// What a run without failures says, and what it does not say.
  private var meaning: [String] {
    switch report.verdict {
    case .failed: return []
    case .undecided:
      return [
        "",
        "Nothing failed, but whether something fails could not be decided: this is not a pass.",
      ]
    case .vacuous:
      return ["", "Nothing failed, but something was not exercised: this is not a pass."]
    case .passed:
      let count = report.trials.run
      // The rule of three is one of many trials.
      guard count >= 30 else { return [] }
      return [
        "",
        "0 failures in \(count.of("trial")) bounds the failure probability of this distribution "
          + "by 3/\(count) at 95 %.",
      ]
    }
  }
}

extension Timings.Phase {
  fileprivate var title: String { self == .followUps ? "follow-ups" : rawValue }
}
