import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// What becomes of objects whose type becomes embedded.

extension RealmMigration {
  /// Says what happens to objects without a parent, and to objects with several links, when
  /// `type` becomes embedded in this upgrade. The last word for a type holds.
  ///
  /// Without a word Realm deletes the former and copies the latter, silently.
  public func embed(
    _ type: String, orphans: History.Orphans, shared: History.Shared
  ) {
    embeddings.append((Name(type), EmbeddingPolicy(orphans: orphans, shared: shared)))
  }

  func embeddingPolicy(of type: Name) -> EmbeddingPolicy? {
    embeddings.last { $0.type == type }?.policy
  }
}
