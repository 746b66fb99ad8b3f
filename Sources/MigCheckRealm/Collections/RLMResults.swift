import MigCheckCoreData
import MigCheckRealmEngine

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

  /// The number of objects that link to the object now; O(*n*), as each is read.
  public var count: UInt { UInt(all.count) }
  /// The first object; `nil` if there is none.
  public func firstObject() -> Element? { all.first }
  /// The last object; `nil` if there is none.
  public func lastObject() -> Element? { all.last }
  /// The object at a position from 0, which must exist.
  public func object(at index: UInt) -> Element { all[Int(index)] }
  /// The same as `object(at:)`.
  public subscript(index: UInt) -> Element { object(at: index) }
  /// The objects at the start of an iteration.
  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }
  /// Whether the object that the links lead to was deleted.
  public var isInvalidated: Bool { object.isDeleted }
  /// The type and all objects, in brackets.
  public var description: String { "RLMResults \(all)" }
}
