import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckRealmEngine

/// A list of a property, or one that is in no store.
public final class List<Element: RealmCollectionValue>: _ElementCollection<Element> {
  /// A list in no store, with the elements of a sequence in its order.
  public convenience init<Elements: Sequence>(_ elements: Elements)
  where Elements.Element == Element {
    self.init()
    append(objectsIn: elements)
  }
}

extension List: RandomAccessCollection, MutableCollection {
  /// The element at a position from 0, which must exist.
  public subscript(position: Int) -> Element {
    get {
      guard let managed else { return own[position] }
      guard let element = Element._element(from: RealmValue.wrapped(managed.element(at: position)))
      else {
        preconditionFailure("The element \(position) of the list is not of type \(Element.self).")
      }
      return element
    }
    set { replace(index: position, object: newValue) }
  }
}

extension List {
  // Realm's own names, and those of a class: none is `mutating`. A list of Realm is not
  // a `RangeReplaceableCollection`, so that `filter` and `+` give arrays.

  /// Adds an element at the end.
  public func append(_ element: Element) { append(objectsIn: CollectionOfOne(element)) }

  /// Adds elements at the end, in their order.
  public func append<Elements: Sequence>(objectsIn elements: Elements)
  where Elements.Element == Element {
    guard let managed else { return elements.forEach(addOwn) }
    managed.append(elements.map { $0 as Any? })
  }

  /// The same as `append(objectsIn:)`.
  public func append<Elements: Sequence>(contentsOf elements: Elements)
  where Elements.Element == Element {
    append(objectsIn: elements)
  }

  /// Inserts an element before the one at a position from 0, or at the end.
  public func insert(_ element: Element, at position: Int) {
    guard let managed else {
      element.verify(inUnmanaged: .list)
      return own.insert(element, at: position)
    }
    managed.insert(element, at: position)
  }

  /// Inserts elements in their order, before the one at a position from 0.
  public func insert<Elements: Collection>(contentsOf elements: Elements, at position: Int)
  where Elements.Element == Element {
    for (offset, element) in Array(elements).enumerated() { insert(element, at: position + offset) }
  }

  /// Replaces the element at a position from 0.
  public func replace(index: Int, object: Element) {
    guard let managed else {
      object.verify(inUnmanaged: .list)
      own[index] = object
      return
    }
    managed.replace(at: index, with: object)
  }

  /// Removes the elements of a range, and inserts others there.
  public func replaceSubrange<Elements: Collection, Bounds: RangeExpression<Int>>(
    _ range: Bounds, with elements: Elements
  ) where Elements.Element == Element {
    let range = range.relative(to: self)
    for _ in range { remove(at: range.lowerBound) }
    insert(contentsOf: elements, at: range.lowerBound)
  }

  /// Removes the element at a position from 0, which must exist.
  public func remove(at position: Int) {
    if let managed { managed.remove(at: position) } else { own.remove(at: position) }
  }

  /// Removes the elements at the given positions, counted before any is removed.
  public func remove(atOffsets offsets: some Sequence<Int>) {
    for position in Set(offsets).sorted(by: >) { remove(at: position) }
  }

  /// Removes the elements of a range.
  public func removeSubrange(_ range: some RangeExpression<Int>) {
    let range = range.relative(to: self)
    for _ in range { remove(at: range.lowerBound) }
  }

  /// Removes the last element, which must exist.
  public func removeLast() { removeLast(1) }

  /// Removes the given number of elements at the end, all of which must exist.
  public func removeLast(_ number: Int) {
    managed?.verifyRemoval(of: number)
    for _ in 0..<number { remove(at: count - 1) }
  }

  /// Removes the first element, which must exist.
  public func removeFirst() { removeFirst(1) }

  /// Removes the given number of elements at the start, all of which must exist.
  public func removeFirst(_ number: Int) {
    managed?.verifyRemoval(of: number)
    for _ in 0..<number { remove(at: 0) }
  }

  /// Removes all elements; the capacity makes no difference.
  public func removeAll(keepingCapacity: Bool) { removeAll() }

  /// Moves an element to another position, counted after it was taken out.
  public func move(from: Int, to: Int) {
    if let managed {
      managed.move(from: from, to: to)
    } else {
      own.insert(own.remove(at: from), at: to)
    }
  }

  /// Moves elements, one after another, before the one at a position.
  public func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    for offset in offsets {
      move(from: offset, to: destination > offset ? destination - 1 : destination)
    }
  }

  /// Exchanges two elements.
  public func swapAt(_ first: Int, _ second: Int) {
    if let managed { managed.swap(first, second) } else { own.swapAt(first, second) }
  }

  /// The place of an element; of an object that of the same stored one.
  public func index(of element: Element) -> Int? {
    if let managed { return managed.index(of: element) }
    if let object = element as? ObjectBase {
      return own.firstIndex { object.isSameObject(as: $0 as? ObjectBase) }
    }
    return own.firstIndex(of: element)
  }

  /// The position of the first element that meets a condition; `nil` if none does.
  public func index(matching isIt: (Element) -> Bool) -> Int? { all.firstIndex(where: isIt) }
  /// The first element; `nil` if the list is empty. O(*n*), as all elements are read.
  public var first: Element? { all.first }
  /// The last element; `nil` if the list is empty. O(*n*), as all elements are read.
  public var last: Element? { all.last }

  /// The values of a property of all objects of the list.
  public func value(forKey key: String) -> [Any] {
    all.map { ($0 as? ObjectBase)?.value(forKey: key) ?? NSNull() }
  }
}
