import MigCheckEngines
import MigCheckModel
import MigCheckText

/// What maps have as keys: strings.
public protocol _MapKey: Hashable {}
extension String: _MapKey {}

/// A map of a property, or one that is in no store.
public final class Map<Key: _MapKey, Value: RealmCollectionValue>: RealmStandIn,
  _DefaultConstructible
{
  /// `nil`: the map is in no store.
  private var managed: RealmMigrationCollection?
  private var own: [String: Value] = [:]

  public init() {}

  init(_ managed: RealmMigrationCollection) { self.managed = managed }

  public var migrationValue: Any? {
    if let managed { return RealmCollectionValues(managed) }
    return RealmCollectionValues(
      .dictionary, of: .init(declaredFor: Value.self), .entries(own.mapValues { $0 as Any? }))
  }

  private func text(_ key: Key) -> String { key as? String ?? "\(key)" }

  private func value(of key: String) -> Value? {
    guard let managed else { return own[key] }
    return managed.value(forKey: key).flatMap { Value._element(from: RealmValue.wrapped($0)) }
  }

  private func set(_ value: Value, for key: String) {
    guard let managed else {
      value.verify(inUnmanaged: .dictionary)
      own[key] = value
      return
    }
    managed.setValue(value, forKey: key)
  }

  private func remove(_ key: String) {
    if let managed { managed.removeValue(forKey: key) } else { own[key] = nil }
  }

  private var texts: [String] { managed?.keys ?? own.keys.sorted { $0.precedes($1) } }

  public subscript(key: Key) -> Value? {
    get { value(of: text(key)) }
    set {
      if let newValue { set(newValue, for: text(key)) } else { remove(text(key)) }
    }
  }

  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }

  /// In the order of their bytes.
  public var keys: [Key] { texts.compactMap { $0 as? Key } }
  public var values: [Value] { texts.compactMap(value(of:)) }
  public var count: Int { managed?.count ?? own.count }
  public var isEmpty: Bool { count == 0 }
  public var isInvalidated: Bool { managed?.isInvalidated ?? false }

  public func updateValue(_ value: Value, forKey key: Key) { set(value, for: text(key)) }
  public func removeObject(for key: Key) { remove(text(key)) }
  public func removeValue(for key: Key) { remove(text(key)) }

  public func removeAll() {
    if let managed { managed.removeAll() } else { own = [:] }
  }

  public func setValue(_ value: Any?, forKey key: String) {
    guard let value else { return remove(key) }
    if let element = Value._element(from: value) { set(element, for: key) }
  }

  public func value(forKey key: String) -> Any? { value(of: key) }

  public func merge<Entries: Sequence>(
    _ others: Entries, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows where Entries.Element == (key: Key, value: Value) {
    for (key, value) in others {
      let key = text(key)
      set(try self.value(of: key).map { try combine($0, value) } ?? value, for: key)
    }
  }

  public func contains(where isIt: (_ key: Key, _ value: Value) -> Bool) -> Bool {
    contains { (entry: Element) in isIt(entry.key, entry.value) }
  }
}

extension Map: PromotableCollection {
  func promote(to managed: RealmMigrationCollection) { self.managed = managed }
}

extension Map: Sequence {
  public typealias Element = (key: Key, value: Value)

  public func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> {
    asKeyValueSequence()
  }

  public func asKeyValueSequence() -> IndexingIterator<[(key: Key, value: Value)]> {
    keys.compactMap { key in self[key].map { (key: key, value: $0) } }.makeIterator()
  }
}
