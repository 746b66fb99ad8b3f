import MigCheckModel
import MigCheckText

extension HistoryVersion {
  /// The version, with what its author says of the data that its stores hold beyond the schema.
  ///
  ///     Version(1) { … }.assuming(.unique("Person.email"), .atMost(1, "Settings"))
  public func assuming(_ assumptions: DataAssumption...) -> HistoryVersion {
    var copy = self
    copy.assumptions += assumptions
    return copy
  }
}

extension DataAssumption {
  /// Whether it must hold after an upgrade, too.
  fileprivate var isJudged: Bool {
    if case .generated = rule { false } else { true }
  }
}

extension History {
  /// Everything that is assumed, one sentence each, with the versions that it is assumed of.
  var assumptionSentences: [String] {
    var known: [(assumption: DataAssumption, sentence: String, versions: [UInt64])] = []
    for stage in stages {
      for assumption in stage.assumptions {
        let sentence = assumption.sentence
        if let place = known.firstIndex(where: { $0.sentence.isIdentical(to: sentence) }) {
          known[place].versions.append(stage.number)
        } else {
          known.append((assumption, sentence, [stage.number]))
        }
      }
    }
    // Keys that are made anew are many, often one for each type: they are told together.
    var told = [[UInt64]]()
    return known.compactMap { assumption, sentence, versions in
      let noun = versions.count == 1 ? "version" : "versions"
      let numbers = "(\(noun) \(versions.map(String.init).joined(separator: ", ")))"
      guard assumption.isFresh else { return "\(sentence) \(numbers)" }
      guard !told.contains(versions) else { return nil }
      told.append(versions)
      let paths = known.filter { $0.assumption.isFresh && $0.versions == versions }
        .map { "\($0.assumption.path)" }
      return "\(DataAssumption.freshSentence(paths)) \(numbers)"
    }
  }

  /// What must hold after an upgrade into a version, for it to be as assumed: an invariant for each
  /// earlier version that has the type.
  func assumedInvariants(of stage: HistoryVersion) -> [Invariant] {
    stage.assumptions.filter { assumption in
      assumption.isJudged
        && stage.schema.type(named: assumption.path.type)?.isEmbedded != true
    }.flatMap { assumption in
      stages.filter { $0.number < stage.number && $0.schema.index(of: assumption.path.type) != nil }
        .map { start in
          var invariant = Invariant(
            name: assumption.invariantName, type: assumption.path.type, since: start.number,
            expression: nil)
          invariant.isAssumption = true
          return invariant
        }
    }
  }

  /// Whether the objects that an upgrade led to are as assumed; `nil`: it is no such invariant.
  func assumedOutcome(
    of invariant: Invariant, at version: UInt64, end: Snapshot
  ) -> InvariantOutcome? {
    guard
      let assumption = stage(version)?.assumptions.first(where: {
        $0.invariantName == invariant.name && $0.path.type == invariant.type
      }), let type = end.graph.schema.index(of: invariant.type)
    else { return nil }
    let objects = end.objects(ofType: type)
    var outcome = InvariantOutcome(objects: objects.count, violations: [])
    if case .atMost(let count) = assumption.rule {
      outcome.violations = objects.dropFirst(count).map(\.key)
      return outcome
    }
    let declared = end.graph.schema.types[type]
    guard let column = assumption.path.property.flatMap(declared.storedIndex(of:)) else {
      return outcome
    }
    let property = declared.storedProperties[column]
    var seen = Set<[UInt8]>()
    for (key, values) in objects {
      let value = values[column]
      let isRepeated =
        assumption.isUnique(for: property) && !value.isNull && !seen.insert(value.keyBytes).inserted
      if isRepeated || !assumption.holds(of: value, optional: property.isOptional) {
        outcome.violations.append(key)
      }
    }
    return outcome
  }
}

extension HistoryVersion {
  /// The properties whose values an app generates for each object.
  package var freshProperties: [PropertyPath] {
    assumptions.filter(\.isFresh).map(\.path)
  }
}
