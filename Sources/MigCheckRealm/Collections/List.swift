import MigCheckEngines

/// A list of a property, or one that is in no store.
public final class List<Element: RealmCollectionValue>: RealmStandIn, _DefaultConstructible {
  private let managed: ManagedCollection?
  private var own: [Element] = []

  public init() { managed = nil }

  init(_ managed: ManagedCollection) { self.managed = managed }

  public convenience init<Elements: Sequence>(_ elements: Elements)
  where Elements.Element == Element {
    self.init()
    own = Array(elements)
  }

  /// All elements; setting them writes the property.
  ///
  /// - Complexity: O(*n*), as everything here is: each element is read from its store anew.
  var all: [Element] {
    get { managed?.elements.compactMap { Element._element(from: $0) } ?? own }
    set {
      if let managed { managed.elements = newValue } else { own = newValue }
    }
  }

  public var migrationValue: Any? { all.map { $0 as Any? } }
}

extension List: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { all.count }

  public subscript(position: Int) -> Element {
    get { all[position] }
    set { all[position] = newValue }
  }

  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }

  public func replaceSubrange<Elements: Collection>(
    _ range: Range<Int>, with elements: Elements
  ) where Elements.Element == Element {
    var all = all
    all.replaceSubrange(range, with: elements)
    self.all = all
  }
}

extension List {
  // Realm's own names, and those of a class: none is `mutating`.

  public func append(_ element: Element) { all += [element] }

  public func append<Elements: Sequence>(objectsIn elements: Elements)
  where Elements.Element == Element {
    all += Array(elements)
  }

  public func append<Elements: Sequence>(contentsOf elements: Elements)
  where Elements.Element == Element {
    all += Array(elements)
  }

  public func insert(_ element: Element, at position: Int) { all.insert(element, at: position) }

  @discardableResult
  public func remove(at position: Int) -> Element { all.remove(at: position) }

  public func remove(atOffsets offsets: some Sequence<Int>) {
    for position in Set(offsets).sorted(by: >) { remove(at: position) }
  }

  public func removeLast() { all.removeLast() }
  public func removeLast(_ count: Int) { all.removeLast(count) }
  public func removeFirst() { all.removeFirst() }
  public func removeFirst(_ count: Int) { all.removeFirst(count) }
  public func removeAll() { all = [] }
  public func removeAll(keepingCapacity: Bool) { all = [] }
  public func replace(index: Int, object: Element) { all[index] = object }

  public func move(from: Int, to: Int) {
    var all = all
    all.insert(all.remove(at: from), at: to)
    self.all = all
  }

  public func swapAt(_ first: Int, _ second: Int) { all.swapAt(first, second) }
  public func index(of element: Element) -> Int? { all.firstIndex(of: element) }
  public func index(matching isIt: (Element) -> Bool) -> Int? { all.firstIndex(where: isIt) }
  public var first: Element? { all.first }
  public var last: Element? { all.last }
  public var isInvalidated: Bool { false }
  public func toArray() -> [Element] { all }
}

extension List: CustomStringConvertible {
  public var description: String { "List<\(Element.self)> \(all)" }
}
