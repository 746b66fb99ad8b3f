import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// Turns the objects of a top-level table into embedded ones.
///
/// Source: realm-core `src/realm/table.cpp` `Table::set_embedded`, `obj.cpp`
/// `handle_multiple_backlinks_during_schema_migration`, `object_converter.cpp`.
struct Embedding {
  let store: any Store
  let table: Int
  /// What the author says, or `nil`: Realm Swift's own behaviour, delete and copy.
  let policy: RealmMigration.EmbeddingPolicy?
  let recorder: MigrationRecorder?

  func convert() throws {
    let keys = try store.keys(of: table)
    guard !keys.isEmpty else { return }
    let name = try tableName(table)
    let counts = try store.incomingLinkCounts(to: table)
    let mixed = try store.firstMixedLink(to: table)
    if policy?.orphans == .keep { try refuse(keys: keys, counts: counts, name, unless: mixed) }
    if let mixed {
      throw UpgradeError(
        .embeddedLinkedFromMixed,
        "Cannot convert '\(name)' to embedded: there is an incoming link from the Mixed property "
          + "'\(try tableName(mixed.table)).\(mixed.property)', which does not support linking "
          + "to embedded objects.",
        type: name)
    }
    // Orphans go first, and take their embedded children and the links of those with them.
    let shared = keys.indices.filter { counts[$0] > 1 }.map { keys[$0] }
    let orphans = keys.indices.filter { counts[$0] == 0 }.map { keys[$0] }
    let deleted = try store.delete(orphans, from: table)
    record(deleted, as: .orphan(isDeclared: policy != nil))
    if policy?.shared == .keep {
      return try refuse(
        keys: store.keys(of: table), counts: store.incomingLinkCounts(to: table), name)
    }
    if try mustGoOneByOne(name) {
      for key in shared where try store.contains(ObjectReference(type: table, index: Int(key))) {
        try replaceAlone(key)
      }
    } else {
      try replace(shared)
    }
  }

  /// Whether it shows that the engine turns to the next object when one is done: where embedded
  /// objects link back to this type, each copy changes what links there; and where copies link to
  /// objects that will themselves be copied, the order of those links decides which copy is whose.
  private func mustGoOneByOne(_ name: Name) throws -> Bool {
    let tables = store.tables
    if tables.contains(where: { $0.isEmbedded && $0.links(to: name) }) { return true }
    return tables.contains { origin in
      (origin.id == table || origin.isEmbedded)
        && store.orderedTypes.contains { type in
          origin.links(to: type)
            && !(tables.first { $0.name == type }?.isEmbedded ?? true)
        }
    }
  }

  private func tableName(_ id: Int) throws -> Name {
    store.tables.first { $0.id == id }?.name ?? ""
  }

  /// The strict check: the first object in order of the keys without exactly one link decides
  /// which error it is. Shared objects alone are no error where they may be copied.
  ///
  /// - Parameter mixed: the first object that a `mixed` property links to. It is seen before
  ///   anything else that its group of objects holds; this then returns.
  private func refuse(
    keys: [Int64], counts: [Int], _ name: Name, unless mixed: MixedLink? = nil
  ) throws {
    let orphans = counts.filter { $0 == 0 }.count
    let shared = counts.filter { $0 > 1 }.count
    guard orphans > 0 || (shared > 0 && policy?.shared == .keep),
      let first = counts.firstIndex(where: { $0 != 1 })
    else { return }
    if let mixed, StoreCluster.number(of: mixed.target) <= StoreCluster.number(of: keys[first]) {
      return
    }
    func objects(_ count: Int) -> String { count == 1 ? "1 object" : "\(count) objects" }
    guard counts[first] == 0 else {
      throw UpgradeError(
        .embeddedWithSeveralParents,
        "At least one object does have multiple backlinks. "
          + "\(objects(shared)) of type '\(name)' cannot become embedded: more than one link leads "
          + "there.",
        type: name)
    }
    throw UpgradeError(
      .embeddedWithoutParent,
      "At least one object does not have a backlink (data would get lost). "
        + "\(objects(orphans)) of type '\(name)' cannot become embedded: no link leads there.",
      type: name)
  }

  /// Gives each link to some shared objects a copy of its own, and deletes the objects.
  ///
  /// The engine first makes an empty object for every link of one property and points the link
  /// there; only then it fills them, the last one first. A copy of a child that links back to the
  /// original therefore finds the link already changed.
  private func replace(_ keys: [Int64]) throws {
    var links = try store.incomingLinks(to: keys, in: table)[...]
    let tables = store.tables
    if let layout = tables.first(where: { $0.id == table }),
      !tables.contains(where: { $0.isEmbedded && layout.links(to: $0.name) })
    {
      try copyWhole(links, layout)
      links = []
    }
    while let first = links.first {
      let group = links.prefix {
        $0.target == first.target && $0.origin.type == first.origin.type
          && $0.property == first.property
      }
      try copy(for: Array(group))
      links = links.dropFirst(group.count)
    }
    let deleted = try store.delete(keys, from: table)
    record(deleted, as: .copied(isDeclared: policy != nil))
  }

