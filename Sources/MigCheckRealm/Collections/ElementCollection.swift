import MigCheckCoreData
import MigCheckModel
import MigCheckRealmEngine

/// What lists and sets have in common: the elements of a property, or of a collection in no store.
public class _ElementCollection<Element: RealmCollectionValue>: RealmStandIn, _DefaultConstructible,
  PromotableCollection, CustomStringConvertible
{
  /// `nil`: the collection is in no store.
  private(set) var managed: RealmMigrationCollection?
  /// The elements of one that is in no store.
  var own: [Element] = []

  /// An empty collection that is in no store.
  public required init() {}

  init(_ managed: RealmMigrationCollection) { self.managed = managed }

  class var kind: CollectionKind { .list }

  func promote(to managed: RealmMigrationCollection) { self.managed = managed }

  /// All elements, as they are now.
  ///
  /// - Complexity: O(*n*): each element is read from its store.
  var all: [Element] {
    guard let managed else { return own }
    return managed.elements.compactMap { Element._element(from: RealmValue.wrapped($0)) }
  }

  /// The elements that a migration writes.
  public var migrationValue: Any? {
    if let managed { return RealmCollectionValues(managed) }
    return RealmCollectionValues(
      Self.kind, of: .init(declaredFor: Element.self), .elements(own.map { $0 as Any? }))
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { managed?.count ?? own.count }
  /// The elements at the start of an iteration.
  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }

  /// Adds elements of a collection that is in no store.
  func addOwn(_ element: Element) {
    element.verify(inUnmanaged: Self.kind)
    own.append(element)
  }

  /// Removes all elements.
  public func removeAll() {
    if let managed { managed.removeAll() } else { own = [] }
  }

  /// Sets a property of all objects of the collection.
  public func setValue(_ value: Any?, forKey key: String) {
    if let managed { return managed.setValueOfAll(value, forKey: key) }
    for element in own { (element as? ObjectBase)?.setValue(value, forKey: key) }
  }

  /// Whether the object that has the collection was deleted.
  public var isInvalidated: Bool { managed?.isInvalidated ?? false }
  /// The elements, as they are now.
  public func toArray() -> [Element] { all }
  /// The type and the elements, in brackets.
  public var description: String { "\(Self.self) \(all)" }
}
