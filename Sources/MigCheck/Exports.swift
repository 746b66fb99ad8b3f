// What `import MigCheck` shows, beside `verify` and `CorpusFolder`: what it takes to write a history,
// to run its verification, and to read what was found. No more, so that a test may import RealmSwift,
// SwiftData or GRDB in the same file. Other public types appear in signatures only: their members
// are at hand, and their names stay out of the way.
//
// To verify something that is no history, import MigCheckModel as well, which shows schemas, graphs
// and all that a `Subject` has to give.
//
// `PublicFaceTests` holds this list too.

@_exported public import class MigCheckCoreData.CoreDataMigration
@_exported public import class MigCheckCoreData.CoreDataObject
@_exported public import struct MigCheckCoreData.ModelEntity
@_exported public import struct MigCheckCoreData.ModelVersion
@_exported public import struct MigCheckHistory.DataAssumption
@_exported public import struct MigCheckHistory.EngineID
@_exported public import struct MigCheckHistory.History
@_exported public import struct MigCheckHistory.HistoryInvariant
@_exported public import struct MigCheckHistory.ObjectView
@_exported public import typealias MigCheckHistory.Version
@_exported public import struct MigCheckModel.InputError
@_exported public import struct MigCheckModel.ObjectType
@_exported public import struct MigCheckModel.PropertyPath
@_exported public import enum MigCheckModel.StoreKind
@_exported public import protocol MigCheckModel.Subject
@_exported public import struct MigCheckModel.UpgradeError
@_exported public import enum MigCheckModel.UpgradePaths
@_exported public import enum MigCheckModel.Value
@_exported public import struct MigCheckRealmEngine.Opener
@_exported public import class MigCheckRealmEngine.RealmMigration
@_exported public import class MigCheckRealmEngine.RealmMigrationObject
@_exported public import struct MigCheckRealmEngine.RealmSwiftVersion
@_exported public import enum MigCheckReports.JSONReport
@_exported public import struct MigCheckReports.ReportFormat
@_exported public import struct MigCheckReports.TextReport
@_exported public import struct MigCheckStoreFiles.AppUpgrade
@_exported public import struct MigCheckStoreFiles.RealmFileFormat
@_exported public import struct MigCheckStoreFiles.SQLiteFileSubject
@_exported public import struct MigCheckStoreFiles.StoreContent
@_exported public import struct MigCheckStoreFiles.StoreFileSubject
@_exported public import protocol MigCheckStoreFiles.StoreFormat
@_exported public import struct MigCheckVerifier.AcceptedFinding
@_exported public import struct MigCheckVerifier.Check
@_exported public import struct MigCheckVerifier.Counterexample
@_exported public import struct MigCheckVerifier.Finding
@_exported public import struct MigCheckVerifier.HealthWarning
@_exported public import struct MigCheckVerifier.Hop
@_exported public import class MigCheckVerifier.Interruption
@_exported public import struct MigCheckVerifier.Report
@_exported public import struct MigCheckVerifier.RunEffort
@_exported public import struct MigCheckVerifier.RunProgress
@_exported public import struct MigCheckVerifier.RunScope
@_exported public import struct MigCheckVerifier.Shard
@_exported public import struct MigCheckVerifier.VerificationError
@_exported public import struct MigCheckVerifier.VerificationOptions
