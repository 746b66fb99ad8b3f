// The public names of GRDB 7: each as the kind of declaration that it is there, with nothing inside.

public final class AnyCursor<T> {}
public final class AnyDatabaseCancellable {}
public final class ColumnDefinition {}
public final class Database {}
public final class DatabaseCollation {}
public final class DatabaseFunction {}
public final class DatabasePool {}
public final class DatabaseQueue {}
public final class DatabaseSnapshot {}
public final class DatabaseSnapshotPool {}
public final class DatabaseValueCursor<T> {}
public final class FTS3TableDefinition {}
public final class FTS4ColumnDefinition {}
public final class FTS4TableDefinition {}
public final class FTS5ColumnDefinition {}
public final class FTS5TableDefinition {}
public final class FastDatabaseValueCursor<T> {}
public final class ForeignKeyDefinition {}
public final class IndexDefinition {}
public final class NullableDatabaseValueCursor<T> {}
public final class Record {}
public final class RecordCursor<T> {}
public final class Row {}
public final class RowCursor {}
public final class SQLStatementCursor {}
public final class SharedValueObservation<T> {}
public final class Statement {}
public final class TableAlias<T> {}
public final class TableAlteration {}
public final class TableDefinition {}
public enum DatabaseColumnDecodingStrategy {}
public enum DatabaseColumnEncodingStrategy {}
public enum DatabaseDataDecodingStrategy {}
public enum DatabaseDataEncodingStrategy {}
public enum DatabaseDateDecodingStrategy {}
public enum DatabaseDateEncodingStrategy {}
public enum DatabaseEventKind {}
public enum DatabasePublishers {}
public enum DatabaseUUIDEncodingStrategy {}
public enum FTS5Diacritics {}
public enum SQLDateModifier {}
public enum SharedValueObservationExtent {}
public enum ValueReducers {}
public protocol AggregatingRequest {}
public protocol Association {}
public protocol AssociationToMany {}
public protocol AssociationToOne {}
public protocol ColumnExpression {}
public protocol Cursor {}
public protocol DatabaseAggregate {}
public protocol DatabaseCancellable {}
public protocol DatabaseCursor {}
public protocol DatabaseReader {}
public protocol DatabaseRegionConvertible {}
public protocol DatabaseSnapshotReader {}
public protocol DatabaseValueConvertible {}
public protocol DatabaseWriter {}
public protocol DerivableRequest {}
public protocol EncodableRecord {}
public protocol FTS5CustomTokenizer {}
public protocol FTS5Tokenizer {}
public protocol FTS5WrapperTokenizer {}
public protocol FetchRequest {}
public protocol FetchableRecord {}
public protocol FilteredRequest {}
public protocol JoinableRequest {}
public protocol MutablePersistableRecord {}
public protocol OrderedRequest {}
public protocol PersistableRecord {}
public protocol RowAdapter {}
public protocol SQLExpressible {}
public protocol SQLJSONExpressible {}
public protocol SQLOrderingTerm {}
public protocol SQLSelectable {}
public protocol SQLSpecificExpressible {}
public protocol SQLSubqueryable {}
public protocol SelectionRequest {}
public protocol StatementBinding {}
public protocol StatementColumnConvertible {}
public protocol TableRecord {}
public protocol TableRequest {}
public protocol TransactionClock {}
public protocol TransactionObserver {}
public protocol TypedRequest {}
public protocol ValueObservationMainActorScheduler {}
public protocol ValueObservationScheduler {}
public protocol ValueReducer {}
public protocol VirtualTableModule {}
public struct AdaptedFetchRequest<T> {}
public struct AllColumns {}
public struct AllColumnsExcluding {}
public struct AnyDatabaseReader {}
public struct AnyDatabaseRegionConvertible {}
public struct AnyDatabaseWriter {}
public struct AnyFetchRequest<T> {}
public struct AssociationAggregate<T> {}
public struct AsyncValueObservation<T> {}
public struct BelongsToAssociation<T> {}
public struct Column {}
public struct ColumnAssignment {}
public struct ColumnInfo {}
public struct ColumnMapping {}
public struct CommonTableExpression<T> {}
public struct Configuration {}
public struct CustomTransactionClock {}
public struct DatabaseBackupProgress {}
public struct DatabaseDateComponents {}
public struct DatabaseEvent {}
public struct DatabaseMigrator {}
public struct DatabasePreUpdateEvent {}
public struct DatabaseRegion {}
public struct DatabaseRegionObservation {}
public struct DatabaseSchemaSource {}
public struct DatabaseValue {}
public struct DerivedColumn {}
public struct EmptyRowAdapter {}
public struct FTS3 {}
public struct FTS3Pattern {}
public struct FTS3TokenizerDescriptor {}
public struct FTS4 {}
public struct FTS5 {}
public struct FTS5Pattern {}
public struct FTS5TokenFlags {}
public struct FTS5Tokenization {}
public struct FTS5TokenizerDescriptor {}
public struct ForeignKey {}
public struct ForeignKeyInfo {}
public struct ForeignKeyViolation {}
public struct HasManyAssociation<T> {}
public struct HasManyThroughAssociation<T> {}
public struct HasOneAssociation<T> {}
public struct HasOneThroughAssociation<T> {}
public struct ImmediateValueObservationScheduler {}
public struct IndexInfo {}
public struct IndexOptions {}
public struct Inflections {}
public struct InsertionSuccess {}
public struct JSONColumn {}
public struct JoinAssociation<T> {}
public struct PersistenceConflictPolicy {}
public struct PersistenceContainer {}
public struct PersistenceSuccess {}
public struct PreparedRequest {}
public struct PrimaryKeyInfo {}
public struct QueryInterfaceRequest<T> {}
public struct RangeRowAdapter {}
public struct RenameColumnAdapter {}
public struct ResultCode {}
public struct RowIndex {}
public struct SQL {}
public struct SQLExpression {}
public struct SQLInterpolation {}
public struct SQLOrdering {}
public struct SQLRequest<T> {}
public struct SQLSelection {}
public struct SQLSubquery {}
public struct ScopeAdapter {}
public struct StatementArguments {}
public struct SuffixRowAdapter {}
public struct Table<T> {}
public struct TableOptions {}
public struct ValueObservation<T> {}
public struct ViewOptions {}
public struct VirtualTableConfiguration {}
public struct DatabaseError: Error {}
public struct PersistenceError: Error {}
public struct RecordError: Error {}
public struct RowDecodingError: Error {}
public typealias DropFirstCursor = Int
public typealias DropWhileCursor = Int
public typealias EnumeratedCursor = Int
public typealias FTS5TokenCallback = Int
public typealias FTS5WrapperTokenCallback = Int
public typealias FilterCursor = Int
public typealias FlattenCursor = Int
public typealias GRDBSendable = Int
public typealias MapCursor = Int
public typealias PrefixCursor = Int
public typealias PrefixWhileCursor = Int
public typealias SQLAssociativeBinaryOperator = Int
public typealias SQLLiteral = Int
public typealias SQLiteConnection = Int
public typealias SQLiteStatement = Int
public typealias SelectStatement = Int
public typealias UpdateStatement = Int
public func databaseQuestionMarks(count: Int) -> String { "" }
public func splittingRowAdapters(columnCounts: [Int]) -> [Int] { [] }
public func abs(_ value: SQLExpression) -> SQLExpression { value }
public func average(_ value: SQLExpression) -> SQLExpression { value }
public func cast(_ value: SQLExpression) -> SQLExpression { value }
public func coalesce(_ value: SQLExpression) -> SQLExpression { value }
public func count(_ value: SQLExpression) -> SQLExpression { value }
public func dateTime(_ value: SQLExpression) -> SQLExpression { value }
public func julianDay(_ value: SQLExpression) -> SQLExpression { value }
public func length(_ value: SQLExpression) -> SQLExpression { value }
public func max(_ value: SQLExpression) -> SQLExpression { value }
public func min(_ value: SQLExpression) -> SQLExpression { value }
public func sum(_ value: SQLExpression) -> SQLExpression { value }
public func total(_ value: SQLExpression) -> SQLExpression { value }
