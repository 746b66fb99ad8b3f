// What `import MigCheck` brings: histories, graphs, verification and reports.
@_exported public import MigCheckFormats
@_exported public import MigCheckModel
@_exported public import MigCheckReports
@_exported public import MigCheckRules
@_exported public import MigCheckVerifier

/// Verifies every upgrade of a history, or of anything else that can be upgraded.
///
/// - Returns: what was tried and what was found.
/// - Throws: `VerificationError` for options that make no sense, `InputError` for a history that
///   cannot be meant, `StoreError` where files cannot be written.
public func verify(
  _ subject: some Subject, options: VerificationOptions = VerificationOptions()
) throws -> Report {
  try (subject as? History)?.validate()
  return try Verifier(subject, options: options).run()
}
