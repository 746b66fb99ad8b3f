#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckSQL

  /// Ends the process where a call of SQLite does not return, which nothing else can end.
  enum EndlessCalls {
    static func watch() {
      EndlessStatements.start { overrun in
        Terminal.complain(overrun.message)
        Signals.end(ExitStatus.badData)
      }
    }
  }
#endif
