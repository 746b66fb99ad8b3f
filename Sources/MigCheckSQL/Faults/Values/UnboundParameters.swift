import MigCheckModel
import MigCheckText

/// Parameters in a script (`?`, `:name`), to which nobody binds a value, so that they are NULL.
struct UnboundParameters {
  static let code = "parameterUnbound"

  let migration: Migration

  /// One for the script. Statements of code have no line, and values for their parameters.
  var faults: [HopFault] {
    for statement in migration.statements where statement.line != nil {
      for token in statement.tokens {
        guard case .parameter(let name) = token else { continue }
        return [
          HopFault(
            Self.code, type: nil, subject: Name(name), isError: false,
            message:
              "The parameter \(name) is NULL: nothing binds values to the statements of a script. Write "
              + "the value itself; if the app puts one in its place, nothing is to be done.",
            place: statement.source)
        ]
      }
    }
    return []
  }
}
