import MigCheckEngines
import MigCheckText

/// What maps have as keys: strings.
public protocol _MapKey: Hashable {}
extension String: _MapKey {}

/// A map of a property, or one that is in no store.
public final class Map<Key: _MapKey, Value: RealmCollectionValue>: RealmStandIn,
  _DefaultConstructible
{
  private let managed: ManagedCollection?
  private var own: [String: Value] = [:]

  public init() { managed = nil }

  init(_ managed: ManagedCollection) { self.managed = managed }

  private var all: [String: Value] {
    get { managed?.entries.compactMapValues { Value._element(from: $0) } ?? own }
    set {
      if let managed { managed.entries = newValue.mapValues { $0 as Any? } } else { own = newValue }
    }
  }

  public var migrationValue: Any? { all.mapValues { $0 as Any? } }

  private func text(_ key: Key) -> String { key as? String ?? "\(key)" }

  public subscript(key: Key) -> Value? {
    get { all[text(key)] }
    set { all[text(key)] = newValue }
  }

  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { all[text(key)] ?? value() }
    set { all[text(key)] = newValue }
  }

  /// In the order of their bytes.
  public var keys: [Key] {
    all.keys.sorted { $0.precedes($1) }.compactMap { $0 as? Key }
  }
  public var values: [Value] { keys.compactMap { all[text($0)] } }
  public var count: Int { all.count }
  public var isEmpty: Bool { all.isEmpty }

  public func updateValue(_ value: Value, forKey key: Key) { all[text(key)] = value }
  public func removeObject(for key: Key) { all[text(key)] = nil }
  public func removeValue(for key: Key) { all[text(key)] = nil }
  public func removeAll() { all = [:] }
  public func setValue(_ value: Any?, forKey key: String) {
    all[key] = value.flatMap { Value._element(from: $0) }
  }
  public func value(forKey key: String) -> Any? { all[key] }

  public func merge<Entries: Sequence>(
    _ others: Entries, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows where Entries.Element == (key: Key, value: Value) {
    try all.merge(others.map { (text($0.key), $0.value) }, uniquingKeysWith: combine)
  }
}

extension Map: Sequence {
  public typealias Element = (key: Key, value: Value)

  public func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> {
    asKeyValueSequence()
  }

  public func asKeyValueSequence() -> IndexingIterator<[(key: Key, value: Value)]> {
    let all = all
    return keys.compactMap { key in all[text(key)].map { (key: key, value: $0) } }.makeIterator()
  }
}
