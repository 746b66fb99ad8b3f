import MigCheckModel

/// Finds the hazards of all upgrades between some versions.
///
/// From one start version there is an upgrade to each later one, and in a long history nearly all
/// of these show the same changes. What start versions have in common is found out once, and of an
/// upgrade from the start only what changes in its last step is compared: all else was different,
/// and a hazard, already one version earlier.
package struct HazardSearch {
  private let versions: [SubjectVersion]
  /// From each version to the next.
  private let steps: [VersionStep]
  /// The hazards of each step by itself.
  private var stepHazards: [[Hazard]] = []
  /// All types, in the order of the bytes of their names.
  private let histories: [TypeHistory]
  private let place: [Name: Int]
  private let known: (any KnownHazards)?

  /// - Parameters:
  ///   - versions: in increasing order.
  ///   - known: what the engine of the subject knows to be dangerous; `nil`: nothing of its own.
  package init(_ versions: [SubjectVersion], known: (any KnownHazards)? = nil) {
    self.versions = versions
    self.known = known
    steps = zip(versions, versions.dropFirst()).map { version, next in
      VersionStep(from: version.schema, to: next.schema)
    }
    let names = Set(versions.flatMap { $0.schema.types.map(\.name) }).sorted()
    histories = names.map { TypeHistory($0, in: versions) }
    place = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    stepHazards = steps.indices.map { hazards(of: steps[$0].changes, from: $0, to: $0 + 1) }
  }

  /// All hazards of the upgrades that start at a version.
  ///
  /// A change counts once, for the first pair of versions that shows it: from the start to each
  /// later version, then between neighbours on the way.
  ///
  /// - Parameters:
  ///   - start: the position of the version of the graphs.
  ///   - expressions: what the migrations evaluate, each with the version it leads into.
  /// - Returns: without repeats, in a stable order.
  package func hazards(
    from start: Int, expressions: [(UInt64, MigrationExpression)] = []
  ) -> [Hazard] {
    guard let last = versions.last, start < versions.count - 1 else { return [] }
    let (number, later) = (versions[start].number, start + 1..<versions.count)
    var list = HazardList()
    list.append(stepHazards[start])
    for end in later.dropFirst() {
      list.append(hazards(of: changes(from: start, to: end), from: start, to: end))
    }
    for step in later.dropFirst() { list.append(stepHazards[step - 1]) }
    for history in histories { list.append(Self.hazards(at: .history(history, from: start))) }
    for type in versions[start].schema.types {
      let names = place[type.name].map { histories[$0].unchanged(from: start) } ?? []
      list.append(
        Self.hazards(at: .unchanged(type: type.name, names, from: number, to: last.number)))
    }
    for (version, expression) in expressions where version > number {
      list.append(Self.hazards(at: .expression(expression, from: number, to: version)))
    }
    if let known {
      for end in later { list.append(hazards(known, from: start, to: end)) }
      for end in later.dropFirst() { list.append(hazards(known, from: end - 1, to: end)) }
    }
    let all = expressions.map(\.1)
    return list.hazards.map { $0.narrowed(by: all, at: versions[start]) }
  }

  private static func hazards(at place: HazardPlace) -> [Hazard] {
    Hazard.kinds.flatMap { kind in kind.hazards(at: place) }
  }

  private func hazards(_ known: any KnownHazards, from start: Int, to end: Int) -> [Hazard] {
    let (old, new) = (versions[start], versions[end])
    return Self.hazards(
      at: .upgrade(
        HazardPlace.Upgrade(from: old, to: new, known: known.hazards(from: old, to: new))))
  }

  private func hazards(of changes: [SchemaChange], from start: Int, to end: Int) -> [Hazard] {
    let (from, to) = (versions[start].number, versions[end].number)
    return changes.flatMap { change in
      Self.hazards(
        at: .difference(HazardPlace.Difference(change: change, from: from, to: to)))
    }
      + replacements(from: start, to: end).flatMap { Self.hazards(at: .replacement($0)) }
  }

  /// What is different from a version to a later one, as far as the last step to it changed it.
  private func changes(from start: Int, to end: Int) -> [SchemaChange] {
    func schema(_ version: Int) -> Schema {
      Schema(
        steps[end - 1].touched.compactMap { touched in
          guard let place = place[touched.type], let type = histories[place].types[version] else {
            return nil
          }
          guard let names = touched.properties else { return type }
          return ObjectType(
            type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded,
            names.compactMap { histories[place].property($0, at: version) })
        })
    }
    return SchemaChange.changes(from: schema(start), to: schema(end))
  }

  /// Pairs of a property that went and one that came, of the types that the last step touches; by
  /// the names of type, old and new property.
  private func replacements(from start: Int, to end: Int) -> [HazardPlace.Replacement] {
    guard steps[start..<end].contains(where: \.removesProperty) else { return [] }
    return steps[end - 1].touched.flatMap { touched -> [HazardPlace.Replacement] in
      guard let place = place[touched.type] else { return [] }
      let history = histories[place]
      func missing(_ version: Int, in other: Int) -> [Property] {
        (history.types[version]?.storedProperties ?? []).filter {
          history.property($0.name, at: other) == nil
        }.sorted { $0.name < $1.name }
      }
      guard history.types[start] != nil, history.types[end] != nil else { return [] }
      let added = missing(end, in: start)
      return missing(start, in: end).flatMap { removed in
        added.filter { removed.hasSameContent(as: $0) }.map {
          HazardPlace.Replacement(
            type: touched.type, removed: removed, added: $0, from: versions[start].number,
            to: versions[end].number)
        }
      }
    }
  }
}

extension Hazard {
  /// The hazards of the upgrades that start at a version; for more than one start version,
  /// `HazardSearch` does less work.
  package static func hazards(
    from start: SubjectVersion, to later: [SubjectVersion],
    expressions: [(UInt64, MigrationExpression)] = [], known: (any KnownHazards)? = nil
  ) -> [Hazard] {
    HazardSearch([start] + later, known: known).hazards(from: 0, expressions: expressions)
  }
}

/// Hazards in the order of discovery, each once.
private struct HazardList {
  private(set) var hazards = [Hazard]()
  /// Descriptions compare by their bytes.
  private var seen = Set<Name>()

  mutating func append(_ hazards: [Hazard]) {
    for hazard in hazards where seen.insert(Name(hazard.description)).inserted {
      self.hazards.append(hazard)
    }
  }
}
