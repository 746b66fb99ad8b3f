import MigCheckHistory
import MigCheckModel
import MigCheckVerifier

/// Verifies every upgrade of a history, or of anything else that can be upgraded.
///
///     var options = VerificationOptions()
///     options.from = 3
///     let report = try verify(contacts, options: options)
///     print(TextReport().text(report))
///
/// Blocks until the run is done. In a test, `verifyMigrations(of:from:to:)` of `MigCheckTesting` does
/// the same without blocking, and records what is found.
///
/// - Parameters:
///   - subject: a `History`, or a type of your own that conforms to `Subject`.
///   - options: which versions, how many trials, the seed, the stores.
/// - Returns: what was tried and what was found.
/// - Throws: `VerificationError` for options that make no sense, `InputError` for a history that
///   cannot be meant, `StoreError` where files cannot be written.
public func verify(
  _ subject: any Subject, options: VerificationOptions = VerificationOptions()
) throws -> Report {
  try subject.validate()
  return try Verifier(subject, options: options).run()
}
