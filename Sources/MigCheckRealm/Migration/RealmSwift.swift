/// RealmSwift's names with the name of its module in front, as code writes them that imports SwiftUI
/// too: `RealmSwift.List<MigrationObject>`.
public enum RealmSwift {
  public typealias AnyRealmValue = MigCheckRealm.AnyRealmValue
  public typealias Decimal128 = MigCheckRealm.Decimal128
  public typealias DynamicObject = MigCheckRealm.DynamicObject
  public typealias EmbeddedObject = MigCheckRealm.EmbeddedObject
  public typealias LinkingObjects<Element> = MigCheckRealm.LinkingObjects<Element>
  public typealias List<Element: RealmCollectionValue> = MigCheckRealm.List<Element>
  public typealias Map<Key: _MapKey, Value: RealmCollectionValue> = MigCheckRealm.Map<Key, Value>
  public typealias Migration = MigCheckRealm.Migration
  public typealias MigrationBlock = MigCheckRealm.MigrationBlock
  public typealias MigrationObject = MigCheckRealm.MigrationObject
  public typealias MigrationObjectEnumerateBlock = MigCheckRealm.MigrationObjectEnumerateBlock
  public typealias MutableSet<Element: RealmCollectionValue> = MigCheckRealm.MutableSet<Element>
  public typealias Object = MigCheckRealm.Object
  public typealias ObjectId = MigCheckRealm.ObjectId
  public typealias ObjectSchema = MigCheckRealm.ObjectSchema
  public typealias PersistableEnum = MigCheckRealm.PersistableEnum
  public typealias Persisted<Value> = MigCheckRealm.Persisted<Value>
  public typealias Property = MigCheckRealm.Property
  public typealias PropertyType = MigCheckRealm.PropertyType
  public typealias Realm = MigCheckRealm.Realm
  public typealias RealmOptional<Value> = MigCheckRealm.RealmOptional<Value>
  public typealias RealmProperty<Value> = MigCheckRealm.RealmProperty<Value>
  public typealias Schema = MigCheckRealm.Schema
}

#if !canImport(ObjectiveC)
  /// Runs its body: where there is no Objective-C, nothing waits for a pool.
  public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
  }
#endif
