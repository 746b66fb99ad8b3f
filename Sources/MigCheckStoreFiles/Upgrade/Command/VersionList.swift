#if os(macOS) || os(Linux)
  import Foundation
  import MigCheckModel

  /// The versions that a program knows, which it writes to its standard output, one a line.
  package enum VersionList {
    /// Longer lists are not versions.
    private static let most = 10_000

    /// - Throws: `InputError` for a program that fails.
    package static func read(_ line: String, timeLimit: Double) throws -> [String] {
      let words = try CommandWords(line)
      let scratch = try TemporaryFolder()
      func flaw(_ problem: String) -> InputError {
        InputError(
          file: "", problem: "the command for the versions \(problem)",
          remedy: "have it write one name a line, oldest first")
      }
      let (status, text) = try words.output(in: scratch.path, timeLimit: timeLimit)
      switch status {
      case .exited(0): break
      case .exited(let status): throw flaw("ended with status \(status)")
      case .signalled(let number): throw flaw("was ended by signal \(number)")
      case .timedOut: throw flaw("did not end within \(Int(timeLimit)) s")
      }
      let names = text.split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      guard !names.isEmpty else { throw flaw("wrote nothing") }
      guard names.count <= most else { throw flaw("wrote \(names.count) lines") }
      return names
    }
  }
#endif
