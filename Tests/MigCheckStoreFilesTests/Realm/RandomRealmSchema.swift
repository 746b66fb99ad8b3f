import MigCheckGeneration
import MigCheckModel

/// Random schemas that Realm accepts: all types and collections, primary keys, embedded types that
/// contain no type before them, links in circles.
enum RandomRealmSchema {
  private static let scalars = PropertyType.allCases.filter {
    $0 != .object && $0 != .linkingObjects
  }
  private static let keys: [PropertyType] = [.int, .string, .objectId, .uuid]

  static func schema(_ source: inout RandomSource) -> Schema {
    let count = 1 + source.below(5)
    let names = (0..<count).map { "T\($0)" + (source.chance(10) ? "é名" : "") }
    let embedded = (0..<count).map { $0 > 0 && source.chance(30) }
    return Schema(
      (0..<count).map { type in
        let targets = (0..<count).filter { !embedded[$0] || !embedded[type] || $0 > type }
        var properties = (0..<1 + source.below(8)).map { number in
          property("p\(number)", targets: targets, names: names, embedded: embedded, &source)
        }
        var key: Name?
        if !embedded[type], source.chance(40) {
          let place = source.below(properties.count + 1)
          properties.insert(
            Property("key", source.pick(from: keys), optional: source.chance(30)), at: place)
          key = "key"
        }
        return ObjectType(
          Name(names[type]), primaryKey: key, embedded: embedded[type], properties)
      })
  }

  private static func property(
    _ name: String, targets: [Int], names: [String], embedded: [Bool],
    _ source: inout RandomSource
  ) -> Property {
    let collection: CollectionKind? =
      source.chance(50) ? nil : source.pick(from: CollectionKind.allCases)
    if !targets.isEmpty, source.chance(30) {
      let target = source.pick(from: targets)
      let kind = embedded[target] && collection == .set ? .list : collection
      return Property(
        Name(name), .object, collection: kind, objectType: Name(names[target]),
        optional: kind == nil || kind == .dictionary)
    }
    let type = source.pick(from: scalars)
    return Property(
      Name(name), type, collection: collection, optional: type == .mixed || source.chance(40))
  }
}
