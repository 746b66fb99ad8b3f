import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier

/// Writes down what versions are, and sees later whether they still are.
package struct Freezer {
  let subject: any Subject
  /// Where frozen versions lie.
  let folder: String
  /// The name that they have there.
  private let name: String
  /// For scratch files.
  let scratch: String

  /// From so many older versions, evenly spread, upgrades into a version are frozen.
  private static let startLimit = 12

  /// - Parameter holdsOldNames: whether earlier releases gave the subject another name.
  package init(
    _ subject: any Subject, folder: String, scratch: String, holdsOldNames: Bool = false
  ) {
    let names = FrozenNames(in: folder)
    name = holdsOldNames ? names.name(of: subject) : subject.name
    self.subject = subject
    self.folder = folder
    self.scratch = scratch
  }

  /// What is different from a frozen version.
  package struct Difference: Sendable {
    package var version: UInt64
    /// Phrases for people.
    package var what: [String]
  }

  package func path(of number: UInt64) -> String {
    FrozenSchemas.path(of: number, name, in: folder)
  }

  package func isFrozen(_ number: UInt64) -> Bool {
    FileManager.default.fileExists(atPath: path(of: number))
  }

  /// A version as it is now.
  ///
  /// - Throws: what a store throws that is no `UpgradeError`.
  package func freeze(_ version: SubjectVersion) throws -> FrozenVersion {
    let samples = try samples()
    let numbers = subject.versions.map(\.number)
    let starts = subject.versions.filter { start in
      start.number < version.number
        && subject.upgrades(from: start.number, to: version.number)
        && (subject.paths != .linear
          || subject.nextVersion(after: start.number, among: numbers) == version.number)
    }
    let every = (starts.count + Self.startLimit - 1) / Self.startLimit
    let results = try starts.enumerated().compactMap { place, start -> FrozenVersion.Result? in
      guard (starts.count - 1 - place) % max(every, 1) == 0,
        let graph = samples.first(where: { $0.version == start.number })?.graph
      else { return nil }
      return FrozenVersion.Result(
        from: start.number, start: graph,
        outcome: try outcome(of: graph, from: start.number, to: version.number))
    }
    return FrozenVersion(
      history: name, number: version.number, schema: version.schema,
      checksum: version.checksum, results: results)
  }

  private func samples() throws -> [(version: UInt64, graph: ObjectGraph)] {
    guard subject.versions.count > 1 else { return [] }
    var options = VerificationOptions()
    options.trials = 1
    // Whatever the paths are: a graph is needed for every older version.
    options.paths = subject.paths
    return try Verifier(subject, options: options).sampleGraphs()
  }

  private func outcome(
    of graph: ObjectGraph, from: UInt64, to: UInt64
  ) throws -> FrozenVersion.Outcome {
    let outcomes = try [false, true].map { isPerturbed -> FrozenVersion.Outcome in
      do {
        let store = try subject.makeStore(.memory, at: from, holding: graph, in: scratch)
        defer { store.discard() }
        if isPerturbed { store.perturbEnvironment() }
        _ = try store.upgrade(to: to)
        return .graph(try store.snapshot().graph)
      } catch let error as UpgradeError {
        return .refused(error.code)
      }
    }
    return isSame(outcomes[0], outcomes[1]) ? outcomes[0] : .unrepeatable
  }

  private func isSame(_ first: FrozenVersion.Outcome, _ second: FrozenVersion.Outcome) -> Bool {
    switch (first, second) {
    case (.graph(let a), .graph(let b)):
      if case .equal = GraphComparison.compare(a, b, ignoring: subject.ignoring) {
        true
      } else {
        false
      }
    case (.refused(let a), .refused(let b)): a == b
    default: false
    }
  }

  // MARK: Comparing

  /// What is different from all frozen versions of the subject.
  ///
  /// - Returns: the differences, and which versions are not frozen.
  /// - Throws: `InputError` for a file that is not what it should be.
  package func differences() throws -> (differences: [Difference], unfrozen: [UInt64]) {
    var differences = [Difference]()
    var unfrozen = [UInt64]()
    for version in subject.versions {
      guard isFrozen(version.number) else {
        unfrozen.append(version.number)
        continue
      }
      let what = try self.what(version)
      if !what.isEmpty { differences.append(Difference(version: version.number, what: what)) }
    }
    let known = Set(subject.versions.map { path(of: $0.number) })
    for number in frozenNumbers() where !known.contains(path(of: number)) {
      differences.append(
        Difference(version: number, what: ["the version is gone, and users may have it"]))
    }
    return (differences.sorted { $0.version < $1.version }, unfrozen)
  }

  /// The numbers of the frozen versions of the subject.
  private func frozenNumbers() -> [UInt64] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      let parts = name.split(separator: ".")
      guard parts.count >= 3, parts.last == "json", let number = UInt64(parts[parts.count - 2]),
        path(of: number) == "\(folder)/\(name)"
      else { return nil }
      return number
    }.sorted()
  }

  private func what(_ version: SubjectVersion) throws -> [String] {
    let frozen = try FrozenVersion(contentsOf: path(of: version.number)) { number in
      subject.versions.first { $0.number == number }?.schema
    }
    let changes = SchemaChange.changes(from: frozen.schema, to: version.schema)
    guard changes.isEmpty else {
      return changes.map { "\($0.description)" } + [
        "a changed schema needs a version of its own, with a number above "
          + "\(subject.versions.map(\.number).max() ?? version.number)"
      ]
    }
    return try checksumChange(from: frozen.checksum, to: version.checksum)
      + frozen.results.flatMap { result -> [String] in
        guard subject.upgrades(from: result.from, to: version.number) else {
          return ["there is no upgrade \(result.from) → \(version.number) any more"]
        }
        let now = try outcome(of: result.start, from: result.from, to: version.number)
        return words(result.outcome, now).map { "\(result.from) → \(version.number): \($0)" }
      }
  }

  /// What differs in what the engine tells versions apart by, though the schema is the same.
  private func checksumChange(from old: String?, to new: String?) -> [String] {
    guard let old, let new, !old.isIdentical(to: new) else { return [] }
    return [
      "the version checksum was \(old) and is \(new): stores of the released version fit no "
        + "version any more", "a changed model needs a version of its own",
    ]
  }

  private func words(
    _ then: FrozenVersion.Outcome, _ now: FrozenVersion.Outcome
  ) -> [String] {
    switch (then, now) {
    case (.graph(let a), .graph(let b)):
      switch GraphComparison.compare(a, b, ignoring: subject.ignoring) {
      case .equal: return []
      case .undecided: return ["the results are too symmetrical to be compared in time"]
      case .different(let differences):
        let text = DifferenceText(first: a, second: b)
        return differences.map { text.line($0) }
      }
    case (.refused(let a), .refused(let b)):
      return a == b
        ? [] : ["the upgrade was refused with \(a.rawValue), and is now with \(b.rawValue)"]
    case (.unrepeatable, .unrepeatable): return []
    case (.unrepeatable, _):
      return ["the upgrade gave another result each time, and no longer does"]
    case (_, .unrepeatable): return ["the upgrade now gives another result each time"]
    case (.graph, .refused(let code)):
      return ["the upgrade is refused now, with \(code.rawValue)"]
    case (.refused(let code), .graph):
      return ["the upgrade was refused with \(code.rawValue), and is not any more"]
    }
  }

  // MARK: Writing

  /// Writes a version, in place of an older file for an accepted change.
  ///
  /// - Throws: `InputError`.
  package func write(_ version: FrozenVersion, replacing: Bool) throws {
    try InputFile.requireNoLink(
      folder, called: "the folder of frozen versions", option: "--schemas")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try WholeFile.write(
      version.json.prettyText + "\n", to: path(of: version.number),
      collision: replacing ? .replace : .refuse)
  }

  /// What was accepted before for a frozen version.
  package func changes(of number: UInt64) throws -> [(reason: String, what: [String])] {
    guard isFrozen(number) else { return [] }
    return try FrozenVersion(contentsOf: path(of: number)) { _ in nil }.changes
  }
}
