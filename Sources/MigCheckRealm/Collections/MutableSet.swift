import Foundation
import MigCheckEngines
import MigCheckModel

/// A set of a property, or one that is in no store.
public final class MutableSet<Element: RealmCollectionValue>: RealmStandIn, _DefaultConstructible {
  /// `nil`: the set is in no store.
  private var managed: RealmMigrationCollection?
  private var own: [Element] = []

  public init() {}

  init(_ managed: RealmMigrationCollection) { self.managed = managed }

  public convenience init<Elements: Sequence>(_ elements: Elements)
  where Elements.Element == Element {
    self.init()
    insert(objectsIn: elements)
  }

  private var all: [Element] {
    guard let managed else { return own }
    return managed.elements.compactMap { Element._element(from: RealmValue.wrapped($0)) }
  }

  public var migrationValue: Any? {
    if let managed { return RealmCollectionValues(managed) }
    return RealmCollectionValues(
      .set, of: .init(declaredFor: Element.self), .elements(own.map { $0 as Any? }))
  }
}

extension MutableSet: PromotableCollection {
  func promote(to managed: RealmMigrationCollection) { self.managed = managed }
}

extension MutableSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { managed?.count ?? own.count }
  public subscript(position: Int) -> Element { all[position] }
  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }
}

extension MutableSet {
  public func insert(_ element: Element) { insert(objectsIn: CollectionOfOne(element)) }

  public func insert<Elements: Sequence>(objectsIn elements: Elements)
  where Elements.Element == Element {
    guard let managed else {
      for element in elements {
        element.verify(inUnmanaged: .set)
        if !own.contains(element) { own.append(element) }
      }
      return
    }
    managed.append(elements.map { $0 as Any? })
  }

  public func remove(_ element: Element) {
    if let managed { managed.remove(element) } else { own.removeAll { $0 == element } }
  }

  public func removeAll() {
    if let managed { managed.removeAll() } else { own = [] }
  }

  /// Whether the set has an element; of an object whether it has the same stored one.
  public func contains(_ element: Element) -> Bool {
    guard let managed else { return own.contains(element) }
    return managed.index(of: element) != nil
  }

  public func isSubset(of other: MutableSet) -> Bool {
    verify(other)
    return all.allSatisfy(other.contains)
  }

  public func intersects(_ other: MutableSet) -> Bool {
    verify(other)
    return all.contains(where: other.contains)
  }

  public func formUnion(_ other: MutableSet) {
    verify(other)
    insert(objectsIn: other.all)
  }

  public func formIntersection(_ other: MutableSet) {
    verify(other)
    for element in all where !other.contains(element) { remove(element) }
  }

  public func subtract(_ other: MutableSet) {
    verify(other)
    for element in all where other.contains(element) { remove(element) }
  }

  /// A set of a store is combined with sets of the same state only.
  private func verify(_ other: MutableSet) {
    guard let managed else { return }
    managed.verifyOperand(other.managed)
  }

  /// Sets a property of all objects of the set.
  public func setValue(_ value: Any?, forKey key: String) {
    if let managed { return managed.setValueOfAll(value, forKey: key) }
    for element in own { (element as? ObjectBase)?.setValue(value, forKey: key) }
  }

  public var isInvalidated: Bool { managed?.isInvalidated ?? false }
  public func toArray() -> [Element] { all }
}

extension MutableSet: CustomStringConvertible {
  public var description: String { "MutableSet<\(Element.self)> \(all)" }
}
