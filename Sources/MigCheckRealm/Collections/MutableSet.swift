import MigCheckEngines

/// A set of a property, or one that is in no store.
public final class MutableSet<Element: RealmCollectionValue>: RealmStandIn, _DefaultConstructible {
  private let managed: ManagedCollection?
  private var own: [Element] = []

  public init() { managed = nil }

  init(_ managed: ManagedCollection) { self.managed = managed }

  public convenience init<Elements: Sequence>(_ elements: Elements)
  where Elements.Element == Element {
    self.init()
    insert(objectsIn: elements)
  }

  var all: [Element] {
    get { managed?.elements.compactMap { Element._element(from: $0) } ?? own }
    set {
      if let managed { managed.elements = newValue } else { own = newValue }
    }
  }

  public var migrationValue: Any? { all.map { $0 as Any? } }
}

extension MutableSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { all.count }
  public subscript(position: Int) -> Element { all[position] }
  public func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }
}

extension MutableSet {
  public func insert(_ element: Element) {
    if !all.contains(element) { all += [element] }
  }

  public func insert<Elements: Sequence>(objectsIn elements: Elements)
  where Elements.Element == Element {
    var all = all
    var known = Set(all)
    for element in elements where known.insert(element).inserted { all.append(element) }
    self.all = all
  }

  public func remove(_ element: Element) { all.removeAll { $0 == element } }
  public func removeAll() { all = [] }

  public func isSubset(of other: MutableSet) -> Bool { Set(all).isSubset(of: other.all) }
  public func intersects(_ other: MutableSet) -> Bool { !Set(all).isDisjoint(with: other.all) }
  public func formUnion(_ other: MutableSet) { insert(objectsIn: other) }
  public func formIntersection(_ other: MutableSet) {
    let others = Set(other.all)
    all = all.filter(others.contains)
  }
  public func subtract(_ other: MutableSet) {
    let others = Set(other.all)
    all = all.filter { !others.contains($0) }
  }
  public func toArray() -> [Element] { all }
}

extension MutableSet: CustomStringConvertible {
  public var description: String { "MutableSet<\(Element.self)> \(all)" }
}
