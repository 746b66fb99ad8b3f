import MigCheckEngines

/// The objects that link to an object of a migration, as they are now: what a property of linking
/// objects gives there. Code reaches it with `import Realm`.
public final class RLMResults<Element: AnyObject>: Sequence, CustomStringConvertible {
  private let object: RealmMigrationObject
  private let name: String

  init(_ object: RealmMigrationObject, _ name: String) {
    self.object = object
    self.name = name
  }

  private var all: [Element] {
    (object[name] as? [RealmMigrationObject] ?? []).compactMap {
      DynamicObject(base: $0) as? Element
    }
  }

  public var count: UInt { UInt(all.count) }
  public func firstObject() -> Element? { all.first }
  public func lastObject() -> Element? { all.last }
  public func object(at index: UInt) -> Element { all[Int(index)] }
  public subscript(index: UInt) -> Element { object(at: index) }
  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }
  public var isInvalidated: Bool { object.isDeleted }
  public var description: String { "RLMResults \(all)" }
}
