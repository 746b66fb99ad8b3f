import MigCheckCoreData
import MigCheckModel
import MigCheckRealmEngine
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

  /// An empty map that is in no store.
  public init() {}

  init(_ managed: RealmMigrationCollection) { self.managed = managed }

  /// The entries that a migration writes.
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

  /// The value of a key; `nil` if it has none. Setting `nil` removes the entry.
  public subscript(key: Key) -> Value? {
    get { value(of: text(key)) }
    set {
      if let newValue { set(newValue, for: text(key)) } else { remove(text(key)) }
    }
  }

  /// The value of a key, or the given one if it has none.
  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }

  /// In the order of their bytes.
  public var keys: [Key] { texts.compactMap { $0 as? Key } }
  /// The values, in the order of `keys`.
  public var values: [Value] { texts.compactMap(value(of:)) }
  /// The number of entries.
  public var count: Int { managed?.count ?? own.count }
  /// Whether there are no entries.
  public var isEmpty: Bool { count == 0 }
  /// Whether the object that has the map was deleted.
  public var isInvalidated: Bool { managed?.isInvalidated ?? false }

  /// Sets the value of a key.
  public func updateValue(_ value: Value, forKey key: Key) { set(value, for: text(key)) }
  /// Removes the value of a key, if it has one.
  public func removeObject(for key: Key) { remove(text(key)) }
  /// The same as `removeObject(for:)`.
  public func removeValue(for key: Key) { remove(text(key)) }

  /// Removes all entries.
  public func removeAll() {
    if let managed { managed.removeAll() } else { own = [:] }
  }

  /// Sets the value of a key, or removes the entry for `nil`; a value of another type is ignored.
  public func setValue(_ value: Any?, forKey key: String) {
    guard let value else { return remove(key) }
    if let element = Value._element(from: value) { set(element, for: key) }
  }

  /// The value of a key; `nil` if it has none.
  public func value(forKey key: String) -> Any? { value(of: key) }

  /// Adds entries; of a key that has a value already, what the closure makes of both.
  public func merge<Entries: Sequence>(
    _ others: Entries, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows where Entries.Element == (key: Key, value: Value) {
    for (key, value) in others {
      let key = text(key)
      set(try self.value(of: key).map { try combine($0, value) } ?? value, for: key)
    }
  }

  /// Whether an entry meets a condition.
  public func contains(where isIt: (_ key: Key, _ value: Value) -> Bool) -> Bool {
    contains { (entry: Element) in isIt(entry.key, entry.value) }
  }
}

extension Map: PromotableCollection {
  func promote(to managed: RealmMigrationCollection) { self.managed = managed }
}

extension Map: Sequence {
  /// A key with its value.
  public typealias Element = (key: Key, value: Value)

  /// The entries at the start of an iteration, in the order of `keys`.
  public func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> {
    asKeyValueSequence()
  }

  /// The same as `makeIterator()`.
  public func asKeyValueSequence() -> IndexingIterator<[(key: Key, value: Value)]> {
    keys.compactMap { key in self[key].map { (key: key, value: $0) } }.makeIterator()
  }
}
