import Foundation
import MigCheckModel
import MigCheckText

/// The version hashes that Core Data computes from a model.
///
/// Core Data opens a store without a migration if its metadata hold the hashes of the model, and
/// refuses a store whose hashes fit no version of the bundle. The rules were derived from real
/// stores: `VersionHasher` states them.
package struct VersionHashes: Sendable {
  /// The hash of one entity.
  package struct Entity: Sendable {
    package var name: Name
    /// 32 bytes.
    package var hash: [UInt8]
  }

  /// In the order of their names' UTF-16 code units.
  package let entities: [Entity]
  /// What in the model was never compared with a real store's hashes; empty: the hashes are exact.
  package let unconfirmed: [UnconfirmedHash]

  /// - Complexity: O(*n*) in the number of entities and properties, inherited ones included.
  init(_ model: CoreDataModel) {
    entities = VersionHasher(model).entities
    unconfirmed = UnconfirmedHash.parts(of: model)
  }

  /// - Complexity: O(*n*) in the number of entities.
  package func hash(of entity: Name) -> [UInt8]? {
    entities.first { $0.name == entity }?.hash
  }

  /// `NSStoreModelVersionHashesDigest` of a store's metadata: SHA-512 of each name and hash, in
  /// base64.
  package var digest: String {
    Self.base64(SHA512.hash(entities.flatMap { Array($0.name.utf8) + $0.hash }))
  }

  /// The version checksum, in base64: what Xcode prints when it compiles the model, and the
  /// argument of `NSManagedObjectModelReference`.
  package var checksum: String { Self.base64(SHA256.hash(entities.flatMap(\.hash))) }

  /// The hashes of some of the entities, as the metadata of a store of one configuration hold them.
  func restricted(to names: Set<Name>) -> [Entity] {
    entities.filter { names.contains($0.name) }
  }

  package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

extension CoreDataModel {
  /// Whether Core Data takes two models for one and the same version.
  ///
  /// - Complexity: O(*n*) in the number of entities and properties.
  package func isSameVersion(as other: CoreDataModel) -> Bool {
    VersionHashes.areEqual(self, other)
  }

  /// The entities whose version hashes differ, or which one of the models does not have, in the order
  /// of their names.
  package func entitiesDiffering(from other: CoreDataModel) -> [Name] {
    let (own, others) = (versionHashes, other.versionHashes)
    let names = Set(own.entities.map(\.name)).union(others.entities.map(\.name))
    return names.sorted().filter { own.hash(of: $0) != others.hash(of: $0) }
  }
}

extension VersionHashes {
  /// Whether Core Data takes two models for one and the same version.
  static func areEqual(_ first: CoreDataModel, _ second: CoreDataModel) -> Bool {
    let (first, second) = (first.versionHashes.entities, second.versionHashes.entities)
    return first.count == second.count
      && zip(first, second).allSatisfy { $0.name == $1.name && $0.hash == $1.hash }
  }
}

extension CoreDataModel {
  /// The version hashes of the model.
  ///
  /// - Complexity: O(*n*) in the number of properties when first asked for, O(1) afterwards.
  package var versionHashes: VersionHashes {
    identity.hashes.withLock { known in
      if let known { return known }
      let hashes = VersionHashes(self)
      known = hashes
      return hashes
    }
  }
}
