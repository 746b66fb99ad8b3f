import MigCheckModel

// Upgrades of which the engine says beforehand what it does, or that it does not do them.

extension TrialRun {
  /// What is known of an upgrade without running it.
  enum KnownOutcome {
    /// It has to be run.
    case open
    /// The engine refuses it, whatever the store holds.
    case refused(UpgradeError)
    /// Nobody knows what it does.
    case unjudged
  }

  func knownOutcome(from: Int, to: Int) -> KnownOutcome {
    guard let mapping = span.plan(from: from, to: to).mapping else { return .open }
    if !mapping.isJudged { return .unjudged }
    return mapping.refusal.map(KnownOutcome.refused) ?? .open
  }

  /// Whether an upgrade has to be run; reports it if the engine refuses it.
  func canRun(_ step: PathStep, from: Int, to: Int) -> Bool {
    switch knownOutcome(from: from, to: to) {
    case .open: return true
    case .unjudged: return false
    case .refused(let error):
      log.hops.insert(step.hop)
      log.reportKnownRefusal(error, store: kinds[0], at: step)
      return false
    }
  }

  /// Whether no upgrade leads on from a version, as far as that is known without running one.
  func isDeadEnd(_ position: Int) -> Bool {
    guard span.evidence.mappings != nil else { return false }
    return span.targets(from: position).allSatisfy {
      !span.plan(from: position, to: $0).canRun
    }
  }

  /// Reports every upgrade straight from the start version that the engine refuses.
  func reportKnownRefusals() {
    guard span.evidence.mappings != nil else { return }
    for target in span.targets(from: start) {
      guard case .refused(let error) = knownOutcome(from: start, to: target) else { continue }
      let path = [span.versions[start].number, span.versions[target].number]
      log.reportKnownRefusal(
        error, store: kinds[0], at: PathStep(hop: Hop(from: path[0], to: path[1]), path: path))
    }
  }
}

/// Properties of which nobody knows all after some upgrades.
struct UnknownContent: Sendable {
  private(set) var values = [PropertyPath]()
  /// Lists whose order nobody knows.
  private(set) var order = [PropertyPath]()

  mutating func join(_ other: UnknownContent) {
    for path in other.values { addValue(path) }
    for path in other.order { addOrder(path) }
  }

  mutating func addValue(_ path: PropertyPath) {
    if !values.contains(path) { values.append(path) }
  }

  mutating func addOrder(_ path: PropertyPath) {
    if !order.contains(path) { order.append(path) }
  }
}

extension VersionSpan {
  /// What nobody knows of the content of a store that went along a path.
  func unknownContent(along path: [UInt64]) -> UnknownContent { known(along: path).unknown }

  /// The type of a path's first version that objects of a type come from; `nil`: from none.
  func startType(of type: Name, along path: [UInt64]) -> Name? {
    known(along: path).startType(of: type)
  }

  /// - Complexity: O(*n*) in the number of types for a path whose start is known up to its last upgrade.
  private func known(along path: [UInt64]) -> PathKnowledge {
    guard path.count > 1 else { return PathKnowledge() }
    if let known = pathKnowledge.withLock({ $0[path] }) { return known }
    // Of a long path, as a store goes along it upgrade by upgrade.
    var knowledge = known(along: path.dropLast())
    if let start = position(of: path[path.count - 2]), let end = position(of: path[path.count - 1]),
      let mapping = plan(from: start, to: end).mapping
    {
      knowledge.follow(mapping, into: versions[end].schema)
    }
    pathKnowledge.withLock { known in
      if known.count >= PathKnowledge.limit { known.removeAll(keepingCapacity: true) }
      known[path] = knowledge
    }
    return knowledge
  }
}

/// What an engine says of a store that went along a path.
struct PathKnowledge: Sendable {
  /// How many paths are kept.
  static let limit = 4096

  fileprivate private(set) var unknown = UnknownContent()
  /// By the name in the last version: that in the first one, or that it comes from none; only of types
  /// for which they differ.
  private var startTypes = [Name: Name?]()

  fileprivate func startType(of type: Name) -> Name? {
    if let known = startTypes[type] { return known }
    return type
  }

  fileprivate mutating func follow(_ mapping: HopMapping, into schema: Schema) {
    unknown = mapping.unknownContent(after: unknown, in: schema)
    let before = self
    startTypes.removeAll(keepingCapacity: true)
    for type in schema.types {
      let start = mapping.source(of: type.name).flatMap(before.startType)
      if start != type.name { startTypes[type.name] = .some(start) }
    }
  }
}

extension HopMapping {
  fileprivate func unknownContent(after before: UnknownContent, in schema: Schema) -> UnknownContent
  {
    var unknown = UnknownContent()
    for type in schema.types {
      let changes = types[type.name]?.properties ?? [:]
      for property in type.storedProperties {
        let place = PropertyPath(type: type.name, property: property.name)
        switch changes[property.name] {
        case .unspecified: unknown.addValue(place)
        case .reordered: unknown.addOrder(place)
        case .converted where property.collection == .list: unknown.addOrder(place)
        default: break
        }
      }
      func carry(_ path: PropertyPath) -> PropertyPath? {
        guard let name = path.property, successor(of: path.type) == type.name,
          let next = successor(of: name, in: type)
        else { return nil }
        return PropertyPath(type: type.name, property: next.name)
      }
      for path in before.values { if let next = carry(path) { unknown.addValue(next) } }
      for path in before.order { if let next = carry(path) { unknown.addOrder(next) } }
    }
    return unknown
  }
}
