import MigCheckModel

/// Finds out what a store's model has otherwise than a version, by the hashes of its entities alone.
///
/// A hash does not tell what it was computed from. So small edits of the version are tried, one at a
/// time and two at a time, until one gives the hash that the store holds.
struct HashComparison {
  let stored: [Name: [UInt8]]
  let version: CoreDataVersion
  let bundle: CoreDataBundle

  /// - Returns: phrases in the order of the entities' declarations, parents first; and whether all of
  ///   them are about entities whose hashes are not confirmed.
  func differences() -> (phrases: [String], isUnconfirmed: Bool) {
    let hasher = VersionHasher(version.model)
    let unconfirmed = Set(version.model.versionHashes.unconfirmed.map(\.entity))
    var phrases = [String]()
    var isUnconfirmed = true
    var edits = [Name: [HashEdit]]()
    var unexplained = Set<Name>()
    for entity in parentsFirst {
      guard let hash = stored[entity.name] else {
        phrases.append("the store has no entity \(entity.name)")
        isUnconfirmed = false
        continue
      }
      let inherited = entity.parent.flatMap { edits[$0] } ?? []
      if entity.parent.map(unexplained.contains) ?? false {
        // What differs in the parent differs here too, and more cannot be told.
        unexplained.insert(entity.name)
        continue
      }
      var content = hasher.content(of: entity, parent: entity.parent.flatMap { stored[$0] } ?? [])
      for edit in inherited { edit.apply(to: &content) }
      edits[entity.name] = inherited
      guard content.hash != hash else { continue }
      let lineage = version.model.lineage(of: entity.name).map(\.name)
      if !lineage.contains(where: unconfirmed.contains) { isUnconfirmed = false }
      let search = HashEditSearch(
        content: content, candidates: candidates(for: entity), hash: hash)
      if let found = search.found {
        edits[entity.name] = inherited + found
        phrases += found.map(\.phrase)
      } else {
        unexplained.insert(entity.name)
        phrases.append("\(entity.name) has another version hash")
      }
    }
    let known = Set(version.model.entities.map(\.name))
    for name in stored.keys.sorted() where !known.contains(name) {
      phrases.append("the store has the entity \(name)")
      isUnconfirmed = false
    }
    return (phrases, isUnconfirmed && !phrases.isEmpty)
  }

  private var parentsFirst: [CoreDataEntity] {
    let model = version.model
    return model.entities.enumerated()
      .map { ($1, model.lineage(of: $1.name).count, $0) }
      .sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
  }

  private func candidates(for entity: CoreDataEntity) -> [HashEdit] {
    let edits = HashEdits(entity: entity, version: version.number)
    let others = bundle.versions.filter { $0.number != version.number }
    return edits.ofProperties + edits.ofEntity
      + edits.additions(
        from: others.compactMap { other in
          other.model.entity(entity.name).map { (other.number, $0) }
        })
  }
}

/// Looks for edits after which an entity has a hash.
struct HashEditSearch {
  let content: HashedEntity
  let candidates: [HashEdit]
  let hash: [UInt8]

  /// The most pairs of edits that are tried.
  private static let mostPairs = 20_000

  /// - Returns: one edit or two of different parts; `nil`: none gives the hash.
  var found: [HashEdit]? {
    func gives(_ edits: [HashEdit]) -> Bool {
      var content = content
      for edit in edits { edit.apply(to: &content) }
      return content.hash == hash
    }
    if let edit = candidates.first(where: { gives([$0]) }) { return [edit] }
    var tried = 0
    for (place, first) in candidates.enumerated() {
      for second in candidates[(place + 1)...] where first.part != second.part {
        tried += 1
        guard tried <= Self.mostPairs else { return nil }
        if gives([first, second]) { return [first, second] }
      }
    }
    return nil
  }
}
