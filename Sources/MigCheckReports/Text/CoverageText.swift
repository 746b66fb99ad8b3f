import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// What a run did not exercise, in words.
struct CoverageText {
  let coverage: Coverage
  /// What was found: upgrades that are refused explain what was not exercised after them.
  var findings: [Finding] = []
  /// How many hazards are listed; a run that ended early has not met most of them.
  var limit = 12

  /// The same with the upgrades that only the app can run, which make no run vacuous.
  var allLines: [String] {
    guard let custom else { return lines }
    return lines.isEmpty
      ? ["not exercised", custom, ""] : [lines[0], custom] + lines.dropFirst()
  }

  /// What only the app can run, where something else was checked; `nil`: nothing.
  private var custom: String? {
    guard void == nil, let unjudged = coverage.unjudged else { return nil }
    let noun = unjudged.hops.count == 1 ? "upgrade" : "upgrades"
    let starts = coverage.paths.filter { $0.count == 0 }.map { String($0.from) }
    let rest =
      starts.isEmpty
      ? "" : ", and nothing else upgrades stores of version \(starts.joined(separator: ", "))"
    return "  \(noun) \(UnjudgedText.text(unjudged))\(rest): \(unjudged.remedy)"
  }

  /// Empty if everything was exercised; else ends with an empty line.
  var lines: [String] {
    var lines = void.map { ["  \($0)"] } ?? []
    let paths = coverage.paths.filter { !$0.isExercised && !isExplained($0) }
    lines += paths.prefix(limit).map { "  \(Self.text($0))" }
    if paths.count > limit {
      lines.append("  and paths from \((paths.count - limit).of("more version"))")
    }
    let types = unexercisedTypes
    lines += types.prefix(limit)
    if types.count > limit {
      lines.append("  and \((types.count - limit).of("more type"))")
    }
    let hazards = coverage.hazards.filter { !$0.isExercised }
    for hazard in hazards.prefix(limit) {
      let reason = hazard.witnesses == 0 ? "no witness" : "no witness with an object ran"
      lines.append(
        "  hazard \(hazard.hop), from version \(hazard.start): \(ValueText.prose(hazard.description)): "
          + reason)
    }
    if hazards.count > limit {
      lines.append("  and \((hazards.count - limit).of("more hazard"))")
    }
    for invariant in coverage.invariants
    where !invariant.isExercised && !isBlocked(from: invariant.hop.from, to: invariant.hop.to) {
      lines.append(
        "  invariant \"\(ValueText.escaped(invariant.name.text))\" \(invariant.hop): "
          + "saw no \(ValueText.escaped(invariant.type))")
    }
    let steps = coverage.steps.filter { !$0.isExercised }
    lines += steps.prefix(limit).flatMap(ConditionText.lines)
    if steps.count > limit { lines.append("  and \((steps.count - limit).of("more step"))") }
    return lines.isEmpty ? [] : ["not exercised"] + lines + [""]
  }

  /// How much was not exercised, in one line; `nil`: nothing was left out.
  var counts: String? {
    let paths = coverage.paths.count { !$0.isExercised && !isExplained($0) }
    let counts = [
      (paths, "start version"),
      (coverage.types.count { !$0.isExercised && !isBlocked(from: $0.start) }, "type"),
      (coverage.hazards.count { !$0.isExercised }, "hazard"),
      (coverage.invariants.count { !$0.isExercised }, "invariant"),
      (coverage.steps.count { !$0.isExercised }, "step"),
    ].filter { $0.0 > 0 }.map { $0.0.of($0.1) }
    if counts.isEmpty { return void }
    return counts.joined(separator: ", ")
  }

