import MigCheckModel

/// A store whose version hashes fit no version of a bundle: the version that is nearest, and what in
/// it differs.
package struct HashMismatch: Sendable {
  package var nearest: CoreDataVersion
  /// Phrases, such as "Note.title is required in the store's model and optional in version 3".
  package var differences: [String]
  /// Whether every difference may come from a rule for hashes that is not confirmed, so that the
  /// store may be one of the nearest version all the same.
  package var isUnconfirmed: Bool
}

/// Compares the hashes in a store's metadata with those of a bundle's versions.
struct StoreHashes {
  /// 32 bytes for each entity.
  let stored: [Name: [UInt8]]

  /// - Parameter hashes: as the store's metadata hold them; empty: they hold none.
  init(_ hashes: [String: [UInt8]]) {
    stored = Dictionary(hashes.map { (Name($0), $1) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether Core Data would open the store with a version and without a migration: the hashes of
  /// all entities are equal, or of all those of one configuration.
  func fit(_ model: CoreDataModel) -> Bool {
    let names = Set(stored.keys)
    let isWhole = names == Set(model.entities.map(\.name))
    guard isWhole || model.configurations.contains(where: { Set($0.entities) == names }) else {
      return false
    }
    return model.versionHashes.restricted(to: names).allSatisfy { stored[$0.name] == $0.hash }
  }

  /// The number of entities that are not the same in the store and in a version.
  func distance(to model: CoreDataModel) -> Int {
    let hashes = model.versionHashes.entities
    let known = Set(hashes.map(\.name))
    return hashes.count { stored[$0.name] != $0.hash }
      + stored.keys.count { !known.contains($0) }
  }

  /// - Parameter versions: those among which the nearest one is looked for; of equally near ones the
  ///   newest counts.
  func mismatch(_ versions: [CoreDataVersion], in bundle: CoreDataBundle) -> HashMismatch? {
    var nearest: (version: CoreDataVersion, distance: Int)?
    for version in versions {
      let distance = distance(to: version.model)
      if nearest.map({ distance <= $0.distance }) ?? true { nearest = (version, distance) }
    }
    guard let nearest else { return nil }
    let comparison = HashComparison(stored: stored, version: nearest.version, bundle: bundle)
    let (differences, isUnconfirmed) = comparison.differences()
    return HashMismatch(
      nearest: nearest.version, differences: differences, isUnconfirmed: isUnconfirmed)
  }
}
