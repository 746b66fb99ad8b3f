// What `import MigCheck` shows, beside the declarations of this module: what it takes to write a
// history and to read what a run has found. Other public types appear in signatures, but their
// names stay out of the way: a test may import RealmSwift, SwiftData or GRDB in the same file.
//
// To verify something that is no history, import MigCheckModel as well, which shows schemas, graphs
// and all that a `Subject` has to give.

// A history.
@_exported public import struct MigCheckEngines.History
@_exported public import struct MigCheckEngines.HistoryInvariant
@_exported public import struct MigCheckEngines.ObjectView
@_exported public import class MigCheckEngines.RealmMigration
@_exported public import class MigCheckEngines.RealmMigrationObject
@_exported public import typealias MigCheckEngines.Version
@_exported public import struct MigCheckModel.InputError
@_exported public import struct MigCheckModel.ObjectType
@_exported public import struct MigCheckModel.PropertyPath
// A run.
@_exported public import enum MigCheckModel.StoreKind
@_exported public import protocol MigCheckModel.Subject
@_exported public import struct MigCheckModel.UpgradeError
@_exported public import enum MigCheckModel.Value
// What a run has found.
@_exported public import enum MigCheckReports.JSONReport
@_exported public import struct MigCheckReports.TextReport
@_exported public import struct MigCheckVerifier.Check
@_exported public import protocol MigCheckVerifier.Corpus
@_exported public import struct MigCheckVerifier.Counterexample
@_exported public import struct MigCheckVerifier.Finding
@_exported public import struct MigCheckVerifier.HealthWarning
@_exported public import struct MigCheckVerifier.Hop
@_exported public import class MigCheckVerifier.Interruption
@_exported public import struct MigCheckVerifier.Report
@_exported public import struct MigCheckVerifier.RunProgress
@_exported public import struct MigCheckVerifier.Shard
@_exported public import struct MigCheckVerifier.VerificationError
@_exported public import struct MigCheckVerifier.VerificationOptions
