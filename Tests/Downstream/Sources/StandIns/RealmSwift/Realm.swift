// The public names of RealmSwift 10.54: each as the kind of declaration that it is there, with
// nothing inside. A test file imports them beside MigCheck, which then must compile as it stands.

// MARK: Objects and schemas

public class RLMObjectBase {
  init() {}
}
public typealias ObjectBase = RLMObjectBase
public class RealmSwiftObject: RLMObjectBase {}
public typealias Object = RealmSwiftObject
public class RealmSwiftEmbeddedObject: RLMObjectBase {}
public typealias EmbeddedObject = RealmSwiftEmbeddedObject
public class RealmSwiftAsymmetricObject: RLMObjectBase {}
public typealias AsymmetricObject = RealmSwiftAsymmetricObject
public final class DynamicObject: RealmSwiftObject {
  public subscript(key: String) -> Any? {
    get { nil }
    set {}
  }
}
public struct Schema {}
public struct ObjectSchema {}
public struct Property {}
public enum RLMPropertyType { case int, bool, string }
public typealias PropertyType = RLMPropertyType
public struct PropertyChange {}
public enum ObjectChange<T> { case deleted }
public protocol ObjectKeyIdentifiable {}
public enum ObjectiveCSupport {}

// MARK: Migrations

public final class Migration {
  public init() {}

  public func enumerateObjects(ofType typeName: String, _ block: MigrationObjectEnumerateBlock) {}
  public func renameProperty(onType typeName: String, from oldName: String, to newName: String) {}

  @discardableResult
  public func create(_ typeName: String, value: Any = [String: Any]()) -> MigrationObject {
    MigrationObject()
  }
}
public typealias MigrationObject = DynamicObject
public typealias MigrationBlock =
  @Sendable (_ migration: Migration, _ oldSchemaVersion: UInt64) ->
  Void
public typealias MigrationObjectEnumerateBlock = (
  _ oldObject: MigrationObject?, _ newObject: MigrationObject?
) -> Void

// MARK: Values

public enum AnyRealmValue { case none }
public class RLMDecimal128 {}
public final class Decimal128: RLMDecimal128 {}
public class RLMObjectId {}
public final class ObjectId: RLMObjectId {}
public final class RealmProperty<Value> {}
public final class RealmOptional<Value> {}
public protocol RealmOptionalType {}
public protocol RealmEnum {}
public protocol PersistableEnum {}
public protocol CustomPersistable {}
public protocol FailableCustomPersistable {}
public protocol MinMaxType {}
public protocol AddableType {}
@propertyWrapper public struct Persisted<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: Collections

public final class List<Element> {}
public final class MutableSet<Element> {}
public final class Map<Key, Value> {}
public struct MapIndex {}
public struct SingleMapEntry<Key, Value> {}
public struct LinkingObjects<Element> {}
public struct Results<Element> {}
public struct AnyRealmCollection<Element> {}
public struct ProjectedCollection<Element> {}
public protocol RealmCollectionBase {}
public protocol RealmCollection: RealmCollectionBase {}
public protocol RealmCollectionValue {}
public protocol RealmKeyedCollection {}
public protocol RealmSectionedResult {}
public enum RealmCollectionChange<CollectionType> { case initial(CollectionType) }
public enum RealmMapChange<MapType> { case initial(MapType) }
public enum SectionedResultsChange<Collection> { case initial(Collection) }
public struct SectionedResults<Key, Element> {}
public struct ResultsSection<Key, Element> {}
public struct RLMIterator<Element> {}
public struct RLMMapIterator<Element> {}
public struct RLMKeyValueIterator<Key, Value> {}
public struct RLMCollectionIterator<Element> {}
public struct RLMDictionaryIterator<Element> {}
public struct RLMSectionedResultsIterator<Element> {}
public struct SortDescriptor {}
@dynamicMemberLookup public struct Query<T> {
  public subscript(dynamicMember name: String) -> Bool { false }
}
public struct StringOptions {}

// MARK: Projections

open class Projection<Root> {}
public protocol ProjectionObservable {}
@propertyWrapper public struct Projected<Root, Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: Realms

public struct Realm {
  public struct Configuration {
    public init(schemaVersion: UInt64 = 0, migrationBlock: MigrationBlock? = nil) {}
  }
  public enum Error: Swift.Error { case fail }
}
public protocol ThreadConfined {}
@propertyWrapper public final class ThreadSafe<T> {
  public var wrappedValue: T?

  public init(wrappedValue: T?) { self.wrappedValue = wrappedValue }
}
public struct ThreadSafeReference<Confined> {}
public class RLMNotificationToken {}
public typealias NotificationToken = RLMNotificationToken
public class RLMLogger {}
public typealias Logger = RLMLogger
public enum RLMLogLevel { case off }
public typealias LogLevel = RLMLogLevel
public enum LogCategory { case realm }
public func schemaVersionAtURL(_ fileURL: String, encryptionKey: [UInt8]? = nil) throws -> UInt64 {
  0
}
public func performMigration() throws {}

// MARK: Places

public struct GeoPoint {}
public struct GeoBox {}
public struct GeoCircle {}
public struct GeoPolygon {}
public struct Distance {}

// MARK: Combine and SwiftUI

public enum RealmPublishers {}
public protocol RealmSubscribable {}
public protocol BoundCollection {}
public protocol BoundMap {}
@propertyWrapper public struct StateRealmObject<T> {
  public var wrappedValue: T

  public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct ObservedRealmObject<T> {
  public var wrappedValue: T

  public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct ObservedResults<T> {
  public var wrappedValue: T

  public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct ObservedSectionedResults<Key, T> {
  public var wrappedValue: T

  public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct AsyncOpen {
  public var wrappedValue: AsyncOpenState

  public init(wrappedValue: AsyncOpenState) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct AutoOpen {
  public var wrappedValue: AsyncOpenState

  public init(wrappedValue: AsyncOpenState) { self.wrappedValue = wrappedValue }
}
public enum AsyncOpenState { case connecting }
