// What an import of RealmSwift 10.54 shows of the module Realm underneath it. All of these carry
// the prefix, so that none can collide; those without it are in the other files.

public class RLMRealm {}
public class RLMRealmConfiguration {}
public class RLMObject: RLMObjectBase {}
public class RLMEmbeddedObject: RLMObjectBase {}
public class RLMAsymmetricObject: RLMObjectBase {}
public class RLMArray {}
public class RLMSet {}
public class RLMDictionary {}
public class RLMResults {}
public class RLMLinkingObjects {}
public class RLMSectionedResults {}
public class RLMSection {}
public class RLMSortDescriptor {}
public class RLMSchema {}
public class RLMObjectSchema {}
public class RLMProperty {}
public class RLMPropertyChange {}
public class RLMPropertyDescriptor {}
public class RLMMigration {}
public typealias RLMMigrationBlock = (RLMMigration, UInt64) -> Void
public typealias RLMObjectMigrationBlock = (RLMObject?, RLMObject?) -> Void
public class RLMCollectionChange {}
public class RLMThreadSafeReference {}
public class RLMAsyncOpenTask {}
public class RLMScheduler {}
public protocol RLMCollection {}
public protocol RLMValue {}
public protocol RLMThreadConfined {}
public enum RLMAnyValueType { case int }
public enum RLMCollectionType { case none }
public struct RLMError: Error {}
public class RLMGeospatialPoint {}
public class RLMDistance {}
public class RLMSyncConfiguration {}
public class RLMSyncSubscription {}
public class RLMSyncSubscriptionSet {}
public class RLMCredentials {}
public class RLMMongoClient {}
public class RLMMongoDatabase {}
public class RLMMongoCollection {}
public class RLMFindOptions {}
public class RLMUpdateResult {}
public class RLMChangeStream {}
public protocol RLMBSON {}
public enum RLMBSONType { case null }
