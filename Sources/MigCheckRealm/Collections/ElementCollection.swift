import MigCheckEngines
import MigCheckModel

/// What lists and sets have in common: the elements of a property, or of a collection in no store.
public class _ElementCollection<Element: RealmCollectionValue>: RealmStandIn, _DefaultConstructible,
  PromotableCollection, CustomStringConvertible
{
  /// `nil`: the collection is in no store.
  private(set) var managed: RealmMigrationCollection?
  /// The elements of one that is in no store.
  var own: [Element] = []

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

  public var migrationValue: Any? {
    if let managed { return RealmCollectionValues(managed) }
    return RealmCollectionValues(
      Self.kind, of: .init(declaredFor: Element.self), .elements(own.map { $0 as Any? }))
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { managed?.count ?? own.count }
  /// The elements at the start of an iteration.
  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }

  /// Adds elements of a collection that is in no store.
  func addOwn(_ element: Element) {
    element.verify(inUnmanaged: Self.kind)
    own.append(element)
  }

  public func removeAll() {
    if let managed { managed.removeAll() } else { own = [] }
  }

  /// Sets a property of all objects of the collection.
  public func setValue(_ value: Any?, forKey key: String) {
    if let managed { return managed.setValueOfAll(value, forKey: key) }
    for element in own { (element as? ObjectBase)?.setValue(value, forKey: key) }
  }

  public var isInvalidated: Bool { managed?.isInvalidated ?? false }
  public func toArray() -> [Element] { all }
  public var description: String { "\(Self.self) \(all)" }
}
