import MigCheckHistory
import MigCheckModel
import MigCheckText

/// The rules for the schemas that stores were opened with lately.
///
/// A run opens thousands of stores with a few schemas, and to validate a schema takes longer than to
/// open a small store. Rules depend on nothing but schema and version, so histories share them.
final class RealmRulesCache: Sendable {
  /// Those that were wanted last stand at the front.
  private let entries = Locked([RealmRules]())

  /// More than most histories have versions, and few enough to look through.
  private static let limit = 256

  /// How many rules are kept just now; at most 256.
  var count: Int { entries.withLock { $0.count } }

  /// - Complexity: O(1) for a schema that was wanted a moment ago; otherwise O(*n*) in the number of
  ///   rules that are kept, and in the size of the schema.
  func rules(for schema: Schema, version: UInt64) -> RealmRules {
    entries.withLock { entries in
      let known =
        entries.firstIndex { $0.version == version && $0.schema.isSameValue(as: schema) }
        ?? entries.firstIndex { $0.version == version && $0.schema == schema }
      if let known {
        if known > 0 { entries.insert(entries.remove(at: known), at: 0) }
        return entries[0]
      }
      let made = RealmRules(schema: schema, version: version)
      if entries.count >= Self.limit { entries.removeLast() }
      entries.insert(made, at: 0)
      return made
    }
  }
}
