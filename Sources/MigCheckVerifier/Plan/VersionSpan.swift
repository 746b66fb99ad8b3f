import MigCheckModel

/// The versions that a run is about, with the plan of every hop between them.
package struct VersionSpan: Sendable {
  package private(set) var subject: any Subject
  /// That of the subject.
  package private(set) var evidence: Evidence
  /// Properties that comparisons leave out: those of the subject, which may take long to say them.
  let ignoring: [PropertyPath]
  /// From the oldest start version to the last version, both included; at least two.
  package let versions: [SubjectVersion]
  private let plans: HopPlans
  /// What engines say of stores that went along paths.
  let pathKnowledge = Locked([[UInt64]: PathKnowledge]())
  /// By version: what the one before had and it has not, or what its `drops` name.
  let removals: [[Removal]]
  /// By the position of the version that a migration leads to.
  private let leniencies: [Exemption?]
  /// Pairs of positions between which no upgrade is judged.
  let unjudged: [(from: Int, to: Int)]
  /// Those that run from each version, by where they lead; `nil`: all.
  let hops: UpgradeHops?
  /// Which paths stores take.
  package let paths: UpgradePaths
  /// Upgrades into versions up to this one cannot be changed any more; `nil`: all can.
  package let shipped: UInt64?
  /// What comments in the migrations say to be intended.
  let allowances: Allowances
  /// Whether what an author may intend is reported too.
  private(set) var isStrict = false

  /// - Parameters:
  ///   - from: `nil`: the first version of the subject.
  ///   - to: `nil`: the last version.
  ///   - paths: `nil`: those that the subject names.
  ///   - shipped: `nil`: what the subject says.
  /// - Throws: `VerificationError` for versions that are not there, or out of order; `InputError` for
  ///   a comment in a migration that allows what nothing reports.
  package init(
    _ subject: any Subject, from: UInt64?, to: UInt64?, paths: UpgradePaths? = nil,
    shipped: UInt64? = nil
  ) throws {
    let all = subject.versions
    for (version, next) in zip(all, all.dropFirst()) where version.number >= next.number {
      throw VerificationError(
        .versionsOutOfOrder,
        "Version \(next.number) stands after version \(version.number); versions must increase.")
    }
    func position(_ number: UInt64?, _ fallback: Int) throws -> Int {
      guard let number else { return fallback }
      guard let position = all.firstIndex(where: { $0.number == number }) else {
        let known = all.map { String($0.number) }.joined(separator: ", ")
        throw VerificationError(
          .noSuchVersion, "\(subject.name) has no version \(number); it has \(known).")
      }
      return position
    }
    let first = try position(from, 0)
    let last = try position(to, all.count - 1)
    guard first < last else {
      throw VerificationError(
        .nothingToUpgrade,
        all.count < 2
          ? "\(subject.name) has fewer than two versions, so there is nothing to upgrade."
          : "There is no upgrade from version \(all[first].number) to \(all[last].number).")
    }
    if let reason = all[last].unreachable {
      let others = all[(first + 1)...].filter { $0.unreachable == nil }.map { String($0.number) }
      throw VerificationError(
        .nothingToUpgrade,
        "No upgrade leads into version \(all[last].number), which has \(reason)"
          + (others.isEmpty ? "." : "; end at one of \(others.joined(separator: ", "))."))
    }
    let evidence = subject.evidence
    if let app = evidence.appUpgrade, !app.stops, case let end = app.end, all[last].number != end {
      throw VerificationError(
        .nothingToUpgrade,
        "The app upgrades stores to version \(end) and not to \(all[last].number): end there.")
    }
    self.subject = subject
    self.evidence = evidence
    ignoring = subject.ignoring
    versions = Array(all[first...last])
    allowances = try Allowances(evidence, into: versions.dropFirst().map(\.number))
    let numbers = versions.map(\.number)
    unjudged = (evidence.mappings?.unjudged ?? []).compactMap { hop in
      guard let from = numbers.firstIndex(of: hop.from), let to = numbers.firstIndex(of: hop.to)
      else { return nil }
      return (from, to)
    }
    let expressions = versions.map { evidence.expressions(into: $0.number) }
    let versions = self.versions
    leniencies = zip(versions, expressions).map {
      Exemption(of: evidence, into: $0.number, expressions: $1)
    }
    let changes =
      [[]]
      + zip(versions, versions.dropFirst()).map {
        TypeChange.changes(from: $0, to: $1, places: evidence.propertiesAreColumns)
      }
    removals =
      [[]]
      + versions.indices.dropFirst().map { position in
        Removal.removals(
          from: versions[position - 1], to: versions[position], changes: changes[position],
          expressions: expressions[position],
          holdsCode: evidence.holdsCode(into: versions[position].number),
          mapping: evidence.mappings?.mapping(
            from: versions[position - 1].number, to: versions[position].number))
      }
    plans = HopPlans(
      versions: versions, changes: changes, expressions: expressions,
      mappings: evidence.mappings)
    self.paths = paths ?? subject.paths
    self.shipped = shipped ?? subject.shipped
    hops = UpgradeHops(subject, versions: versions.map(\.number), paths: self.paths)
    for (start, version) in starts.enumerated() where hops?.pathCounts[start] == 0 {
      throw VerificationError(
        .nothingToUpgrade,
        "No upgrade leads from version \(version.number) to version \(self.last.number); end at a "
          + "version that stores of \(subject.name) are upgraded to.")
    }
  }

  /// Options decide what the subject leaves open.
  ///
  /// - Throws: `VerificationError`, as above.
  init(_ subject: any Subject, _ options: VerificationOptions) throws {
    try self.init(
      subject, from: options.from, to: options.to, paths: options.paths, shipped: options.shipped)
    isStrict = options.strict
  }

  /// The same versions of another subject with the same schemas, drops and invariants.
  func replacingSubject(_ subject: any Subject) -> VersionSpan {
    var span = self
    span.subject = subject
    span.evidence = subject.evidence
    return span
  }

  package var last: SubjectVersion { versions[versions.count - 1] }

  /// All versions but the last.
  package var starts: ArraySlice<SubjectVersion> { versions.dropLast() }

  package func position(of version: UInt64) -> Int? {
    versions.firstIndex { $0.number == version }
  }

  /// Whether a store that starts at a version comes to a later one, on its way to the last or there.
  func hasPath(from start: UInt64, to position: Int) -> Bool {
    guard let start = self.position(of: start), start < position else { return false }
    return hops?.reaches(position, from: start) ?? true
  }

  func plan(from: Int, to: Int) -> HopPlan { plans.plan(from: from, to: to) }

  /// Makes the plans of all hops at once, where all are needed and an engine has to say of each what it
  /// does. Those that the limit leaves out are made when they are asked for.
  ///
  /// - Parameter jobs: on how many threads.
  func preparePlans(jobs: Int, limit: RunLimit) throws {
    guard jobs > 1, evidence.mappings != nil else { return }
    _ = try WorkerPool.run(versions.count - 1, jobs: jobs) {
      !limit.endsTrials
    } body: { from in
      for to in targets(from: from) { _ = plan(from: from, to: to) }
    }
  }

  /// Whether an upgrade cannot be changed any more.
  func hasShipped(_ hop: Hop) -> Bool {
    hop.from < hop.to && shipped.map { hop.to <= $0 } ?? false
  }

  /// Why objects may depend on each other after a path.
  func exemption(on path: [UInt64]) -> Exemption? {
    guard let first = path.first, let last = path.last else { return nil }
    // A hop runs the migrations of the versions that it skips as well.
    let known = zip(versions, leniencies).filter { first < $0.0.number && $0.0.number <= last }
      .compactMap(\.1)
    return known.contains(.ordinal) ? .ordinal : known.first
  }

  /// By start version: the position of the last version that a store can come to, as far as engines
  /// say it beforehand.
  func reach() -> [Int] {
    var reach = Array(versions.indices)
    guard evidence.mappings != nil else { return reach.map { _ in versions.count - 1 } }
    for from in versions.indices.dropLast().reversed() {
      for to in targets(from: from) where reach[to] > reach[from] {
        if plan(from: from, to: to).canRun { reach[from] = reach[to] }
      }
    }
    return reach
  }

  /// Whether what an upgrade does is known.
  func isJudged(from: Int, to: Int) -> Bool {
    !unjudged.contains { $0.from == from && $0.to == to }
  }

  /// Whether what every upgrade of a path does is known.
  func isJudged(_ path: [Int]) -> Bool {
    unjudged.isEmpty || zip(path, path.dropFirst()).allSatisfy { isJudged(from: $0, to: $1) }
  }

  /// Whether there is an upgrade between every two versions.
  package var hasAllHops: Bool { hops == nil }

  /// Where an upgrade leads from a version, and from there on to the last one.
  func targets(from start: Int) -> [Int] {
    hops?.targets[start] ?? Array(start + 1..<versions.count)
  }

  /// Whether stores are upgraded straight from one version to another.
  func hasHop(from: Int, to: Int) -> Bool {
    hops?.targets[from].contains(to) ?? (from < to)
  }

  /// Whether there are all the upgrades of a path.
  func hasPath(_ path: [UInt64]) -> Bool {
    guard !hasAllHops else { return true }
    return zip(path, path.dropFirst()).allSatisfy { from, to in
      guard let from = position(of: from), let to = position(of: to) else { return false }
      return hasHop(from: from, to: to)
    }
  }

  /// The path to the last version that makes the fewest stops; of these, the one with the earliest.
  func straightPath(from start: Int) -> [UInt64] {
    var path = [start]
    while let next = targets(from: path[path.count - 1]).last { path.append(next) }
    return path.map { versions[$0].number }
  }
}

extension UInt64 {
  /// The sum, or the greatest number if it is greater.
  func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
