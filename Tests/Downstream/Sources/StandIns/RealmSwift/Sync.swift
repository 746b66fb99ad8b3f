// The names of RealmSwift 10.54 that have to do with Atlas App Services.

public class RLMApp {}
public typealias App = RLMApp
public class RLMAppConfiguration {}
public typealias AppConfiguration = RLMAppConfiguration
public class RLMUser {}
public typealias User = RLMUser
public typealias UserIdentity = RLMUserIdentity
public class RLMUserIdentity {}
public typealias UserProfile = RLMUserProfile
public class RLMUserProfile {}
public typealias UserAPIKey = RLMUserAPIKey
public class RLMUserAPIKey {}
public typealias APIKeyAuth = RLMAPIKeyAuth
public class RLMAPIKeyAuth {}
public typealias EmailPasswordAuth = RLMEmailPasswordAuth
public class RLMEmailPasswordAuth {}
public typealias PushClient = RLMPushClient
public class RLMPushClient {}
public typealias ProviderClient = RLMProviderClient
public class RLMProviderClient {}
public enum Credentials { case anonymous }
public protocol ASLoginDelegate {}
public typealias AppPublisher = RLMApp
public struct AppSubscriptionToken {}
public struct UserPublisher {}
public struct UserSubscriptionToken {}
@dynamicMemberLookup public struct Functions {
  public subscript(dynamicMember name: String) -> Int { 0 }
}

public class RLMSyncManager {}
public typealias SyncManager = RLMSyncManager
public class RLMSyncSession {}
public typealias SyncSession = RLMSyncSession
public class RLMSyncTimeoutOptions {}
public typealias SyncTimeoutOptions = RLMSyncTimeoutOptions
public struct RLMSyncError: Error {}
public typealias SyncError = RLMSyncError
public enum RLMSyncLogLevel { case off }
public typealias SyncLogLevel = RLMSyncLogLevel
public struct RLMAppError: Error {}
public typealias AppError = RLMAppError
public struct SyncConfiguration {}
public enum ClientResetMode { case manual }
public enum ProgressDirection { case upload }
public enum ProgressMode { case reportIndefinitely }
public struct SyncProgress {}
public typealias ErrorReportingBlock = @Sendable (any Error) -> Void
public typealias UserCompletionBlock = @Sendable (RLMUser?, (any Error)?) -> Void
public typealias EmailPasswordAuthOptionalErrorBlock = @Sendable ((any Error)?) -> Void
public struct SyncSubscription {}
public struct SyncSubscriptionSet {}
public enum SyncSubscriptionState { case pending }
public struct QuerySubscription<T> {}
public enum WaitForSyncMode { case always }

public struct Event {}
public struct EventConfiguration {}
public class RLMEventContext {}
public struct Events {}
public struct EventScope {}

public protocol BSON {}
public enum AnyBSON { case null }
public typealias Document = [String: AnyBSON?]
public class MaxKey {}
public class MinKey {}
public class MongoClient {}
public class MongoDatabase {}
public class MongoCollection {}
public class MongoUpdateResult {}
public typealias UpdateResult = MongoUpdateResult
public class FindOptions {}
public class FindOneAndModifyOptions {}
public enum InsertManyResult { case none }
public class ChangeStream {}
public protocol ChangeEventDelegate: AnyObject {}
