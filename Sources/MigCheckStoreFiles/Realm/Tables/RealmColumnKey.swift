/// What names a column in a Realm file: its place among the leaves of a cluster, its type and
/// attributes, and a tag that tells it from former columns of the same place.
///
/// Source: realm-core `src/realm/keys.hpp`, `ColKey`.
struct RealmColumnKey: Equatable {
  let rawValue: Int64

  init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// - Parameters:
  ///   - index: 0 to 65,535.
  ///   - attributes: without those of indexes, which come and go.
  ///   - tag: of a new table, its key.
  init(index: Int, type: RealmTypeCode, attributes: RealmColumnAttributes, tag: Int) {
    let kept = attributes.subtracting([.indexed, .fullText])
    rawValue =
      Int64(index) | Int64(type.rawValue) << 16 | Int64(kept.rawValue) << 22 | Int64(tag) << 30
  }

  /// The place of the column among the leaves of a cluster, the search indexes and the opposites.
  var index: Int { Int(rawValue & 0xFFFF) }
}
