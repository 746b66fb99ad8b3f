import MigCheckCoreData
import MigCheckModel
import MigCheckRealmEngine

/// A set of a property, or one that is in no store.
public final class MutableSet<Element: RealmCollectionValue>: _ElementCollection<Element> {
  override class var kind: CollectionKind { .set }

  /// A set in no store, with the elements of a sequence, each once.
  public convenience init<Elements: Sequence>(_ elements: Elements)
  where Elements.Element == Element {
    self.init()
    insert(objectsIn: elements)
  }
}

extension MutableSet: RandomAccessCollection {
  /// The element at a position from 0; O(*n*), as all elements are read.
  public subscript(position: Int) -> Element { all[position] }
}

extension MutableSet {
  /// Adds an element, unless the set has it.
  public func insert(_ element: Element) { insert(objectsIn: CollectionOfOne(element)) }

  /// Adds the elements that the set does not have.
  public func insert<Elements: Sequence>(objectsIn elements: Elements)
  where Elements.Element == Element {
    guard let managed else {
      for element in elements where !own.contains(element) { addOwn(element) }
      return
    }
    managed.append(elements.map { $0 as Any? })
  }

  /// Removes an element, if the set has it.
  public func remove(_ element: Element) {
    if let managed { managed.remove(element) } else { own.removeAll { $0 == element } }
  }

  /// Whether the set has an element; of an object whether it has the same stored one.
  public func contains(_ element: Element) -> Bool {
    guard let managed else { return own.contains(element) }
    return managed.index(of: element) != nil
  }

  /// Whether the other set has all elements of this one.
  public func isSubset(of other: MutableSet) -> Bool {
    verify(other)
    return all.allSatisfy(other.contains)
  }

  /// Whether the sets share an element.
  public func intersects(_ other: MutableSet) -> Bool {
    verify(other)
    return all.contains(where: other.contains)
  }

  /// Adds all elements of the other set.
  public func formUnion(_ other: MutableSet) {
    verify(other)
    insert(objectsIn: other.all)
  }

  /// Removes the elements that the other set does not have.
  public func formIntersection(_ other: MutableSet) {
    verify(other)
    for element in all where !other.contains(element) { remove(element) }
  }

  /// Removes the elements that the other set has.
  public func subtract(_ other: MutableSet) {
    verify(other)
    for element in all where other.contains(element) { remove(element) }
  }

  /// A set of a store is combined with sets of the same state only.
  private func verify(_ other: MutableSet) {
    guard let managed else { return }
    managed.verifyOperand(other.managed)
  }
}
