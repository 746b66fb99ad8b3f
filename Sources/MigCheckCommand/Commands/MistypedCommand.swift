#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheckText

  /// A word in the place of a command that is none.
  ///
  /// Since a command may be left out, the word would otherwise be treated as the file of a history.
  enum MistypedCommand {
    /// What to say of the arguments; `nil`: nothing is known to be wrong.
    static func complaint(about arguments: [String], commands: [String]) -> String? {
      guard let word = arguments.first, !word.hasPrefix("-"), !commands.contains(word),
        !FileManager.default.fileExists(atPath: word),
        let meant = nearest(to: word, among: commands + ["--version"])
      else { return nil }
      return "there is no command or file '\(word)'; did you mean '\(meant)'?"
    }
  }
#endif