  /// Makes the copies with their values: objects without children of their own hold nothing that
  /// changes meanwhile.
  private func copyWhole(_ links: ArraySlice<IncomingLink>, _ layout: StoreTable) throws {
    var columns = layout.properties.map { NewColumn($0.name, []) }
    var last: Int64?
    for link in links {
      for (column, property) in layout.properties.enumerated() {
        // Links stand by their target.
        if link.target == last, let value = columns[column].values.last {
          columns[column].values.append(value)
          continue
        }
        let original = ObjectReference(type: table, index: Int(link.target))
        let value = try store.value(of: property.name, in: original)
        columns[column].values.append(copied(value, of: property) ?? property.zeroValue)
      }
      last = link.target
    }
    let first = try store.create(links.count, in: table, columns: columns)
    for (key, link) in zip(first..., links) {
      recorder?.created(key, of: layout.name, copyOf: link.target)
      try store.redirect(link, to: key)
    }
  }

  /// Does the same for one object, and looks anew for the links of each property: copies that were
  /// filled may have added some.
  private func replaceAlone(_ key: Int64) throws {
    for place in store.slots.origins(of: table) {
      let links = try store.incomingLinks(to: [key], in: table)
      try copy(
        for: links.filter {
          $0.origin.type == place.table && $0.property == place.name
        })
    }
    let deleted = try store.delete([key], from: table)
    record(deleted, as: .copied(isDeclared: policy != nil))
  }

  /// - Parameter links: all that lead to one object by way of one property.
  private func copy(for links: [IncomingLink]) throws {
    var copies = [Copy]()
    for link in links {
      let original = ObjectReference(type: table, index: Int(link.target))
      let copy = try createCopy(of: original)
      try store.redirect(link, to: Int64(copy.index))
      copies.append(Copy(original: original, copy: copy))
    }
    try fill(&copies)
  }

  private struct Copy {
    var original: ObjectReference
    var copy: ObjectReference
  }

  private func createCopy(of original: ObjectReference) throws -> ObjectReference {
    let key = try store.create(in: original.type, values: [])
    recorder?.created(
      key, of: try tableName(original.type), copyOf: Int64(original.index))
    return ObjectReference(type: original.type, index: Int(key))
  }

  /// Copies values, and the embedded children with them; links to top-level objects are shared.
  private func fill(_ pending: inout [Copy]) throws {
    let tables = store.tables
    while let next = pending.popLast() {
      guard let layout = tables.first(where: { $0.id == next.original.type }) else { continue }
      for property in layout.properties {
        var value = try store.value(of: property.name, in: next.original)
        if property.isLink, let name = property.objectType,
          tables.first(where: { $0.name == name })?.isEmbedded ?? false
        {
          value = try copyChildren(of: value, pending: &pending)
        }
        if let value = copied(value, of: property) {
          try store.setValue(value, of: property.name, in: next.copy)
        }
      }
    }
  }

  /// What a value of the original becomes that is written over the zero of its copy; `nil`: nothing is
  /// written. That is so where both are equal, so that zeros lose their sign, and decimal ones the digits
  /// after the point.
  private func copied(_ value: Value, of property: Property) -> Value? {
    switch value {
    case .decimal128(let number) where number.isZero && property.hasZero: nil
    case .float(let number) where number == 0 && property.hasZero: nil
    case .double(let number) where number == 0 && property.hasZero: nil
    default: arranged(value, of: property)
    }
  }

  /// Collections are filled element by element.
  private func arranged(_ value: Value, of property: Property) -> Value {
    switch value {
    case .list(let elements): .list(store.rules.list(elements, of: property))
    case .set(let elements): .set(store.rules.list(elements, of: property))
    default: value
    }
  }

  private func copyChildren(of value: Value, pending: inout [Copy]) throws -> Value {
    switch value {
    case .link(let child):
      let copy = try createCopy(of: child)
      pending.append(Copy(original: child, copy: copy))
      return .link(copy)
    case .list(let elements):
      return .list(try elements.map { try copyChildren(of: $0, pending: &pending) })
    case .dictionary(let entries):
      return .dictionary(
        try entries.map {
          DictionaryEntry($0.key, try copyChildren(of: $0.value, pending: &pending))
        })
    default: return value
    }
  }

  private func record(_ objects: [ObjectReference], as cause: UpgradeRecord.Cause) {
    guard let recorder else { return }
    for table in store.tables {
      let keys = objects.filter { $0.type == table.id }.map { Int64($0.index) }
      recorder.deleted(keys, of: table.name, cause: cause)
    }
  }
}

extension StoreTable {
  /// Whether a property links to objects of a type.
  fileprivate func links(to type: Name) -> Bool {
    properties.contains { $0.isLink && $0.objectType == type }
  }
}

extension Property {
  /// Whether new objects begin with a zero.
  fileprivate var hasZero: Bool { collection == nil && !isOptional && type != .mixed }
}
