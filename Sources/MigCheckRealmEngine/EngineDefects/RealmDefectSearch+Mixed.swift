import MigCheckHistory
import MigCheckModel
import MigCheckText

extension RealmDefectSearch {
  /// Mixed properties whose column goes while it holds links: what they linked to keeps the trace.
  var ghostLinks: [EngineDefect] {
    var found = [EngineDefect]()
    for origin in [old] + earlier where origin.schema.holdsMixed {
      for (index, owner) in origin.schema.types.enumerated() {
        for mixed in owner.storedProperties where mixed.type == .mixed {
          let next = origin.number == old.number ? new : old
          guard let kept = next.schema.type(named: owner.name),
            kept.property(named: mixed.name).map({ !$0.hasSameContent(as: mixed) }) ?? true
          else { continue }
          let place = (origin, index, mixed)
          for type in embedded {
            let defect = Self.ghostOfEmbedded(mixed, of: owner.name, to: type.name)
            guard !found.contains(defect), isGhost(place, of: type.name) else { continue }
            found.append(defect)
          }
          guard origin.number == old.number,
            mixed.collection == .set || mixed.collection == .dictionary,
            old.schema.types.contains(where: { !$0.isEmbedded && isGhost(place, of: $0.name) })
          else { continue }
          found.append(Self.ghostOfDeleted(mixed, of: owner.name))
        }
      }
    }
    return found
  }

  /// Whether an object survives with the trace of a link that it had: if the migration neither
  /// moves the property to another name nor deletes one of the two objects.
  private func isGhost(
    _ place: (origin: HistoryVersion, owner: Int, mixed: Property), of type: Name
  ) -> Bool {
    let (origin, owner, mixed) = place
    guard let target = origin.schema.index(of: type), !origin.schema.types[target].isEmbedded
    else { return false }
    let path = origin.number == old.number ? [old, new] : [origin, old, new]
    var probe = ProbeGraph(origin.schema, later: path[1].schema)
    let object = probe.add(target)
    let link = mixed.holding(.link(object))
    guard let holder = probe.addHolder(of: mixed, in: owner, value: link) else { return false }
    let outcomes = run(probe.graph, path: path)
    let ownerName = origin.schema.types[owner].name
    let holderName = origin.schema.types[holder.type].name
    let isRetyped = path[1].schema.type(named: ownerName)?.property(named: mixed.name) != nil
    guard outcomes.count == path.count - 1, outcomes.last?.record != nil, let first = outcomes.first
    else { return false }
    // A property that changes its type loses its column before the migration runs.
    guard
      isRetyped || !first.deletes(holder, of: holderName) && !first.moves(mixed.name, of: ownerName)
    else { return false }
    return !outcomes.contains { $0.deletes(object, of: type) }
  }

  private static func ghostOfEmbedded(
    _ mixed: Property, of owner: Name, to type: Name
  ) -> EngineDefect {
    let path = "\(owner).\(mixed.name)"
    return RealmDefect.ghostLink.defect(
      owner, mixed.name,
      "If \(path) holds a link to an object of \(type) when the property is removed or changes its "
        + "type, Realm keeps a trace of the link and never makes \(type) embedded: the upgrade fails "
        + "with embeddedLinkedFromMixed.",
      remedy: "Keep \(path) in the schema for good, and set it to null in the migration; or leave "
        + "\(type) as it is, and add a new embedded type beside it.")
  }

  private static func ghostOfDeleted(_ mixed: Property, of owner: Name) -> EngineDefect {
    let path = "\(owner).\(mixed.name)"
    let end = mixed.collection == .set ? "crashes the app" : "fails with an exception"
    return RealmDefect.ghostLink.defect(
      owner, mixed.name,
      "If \(path) holds links when the property is removed or changes its type, Realm keeps a trace "
        + "of them: from then on deleting an object that was linked to, in a migration or in the "
        + "app, \(end).",
      remedy: "Keep \(path) in the schema for good, and empty it in the migration.")
  }

  /// Indexed mixed properties that link to objects that the migration deletes.
  var indexedMixedLinks: [EngineDefect] {
    let indexed = hasSteps ? indexedMixed : []
    guard !indexed.isEmpty else { return [] }
    let logs = plainLogs
    var targets = [[Name]](repeating: [], count: indexed.count)
    for (target, type) in old.schema.types.enumerated() where !type.isEmbedded {
      guard logs.contains(where: { $0.deletedTypes.contains(type.name) })
      else { continue }
      let orphaned = orphanedLinks(from: indexed, to: target)
      for (place, mixed) in indexed.enumerated() where orphaned.contains(mixed.path) {
        targets[place].append(type.name)
      }
    }
    return zip(indexed, targets).filter { !$1.isEmpty }.map { mixed, targets in
      Self.indexedMixedLink(mixed.path, to: targets)
    }
  }

  private typealias Mixed = (owner: Int, property: Property, path: PropertyPath)

  /// The mixed properties that have an index while the migration runs.
  private var indexedMixed: [Mixed] {
    var found = [Mixed]()
    for (index, owner) in old.schema.types.enumerated() {
      for mixed in owner.storedProperties where mixed.type == .mixed && mixed.collection == nil {
        guard let target = new.schema.type(named: owner.name)?.property(named: mixed.name),
          target.hasSameContent(as: mixed), target.isIndexed
        else { continue }
        found.append((index, mixed, PropertyPath(type: owner.name, property: mixed.name)))
      }
    }
    return found
  }

  private func orphanedLinks(from indexed: [Mixed], to target: Int) -> [PropertyPath] {
    var graph = ProbeGraph(old.schema, later: new.schema)
    let object = graph.add(target)
    for mixed in indexed {
      _ = graph.addHolder(of: mixed.property, in: mixed.owner, value: .link(object))
    }
    var probe = DefectProbe(engine: engine, history: history)
    probe.watch = MigrationLog.Watch(
      properties: indexed.map(\.path), target: old.schema.types[target].name)
    return probe.run(graph.graph, path: [old, new]).flatMap(\.log.orphanedLinks)
  }

  private static func indexedMixedLink(
    _ path: PropertyPath, to types: [Name]
  ) -> EngineDefect {
    let names = types.map(\.text).joined(separator: " or ")
    return RealmDefect.indexedMixedLink.defect(
      path.type, path.property,
      "If \(path), which is indexed, links to an object of \(names) that the migration deletes, "
        + "Realm does not update the index, and the next write to \(path) or deletion of its object "
        + "crashes the app.",
      remedy: "Set \(path) to null before the migration deletes what it links to, or give up the "
        + "index.")
  }
}

extension Schema {
  fileprivate var holdsMixed: Bool {
    types.indices.contains { type in
      types[type].properties.indices.contains { types[type].properties[$0].type == .mixed }
    }
  }
}
