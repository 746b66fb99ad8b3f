import MigCheckModel
import MigCheckStores

/// Turns the objects of a top-level table into embedded ones.
///
/// Source: realm-core `src/realm/table.cpp` `Table::set_embedded`, `obj.cpp`
/// `handle_multiple_backlinks_during_schema_migration`, `object_converter.cpp`.
struct Embedding {
  let store: any Store
  let table: Int
  /// What the author says, or `nil`: Realm Swift's own behaviour, delete and copy.
  let policy: Migration.EmbeddingPolicy?
  let recorder: MigrationRecorder?

  func convert() throws {
    let keys = try store.keys(of: table)
    guard !keys.isEmpty else { return }
    let name = try tableName(table)
    if let origin = try store.mixedLinkOrigin(to: table) {
      throw UpgradeError(
        .embeddedLinkedFromMixed,
        "Cannot convert '\(name)' to embedded: there is an incoming link from the Mixed property "
          + "'\(try tableName(origin.table)).\(origin.property)', which does not support linking "
          + "to embedded objects.",
        type: name)
    }
    let counts = try store.incomingLinkCounts(to: table)
    try refuse(counts, name: name)
    var orphans = [Int64]()
    var shared = [Int64]()
    for (key, count) in zip(keys, counts) {
      if count == 0 { orphans.append(key) }
      if count > 1 { shared.append(key) }
    }
    try copy(shared, name: name)
    let deleted = try store.delete(orphans, from: table)
    record(deleted, as: policy == nil ? .silentOrphan : .declaredOrphan)
  }

  private func tableName(_ id: Int) throws -> String {
    store.tables.first { $0.id == id }?.name ?? ""
  }

  /// The strict check: the first object in order of the keys decides which error it is.
  private func refuse(_ counts: [Int], name: String) throws {
    func plural(_ count: Int) -> String { count == 1 ? "1 object" : "\(count) objects" }
    let keepsOrphans = policy?.orphans == .keep
    let keepsShared = policy?.shared == .keep
    for count in counts {
      if count == 0, keepsOrphans {
        let orphans = counts.filter { $0 == 0 }.count
        throw UpgradeError(
          .embeddedWithoutParent,
          "At least one object does not have a backlink (data would get lost). "
            + "\(plural(orphans)) of type '\(name)' cannot become embedded: no link leads there.",
          type: name)
      }
      if count > 1, keepsShared {
        let shared = counts.filter { $0 > 1 }.count
        throw UpgradeError(
          .embeddedWithSeveralParents,
          "At least one object does have multiple backlinks. "
            + "\(plural(shared)) of type '\(name)' cannot become embedded: more than one link "
            + "leads there.",
          type: name)
      }
    }
  }

  /// Gives each link to a shared object a copy of its own, and deletes the object.
  private func copy(_ keys: [Int64], name: String) throws {
    guard !keys.isEmpty else { return }
    let links = try store.incomingLinks(to: keys, in: table)
    for link in links {
      let original = ObjectReference(type: table, index: Int(link.target))
      let copy = try copy(original)
      try store.redirect(link, to: Int64(copy.index))
    }
    let deleted = try store.delete(keys, from: table)
    record(deleted, as: policy == nil ? .silentCopy : .declaredCopy)
  }

  /// A copy with copies of its embedded children; links to top-level objects are shared.
  private func copy(_ original: ObjectReference) throws -> ObjectReference {
    let tables = store.tables
    guard let layout = tables.first(where: { $0.id == original.type }) else { return original }
    var values = [(property: String, value: Value)]()
    for property in layout.properties {
      var value = try store.value(of: property.name, in: original)
      if property.isLink, let name = property.objectType,
        tables.first(where: { $0.name.isIdentical(to: name) })?.isEmbedded ?? false
      {
        value = try copyChildren(of: value)
      }
      values.append((property.name, value))
    }
    let key = try store.create(in: original.type, values: values)
    recorder?.created(key, of: layout.name, copyOf: Int64(original.index))
    return ObjectReference(type: original.type, index: Int(key))
  }

  private func copyChildren(of value: Value) throws -> Value {
    switch value {
    case .link(let child): .link(try copy(child))
    case .list(let elements): .list(try elements.map(copyChildren))
    case .dictionary(let entries):
      .dictionary(
        try entries.map { DictionaryEntry($0.key, try copyChildren(of: $0.value)) })
    default: value
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
