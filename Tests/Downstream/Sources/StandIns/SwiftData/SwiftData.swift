// The public names of SwiftData as of iOS 26: each as the kind of declaration that it is there, with
// nothing inside. Its macros are property wrappers and types here, which have the same names.

public protocol BackingData {}
public protocol DataStore {}
public protocol DataStoreBatching {}
public protocol DataStoreConfiguration {}
public protocol DataStoreSnapshot {}
public protocol HistoryDelete {}
public protocol HistoryInsert {}
public protocol HistoryProviding {}
public protocol HistoryToken {}
public protocol HistoryTransaction {}
public protocol HistoryUpdate {}
public protocol ModelActor {}
public protocol ModelExecutor {}
public protocol PersistentModel {}
public protocol RelationshipCollection {}
public protocol SchemaMigrationPlan {}
public protocol SchemaProperty {}
public protocol SerialModelExecutor {}
public struct DataStoreBatchDeleteRequest {}
public struct DataStoreFetchRequest<T> {}
public struct DataStoreFetchResult<T> {}
public struct DefaultBackingData<T> {}
public struct DefaultHistoryDelete<T> {}
public struct DefaultHistoryInsert<T> {}
public struct DefaultHistoryToken {}
public struct DefaultHistoryTransaction {}
public struct DefaultHistoryUpdate<T> {}
public struct DefaultSerialModelExecutor {}
public struct DefaultSnapshot {}
public struct EditingState {}
public struct FetchDescriptor<T> {}
public struct FetchResultsCollection<T> {}
public struct HistoryDescriptor<T> {}
public struct HistoryTombstone<T> {}
public struct ModelConfiguration {}
public struct PersistentIdentifier {}
public struct SwiftDataError: Error {}
public enum DataStoreError: Error {}
public enum DataStoreSnapshotCodingKey {}
public enum HistoryChange {}
public final class DataStoreSaveChangesRequest<T> {}
public final class DataStoreSaveChangesResult<T> {}
public final class DefaultStore {}
public final class ModelContainer {}
public final class ModelContext {}
public typealias DataStoreSnapshotValue = Int
public typealias PersistentElement = Int
public enum MigrationStage { case lightweight }
public protocol VersionedSchema {
  static var versionIdentifier: Schema.Version { get }
}
public final class Schema {
  public struct Attribute {}
  public struct Relationship {}
  public struct Entity {}
  public struct PropertyMetadata {}
  public struct CompositeAttribute {}
  public struct Index {}
  public struct Unique {}
  public struct Version {
    public init(_ major: Int, _ minor: Int, _ patch: Int) {}
  }
}
public typealias Attribute = Schema.Attribute
public typealias Relationship = Schema.Relationship
public struct Index {}
public struct Unique {}
public struct Model {}
public struct Transient {}
@propertyWrapper public struct Query<Element> {
  public var wrappedValue: [Element]

  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}
