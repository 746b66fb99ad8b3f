/// RealmSwift's names with the name of its module in front, as code writes them that imports SwiftUI
/// too: `RealmSwift.List<MigrationObject>`.
public enum RealmSwift {
  /// A value of any type that a store can hold.
  public typealias AnyRealmValue = MigCheckRealm.AnyRealmValue
  /// A decimal number of 34 digits.
  public typealias Decimal128 = MigCheckRealm.Decimal128
  /// An object whose properties are read and written by name.
  public typealias DynamicObject = MigCheckRealm.DynamicObject
  /// A model class whose objects live inside a parent.
  public typealias EmbeddedObject = MigCheckRealm.EmbeddedObject
  /// The objects that link to an object.
  public typealias LinkingObjects<Element> = MigCheckRealm.LinkingObjects<Element>
  /// An ordered collection of a property.
  public typealias List<Element: RealmCollectionValue> = MigCheckRealm.List<Element>
  /// A dictionary of a property; its keys are strings.
  public typealias Map<Key: _MapKey, Value: RealmCollectionValue> = MigCheckRealm.Map<Key, Value>
  /// The migration that a block is given.
  public typealias Migration = MigCheckRealm.Migration
  /// The type of an app's migration block.
  public typealias MigrationBlock = MigCheckRealm.MigrationBlock
  /// An object of a store that is being migrated.
  public typealias MigrationObject = MigCheckRealm.MigrationObject
  /// What a migration calls for each object of a type, with the old and the new state.
  public typealias MigrationObjectEnumerateBlock = MigCheckRealm.MigrationObjectEnumerateBlock
  /// An unordered collection of a property, without duplicates.
  public typealias MutableSet<Element: RealmCollectionValue> = MigCheckRealm.MutableSet<Element>
  /// A model class of an app.
  public typealias Object = MigCheckRealm.Object
  /// A twelve-byte identifier.
  public typealias ObjectId = MigCheckRealm.ObjectId
  /// A type of a store at one version.
  public typealias ObjectSchema = MigCheckRealm.ObjectSchema
  /// An enum whose raw values a store keeps.
  public typealias PersistableEnum = MigCheckRealm.PersistableEnum
  /// A property of a model class that a store keeps.
  public typealias Persisted<Value> = MigCheckRealm.Persisted<Value>
  /// A property of a type, as the schema declares it.
  public typealias Property = MigCheckRealm.Property
  /// The type of a property's values, or of its elements.
  public typealias PropertyType = MigCheckRealm.PropertyType
  /// A store; here its configuration only.
  public typealias Realm = MigCheckRealm.Realm
  /// A scalar of older models that may be null.
  public typealias RealmOptional<Value> = MigCheckRealm.RealmOptional<Value>
  /// A scalar of older models, as a class.
  public typealias RealmProperty<Value> = MigCheckRealm.RealmProperty<Value>
  /// The types of a store at one version.
  public typealias Schema = MigCheckRealm.Schema
}

#if !canImport(ObjectiveC)
  /// Runs its body: where there is no Objective-C, nothing waits for a pool.
  public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
  }
#endif
