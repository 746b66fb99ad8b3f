import MigCheckModel

/// Why a run cannot start: misuse of the kit, or an environment that is not fit.
public struct VerificationError: Error, Sendable, Equatable {
  /// A stable name.
  public enum Code: String, Sendable {
    /// The subject has no version of that number.
    case noSuchVersion
    /// There is no upgrade between the versions asked for.
    case nothingToUpgrade
    /// The versions are not in strictly increasing order.
    case versionsOutOfOrder
    /// A number that is out of range, or no store at all.
    case invalidOption
    /// The scratch folder cannot be made.
    case noRunFolder
  }

  /// Why, for programs.
  public let code: Code
  /// One sentence for people: what is wrong and what would be right.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension VerificationError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