  /// Why nothing at all was checked, and what to do; `nil`: something was.
  private var void: String? {
    switch coverage.void {
    case nil, .noArrival: return nil
    case .noUpgrade:
      guard let unjudged = coverage.unjudged else { return "no upgrade ran" }
      return "no upgrade ran: \(UnjudgedText.text(unjudged)); \(unjudged.remedy)"
    case .noObject:
      let starts = coverage.paths.filter { $0.count > 0 }.map { String($0.from) }
      return "no object was upgraded: no store of version \(starts.joined(separator: ", ")) can "
        + "hold one; declare the types, tables or entities that hold users' data"
    }
  }

  /// How many paths from a version were tried, and what to do if objects came to no end.
  private static func text(_ paths: Coverage.Paths) -> String {
    let sort = paths.count == 1 ? "path" : "paths"
    let count = paths.count == .max ? "at least 2⁶⁴ − 1" : "\(paths.count)"
    let hop = "\(sort) \(paths.from) → \(paths.to)"
    guard paths.hasCompleted else { return "\(hop): \(paths.completed) of \(count) ran to the end" }
    return "\(hop): \(paths.arrived) of \(count) ended with an object; if all objects go on "
      + "purpose, name their types in drops"
  }

  /// Whether a finding says why paths have no end, or no object there.
  private func isExplained(_ paths: Coverage.Paths) -> Bool {
    guard paths.hasCompleted else { return isBlocked(from: paths.from) }
    return findings.contains { $0.severity == .error && paths.from <= $0.hop.from }
  }

  /// Whether a finding says that an upgrade fails on the way from a version.
  private func isBlocked(from start: UInt64, to end: UInt64 = .max) -> Bool {
    findings.contains { finding in
      finding.failure.violation.endsPath && finding.severity != .warning
        && ([finding.hop] + finding.alsoAt).contains { start <= $0.from && $0.to <= end }
    }
  }

  /// One line for each type and reason. In a long history random graphs leave out some property of most
  /// types from some version: that is one line.
  private var unexercisedTypes: [String] {
    let types = coverage.types.filter { !$0.isExercised && !isBlocked(from: $0.start) }
    let lines = Self.lines(of: types)
    guard lines.count > limit else { return lines }
    let held = types.filter { $0.trials > 0 }
    let names = Set(held.map(\.type))
    guard names.count > 1, let first = held.first,
      let property = first.properties.first(where: { !$0.isExercised })
    else { return lines }
    return Self.lines(of: types.filter { $0.trials == 0 }) + [
      "  \(names.count) types, each from some versions: no value to lose in some properties, as in "
        + "\(ValueText.escaped(first.type)).\(ValueText.escaped(property.property)) from version "
        + "\(first.start); a report in JSON lists them"
    ]
  }

  private static func lines(of types: [Coverage.TypeCoverage]) -> [String] {
    var groups = [(name: String, reason: String, versions: [UInt64])]()
    for type in types {
      let name = ValueText.escaped(type.type)
      let reason = Self.reason(type)
      let known = groups.firstIndex {
        $0.name.isIdentical(to: name) && $0.reason.isIdentical(to: reason)
      }
      if let known {
        groups[known].versions.append(type.start)
      } else {
        groups.append((name, reason, [type.start]))
      }
    }
    return groups.map { name, reason, versions in
      let list = versions.count > 6 ? versions.prefix(5) : versions[...]
      let more = versions.count > list.count ? " and \(versions.count - list.count) more" : ""
      let numbers = list.map(String.init).joined(separator: ", ") + more
      return "  type \(name), from version\(versions.count > 1 ? "s" : "") \(numbers): \(reason)"
    }
  }

  private static func reason(_ type: Coverage.TypeCoverage) -> String {
    guard type.trials > 0 else {
      let reason = type.refusal.map { ", since each one is refused: \(ValueText.unquoted($0))" }
      return "no object of it was upgraded" + (reason ?? "")
    }
    let properties = type.properties.filter { !$0.isExercised }
      .map { ValueText.escaped($0.property) }
    return "no value to lose in \(properties.joined(separator: ", "))"
  }
}
