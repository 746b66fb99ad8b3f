public import MigCheckModel

/// A store whose upgrades are run by the app itself: start graphs become genuine store files, the app's
/// own code opens them, and what it leaves is read back and judged.
///
/// Paths on the way are those of a model, where there is one: the model upgrades from 1 to 2, its result
/// becomes a file of version 2, and the app opens that. Their ends must agree with the app's own upgrade
/// from 1.
public struct StoreFileSubject: Subject {
  /// Declares the versions, and models the engine's upgrades.
  package var model: any Subject
  package let format: any StoreFormat
  package var upgrade: AppUpgrade
  /// The version that the app upgrades stores to.
  package let end: UInt64
  /// Whether the model says what the app's migrations do.
  package let predicts: Bool
  /// Upgrades that the model does not know, such as those of a mapping model of the app's.
  package let isUnknown: @Sendable (_ from: UInt64, _ to: UInt64) -> Bool
  /// Whether objects keep their keys in files when the app upgrades them.
  package let keepsKeys: Bool
  /// The versions that an upgrade comes to, as the stages of a plan do; the last one is its end.
  package var stops: @Sendable (_ from: UInt64, _ to: UInt64) -> [UInt64] = { [$1] }
  /// Notes each call of code that may end this process; what it returns is called after the call.
  package var willRun:
    (@Sendable (_ start: ObjectGraph, _ version: UInt64) -> @Sendable () -> Void)?

  /// - Parameters:
  ///   - model: declares the versions; its stores in memory hold start graphs.
  ///   - format: writes and reads files of these versions.
  ///   - end: the version that the app upgrades to; `nil`: the last.
  ///   - predicts: whether the model's upgrades are what the app's are expected to do; if not, nothing is
  ///     known of what the app's migrations mean to write, and stores go straight to the newest version.
  public init(
    _ model: any Subject, format: any StoreFormat, upgrade: AppUpgrade, end: UInt64? = nil,
    predicts: Bool
  ) {
    self.init(
      model, format: format, upgrade: upgrade, end: end, predicts: predicts, keepsKeys: true,
      isUnknown: { _, _ in false })
  }

  package init(
    _ model: any Subject, format: any StoreFormat, upgrade: AppUpgrade, end: UInt64?,
    predicts: Bool, keepsKeys: Bool,
    isUnknown: @escaping @Sendable (_ from: UInt64, _ to: UInt64) -> Bool
  ) {
    self.model = model
    self.format = format
    self.upgrade = upgrade
    self.end = end ?? model.versions.last?.number ?? 0
    self.predicts = predicts
    self.keepsKeys = keepsKeys
    self.isUnknown = isUnknown
  }

  /// The model's, and whose upgrades these are.
  public var name: String { "\(model.name), upgraded by \(upgrade.label)" }
  /// The engine of the model.
  public var rules: String { model.rules }
  /// As the model says.
  public var ignoring: [PropertyPath] { model.ignoring }
  /// As the model says.
  public var shipped: UInt64? { model.shipped }
  /// As the model says, if the app stops at versions on the way; else straight to the last one.
  public var paths: UpgradePaths { takesAllPaths ? model.paths : .direct }

  private var takesAllPaths: Bool { predicts || upgrade.stops }

  /// Up to the one that the app upgrades to.
  public var versions: [SubjectVersion] {
    model.versions.filter { $0.number <= end }.map { version in
      var version = version
      if version.number == end { version.unreachable = nil }
      return version
    }
  }

  /// Whether the app, or the model in its place, upgrades between the two.
  public func upgrades(from: UInt64, to: UInt64) -> Bool {
    if to == end || upgrade.stops { return true }
    guard predicts, model.upgrades(from: from, to: to), !isUnknown(from, to) else { return false }
    let mapping = model.evidence.mappings?.mapping(from: from, to: to)
    return mapping.map { $0.refusal == nil && $0.isJudged } ?? true
  }

  /// Where the content of a version comes from, by way of all that an upgrade comes to.
  func mapping(from: UInt64, to: UInt64) -> HopMapping? {
    let mappings = model.evidence.mappings
    let numbers = [from] + stops(from, to)
    guard numbers.count > 2 else { return mappings?.mapping(from: from, to: to) }
    let schemas = numbers.compactMap { number in
      model.versions.first { $0.number == number }?.schema
    }
    guard schemas.count == numbers.count,
      var result = mappings?.mapping(from: from, to: numbers[1])
    else { return nil }
    for place in 2..<numbers.count {
      guard let next = mappings?.mapping(from: numbers[place - 1], to: numbers[place]) else {
        return nil
      }
      result = result.followed(
        by: next, from: schemas[0], through: schemas[place - 1], to: schemas[place])
    }
    return result
  }

