import MigCheckModel

/// Verifies that every upgrade of a subject keeps its users' data.
public struct Verifier: Sendable {
  let subject: any Subject
  let options: VerificationOptions

  public init(_ subject: any Subject, options: VerificationOptions = VerificationOptions()) {
    self.subject = subject
    self.options = options
  }
}
