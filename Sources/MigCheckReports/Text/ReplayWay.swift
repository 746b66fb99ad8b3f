/// How the reader of a report runs a saved finding again.
package enum ReplayWay: Sendable, Equatable {
  /// By a command, as a shell takes it, that knows `replay` and the case; and options after the case.
  case command(String, options: [String] = [])
  /// By the test that saved it, as it tries its cases first: what runs the test.
  case test(String)

  /// By the command of this package.
  package static let migcheck = command("migcheck")

  /// What shows the values of a store that a user gave.
  var valuesOption: String {
    switch self {
    case .command: "--show-values"
    case .test: "showsValues: true"
    }
  }

  /// The line to type, and what else there is to know of it.
  ///
  /// - Parameter file: the path of the case.
  func text(of file: String) -> (line: String, note: String?) {
    switch self {
    case .command(let program, let options):
      (([program, "replay", ShellText.file(file)] + options).joined(separator: " "), nil)
    case .test(let command): (command, "It tries \(ShellText.file(file)) first.")
    }
  }
}
