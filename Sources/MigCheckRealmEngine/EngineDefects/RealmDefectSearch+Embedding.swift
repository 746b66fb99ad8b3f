import MigCheckHistory
import MigCheckModel
import MigCheckText

extension RealmDefectSearch {
  /// Types that become embedded, whose shared objects are copied with texts in them.
  var copiedStrings: [EngineDefect] {
    embedded.compactMap { type in
      let texts = texts(of: type)
      guard !texts.isEmpty, isCopied(type.name) else { return nil }
      let isOwn = texts.count == 1 && texts[0].type == type.name
      return RealmDefect.copiedString.defect(
        type.name, isOwn ? texts[0].property : nil,
        "If several links lead to one object of \(type.name) when the type becomes embedded, Realm "
          + "copies it, and a text or data of 16 to 63 bytes in "
          + "\(texts.map(\.description).joined(separator: ", ")) may have garbage in its first 16 "
          + "bytes, without any error.",
        remedy: "Leave \(type.name) as it is, add a new embedded type beside it, and let the "
          + "migration fill one of it for each link.")
    }
  }

  /// Strings, data and mixed values of a type and of all that it embeds. Those in collections lie
  /// elsewhere in the file, and are copied well.
  private func texts(of type: ObjectType) -> [PropertyPath] {
    var found = [PropertyPath]()
    var pending = [type]
    var seen = [Name]()
    while let next = pending.popLast() {
      if seen.contains(next.name) { continue }
      seen.append(next.name)
      for property in next.storedProperties {
        switch property.type {
        case .string, .data, .mixed:
          guard property.collection == nil else { continue }
          found.append(PropertyPath(type: next.name, property: property.name))
        case .object:
          if let target = property.objectType.flatMap(new.schema.type(named:)),
            target.isEmbedded
          {
            pending.append(target)
          }
        default: break
        }
      }
    }
    return found
  }

  /// Whether the engine would copy an object that two others link to: not if the migration sees to
  /// it that none is shared, or asks for the strict check.
  private func isCopied(_ type: Name) -> Bool {
    guard let target = old.schema.index(of: type) else { return false }
    for (index, owner) in old.schema.types.enumerated() {
      for link in owner.storedProperties where link.links(to: type) {
        var probe = ProbeGraph(old.schema, later: new.schema)
        let object = probe.add(target)
        let holders = (0..<2).compactMap { _ in
          probe.addHolder(of: link, in: index, value: link.holding(.link(object)))
        }
        guard holders.count == 2 else { continue }
        let outcomes = run(probe.graph, path: [old, new])
        if outcomes.last?.copies(type) ?? false { return true }
      }
    }
    return false
  }

  /// Types that become embedded together with a type of their children, after the migration has
  /// deleted one of their objects.
  ///
  /// The first deletion in an upgrade notes for good whether the type has embedded children. A
  /// property that goes after the migration makes the engine look again.
  var staleEmbeddedFlags: [EngineDefect] {
    guard hasSteps else { return [] }
    let candidates = kept.flatMap { owner in staleCandidates(owner.old, owner.new) }
    guard !candidates.isEmpty else { return [] }
    let deleted = plainLogs.flatMap(\.singlyDeletedTypes)
    return candidates.compactMap { owner, link in
      guard deleted.contains(owner.name), leaves(link, of: owner)
      else { return nil }
      let child = link.objectType ?? ""
      return RealmDefect.staleEmbeddedFlag.defect(
        owner.name, link.name,
        "The migration deletes objects of \(owner.name), and then both \(owner.name) and "
          + "\(child) become embedded. Realm still takes \(owner.name) for a type without embedded "
          + "objects: where it deletes one that has no parent, or copies one, the objects of "
          + "\(child) in \(owner.name).\(link.name) stay in the file, and surface later.",
        remedy: "Delete the objects of \(owner.name) in one version, and make the types embedded "
          + "in the next; users who skip a version need it too.")
    }
  }

  private func staleCandidates(
    _ owner: ObjectType, _ later: ObjectType
  ) -> [(owner: ObjectType, link: Property)] {
    guard !owner.isEmbedded, later.isEmbedded,
      owner.storedProperties.allSatisfy({ later.storedIndex(of: $0.name) != nil }),
      !later.storedProperties.contains(where: { isEmbedded($0.objectType, in: old.schema) })
    else { return [] }
    // The child's type is converted before, in the order of names; else it is an orphan then.
    return owner.storedProperties.filter { link in
      guard link.isLink, let child = link.objectType, child < owner.name else {
        return false
      }
      return old.schema.index(of: child) != nil && isEmbedded(child, in: new.schema)
        && later.property(named: link.name).map { $0.hasSameContent(as: link) } ?? false
    }
    .map { (owner, $0) }
  }

  private func isEmbedded(_ type: Name?, in schema: Schema) -> Bool {
    type.flatMap { schema.type(named: $0) }?.isEmbedded ?? false
  }

  /// Whether an object without a parent that has a child comes to the conversion.
  private func leaves(_ link: Property, of owner: ObjectType) -> Bool {
    guard let target = old.schema.index(of: link.objectType ?? ""),
      let index = old.schema.index(of: owner.name)
    else { return false }
    var probe = ProbeGraph(old.schema, later: new.schema)
    let child = probe.add(target)
    let object = probe.add(index, setting: link.name, to: link.holding(.link(child)))
    let outcomes = run(probe.graph, path: [old, new])
    return outcomes.last?.deletesOrphan(object, of: owner.name) ?? false
  }

  /// Sets of removed types that hold shared objects of a type that becomes embedded.
  var removedSets: [EngineDefect] {
    var found = [EngineDefect]()
    for type in embedded {
      for origin in [old] + earlier {
        guard let target = origin.schema.index(of: type.name),
          !origin.schema.types[target].isEmbedded
        else { continue }
        for (index, owner) in origin.schema.types.enumerated()
        where isGone(owner.name, since: origin) {
          for set in owner.storedProperties where set.collection == .set && set.links(to: type.name)
          {
            let defect = Self.removedSet(set, of: owner.name, holding: type.name)
            guard !found.contains(defect) else { continue }
            if isCopied(target, heldBy: set, of: index, at: origin) { found.append(defect) }
          }
        }
      }
    }
    return found
  }

  /// Whether a type is in the file and in no schema of this upgrade's end.
  private func isGone(_ type: Name, since origin: HistoryVersion) -> Bool {
    new.schema.index(of: type) == nil
      && (origin.number == old.number || old.schema.index(of: type) == nil)
  }

  private func isCopied(
    _ target: Int, heldBy set: Property, of owner: Int, at origin: HistoryVersion
  ) -> Bool {
    var probe = ProbeGraph(origin.schema, later: new.schema)
    let object = probe.add(target)
    let holders = (0..<2).compactMap { _ in
      probe.addHolder(of: set, in: owner, value: set.holding(.link(object)))
    }
    guard holders.count == 2 else { return false }
    let path = origin.number == old.number ? [old, new] : [origin, old, new]
    let outcomes = run(probe.graph, path: path)
    return outcomes.count == path.count - 1
      && outcomes.last?.copies(origin.schema.types[target].name) ?? false
  }

  private static func removedSet(
    _ set: Property, of owner: Name, holding type: Name
  ) -> EngineDefect {
    RealmDefect.removedSet.defect(
      owner, set.name,
      "If an object of \(type) is in \(owner).\(set.name), a set of a removed type, and another link "
        + "leads there too when \(type) becomes embedded, Realm aborts the app.",
      remedy: "Call deleteData for \(owner) in the migration that makes \(type) embedded.")
  }
}