  /// Whether an upgrade is the app's, and not the model's.
  package func isOfApp(to version: UInt64) -> Bool { version == end || upgrade.stops }

  /// - Throws: `InputError` also for a version that the format cannot hold.
  public func validate() throws {
    try model.validate()
    for version in versions where version.number < end {
      try format.requireWritable(version.number)
    }
  }

  /// A store file in the directory, whatever the kind.
  public func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    StoreFileStore(
      self, model: try model.makeStore(.memory, at: version, holding: graph, in: directory),
      directory: directory)
  }

  /// That of the model, as far as it holds of the app too.
  public var evidence: Evidence {
    var evidence = model.evidence.predicted(watchedBy: PredictionWatch.init) { model in
      var copy = self
      copy.model = model
      return copy
    }
    evidence.appUpgrade = AppUpgradeEvidence(end: end, predicts: predicts)
    if !keepsKeys { evidence.identity = .none }
    if !predicts { (evidence.trace, evidence.steps) = (.none, nil) }
    evidence.mappings = evidence.mappings.map { AppMappings(model: $0, subject: self) }
    evidence.starts = StorableStarts(starts: evidence.starts, format: format)
    evidence.crashes = upgrade.runSampled == nil ? nil : SampledCrashes(subject: self)
    evidence.advice = nil
    return evidence
  }
}

/// Watches the predictions of the model, which are made in memory, for a run over files.
private final class PredictionWatch: ConditionWatch {
  private let watch: any ConditionWatch

  init(_ watch: any ConditionWatch) { self.watch = watch }

  var kind: StoreKind { .memory }
  func probes(at place: ConditionPlace) -> [ConditionProbe] { watch.probes(at: place) }
  func saw(_ results: [(probe: Int, one: Bool, two: Bool)]) { watch.saw(results) }
  func saw(_ visit: CodeVisit) { watch.saw(visit) }
  func saw(_ doubt: CodeDoubt) { watch.saw(doubt) }
}

/// Where content comes from: as the model says, but for what the app alone decides. The app is run
/// also where the model says that the engine refuses.
private struct AppMappings: KnownMappings {
  let model: any KnownMappings
  let subject: StoreFileSubject

  func mapping(from: UInt64, to: UInt64) -> HopMapping? {
    guard subject.isOfApp(to: to) else { return model.mapping(from: from, to: to) }
    guard let mapping = subject.mapping(from: from, to: to) else { return nil }
    return HopMapping(types: mapping.types, removed: mapping.removed, copied: mapping.copied)
  }

  var unjudged: [(from: UInt64, to: UInt64)] {
    model.unjudged.filter { !subject.isOfApp(to: $0.to) }
  }

  func isUpgrade(from: UInt64, to: UInt64) -> Bool { model.isUpgrade(from: from, to: to) }

  var whyUnjudged: (reason: String, remedy: String) { model.whyUnjudged }
}

/// Start graphs that a store of the model accepts and a file can hold.
private struct StorableStarts: StartGraphs {
  let starts: (any StartGraphs)?
  let format: any StoreFormat

  /// What is made storable may break a rule of the model, and the other way round.
  private static let rounds = 3

  private func joined(
    _ graph: ObjectGraph, at version: UInt64, _ accept: (ObjectGraph) -> ObjectGraph
  ) -> ObjectGraph {
    var graph = accept(graph)
    for _ in 0..<Self.rounds {
      guard let storable = try? format.storable(graph, at: version),
        !storable.isIdentical(to: graph)
      else { return graph }
      graph = starts?.accepted(storable, at: version) ?? storable
    }
    return graph
  }

  func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    joined(graph, at: version) { starts?.accepted($0, at: version) ?? $0 }
  }

  func filled(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    joined(graph, at: version) { starts?.filled($0, at: version) ?? $0 }
  }

  func refusal(of type: Name, at version: UInt64) -> String? {
    starts?.refusal(of: type, at: version)
  }

  func disguised(
    _ graph: ObjectGraph, madeFrom start: ObjectGraph, at version: UInt64
  ) -> ObjectGraph? {
    starts?.disguised(graph, madeFrom: start, at: version)
  }
}
