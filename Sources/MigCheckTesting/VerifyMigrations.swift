import Foundation
import MigCheck
import MigCheckModel
import MigCheckReports
import MigCheckStoreFiles
import MigCheckVerifier

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Verifies the upgrades of a history inside a test, and records each finding at the caller's line.
///
/// Works in Swift Testing and in XCTest:
///
///     @Test func upgradesKeepTheUsersData() async throws {
///       try await verifyMigrations(of: contacts, from: 1, to: 5)
///     }
///
/// A finding fails the test with its shrunk counterexample. A run in which something was not
/// exercised fails too, as it would prove less than it seems to. Where the migration numbers objects
/// by `ordinal`, or holds Swift code, objects that depend on each other or on their order are
/// warnings, unless the option `strict` is set. Those and health warnings fail nothing: with Swift 6.3 each is an issue
/// of severity `warning`, else a text on standard error. Call the function from the test itself: in
/// a detached task neither library knows which test an issue belongs to.
///
/// Cancelling the task ends the run soon, as the trait `timeLimit` of Swift Testing does: what was
/// found by then is recorded, and that not all trials ran.
///
/// Versions of a Realm history that `migcheck freeze` wrote down are compared with it: one whose schema
/// was changed since is a finding of `openers`. The folder `Schemas` is looked for beside the test's file
/// and in the folders above it, up to that of `Package.swift`.
///
/// An upgrade of the app's own code that ended the process of an earlier run is reported before anything
/// is run.
///
/// - Parameters:
///   - subject: a `History`, or anything else that can be upgraded.
///   - from: the oldest version that users' stores may have; `nil`: the first.
///   - to: the version that is to be released; `nil`: the last.
///   - trials: how many random graphs are tried, beside those made for each hazard; `nil`: as the
///     trait `migrations` of the test says, else 200. The environment variable `MIGCHECK_TRIALS` goes
///     before both.
///   - seed: the same seed gives the same graphs; `nil`: that of the trait, or the default seed.
///     `MIGCHECK_SEED` goes before both.
///   - schemas: the folder with frozen versions; `nil`: the nearest `Schemas` that has any.
///   - configure: sets further options: `{ $0.silenced = ["slow-trial"] }`, or a
///     `CorpusFolder` as `corpus`, where findings are kept and tried first the next time.
///   - function: the caller, by which a failure says how to run it again.
/// - Returns: the report, for further expectations.
/// - Throws: `VerificationError` for versions that do not exist, for a shard, and for an environment
///   variable that cannot be read, `InputError` for a
///   history that cannot be meant, `StoreError` where files cannot be written. What the author's own
///   code throws is a finding.
@discardableResult
public func verifyMigrations(
  of subject: any Subject, from: UInt64? = nil, to: UInt64? = nil, trials: Int? = nil,
  seed: UInt64? = nil, schemas: String? = nil,
  configure: (inout VerificationOptions) -> Void = { _ in },
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, function: String = #function
) async throws -> Report {
  try subject.validate()
  var subject: any Subject = try TestSchemas.comparing(subject, in: schemas, file: "\(filePath)")
  var options = VerificationOptions(from: from, to: to)
  RunSettings(seed: seed, trials: trials).completed(by: .ofTest).apply(to: &options)
  configure(&options)
  try RunSettings(ProcessInfo.processInfo.environment).apply(to: &options)
  guard options.shard == nil else {
    throw VerificationError(
      .invalidOption, "A test runs all trials; run shards by verify(_:options:) and merge them.")
  }
  let reports = try TestReports(ProcessInfo.processInfo.environment)
  let timeWarnings = Locked([HealthWarning]())
  let author = options.timeWarning
  options.timeWarning = { warning in
    timeWarnings.withLock { $0.append(warning) }
    author?(warning)
  }
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  if let files = subject as? any MarkedCalls {
    // Before anything is run, as it may well end the process again.
    let folder = options.corpus?.runningFolder
    if let text = files.unfinishedRun(in: folder) { place.record(text) }
    subject = files.markingCalls(in: folder)
  }
  let report = try await run(subject, options)
  let test = "swift test --filter \(TestFilter.text(function: function, fileID: "\(fileID)"))"
  // The findings are recorded even if a file cannot be written.
  let written = Result { try reports.write(report) }
  if report.verdict != .passed { place.attach(report) }
  var texts = TextReport(colours: false)
  texts.replay = .test(test)
  let again =
    "  again        MIGCHECK_SEED=\(report.seed.hexadecimal) "
    + "MIGCHECK_TRIALS=\(options.trials) \(test)"
  for message in texts.problems(of: report) { place.record("\(message)\n\(again)") }
  for message in texts.warnings(of: report) { place.warn(message) }
  for warning in report.warnings + timeWarnings.withLock({ $0 }) {
    place.warn(texts.text(of: warning, isInSwift: true))
  }
  try written.get()
  return report
}

/// Runs on a thread of its own, since the run blocks, until the task is cancelled.
private func run(_ subject: any Subject, _ options: VerificationOptions) async throws -> Report {
  var options = options
  let interruption = Interruption(
    beside: options.interruption, after: nil, clock: .monotonic)
  options.interruption = interruption
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { [options] continuation in
      let thread = Thread {
        continuation.resume(with: Result { try Verifier(subject, options: options).run() })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  } onCancel: {
    interruption.request()
  }
}

/// Where a test called the kit.
private struct SourcePlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int

  /// Fails the current test, of whichever of the two libraries runs it.
  func record(_ message: String) {
    #if canImport(Testing)
      if Test.current != nil {
        Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        return
      }
    #endif
    #if canImport(XCTest)
      XCTFail(message, file: filePath, line: UInt(line))
    #endif
  }

  /// Keeps the page of a report with the results of the test, where the toolchain has attachments.
  func attach(_ report: Report) {
    #if canImport(Testing) && compiler(>=6.2)
      if Test.current != nil {
        Attachment.record(
          report.formatted(.html), named: TestReports.name(of: report, in: .html),
          sourceLocation: sourceLocation)
      }
    #endif
  }

  /// Shows a warning that leaves the test as it is.
  func warn(_ message: String) {
    #if canImport(Testing) && compiler(>=6.3)
      if Test.current != nil {
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: sourceLocation)
        return
      }
    #endif
    // Neither XCTest nor an older Swift Testing knows issues that fail nothing.
    FileHandle.standardError.write(Data("\(filePath):\(line): warning: \(message)\n".utf8))
  }

  #if canImport(Testing)
    private var sourceLocation: SourceLocation {
      SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column)
    }
  #endif
}
