#if CommandLine
  import Foundation

  /// The streams of the process.
  enum Terminal {
    static func write(_ text: String) {
      FileHandle.standardOutput.write(Data(text.utf8))
    }

    /// A line on standard error.
    static func note(_ text: String) {
      FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// An error message on standard error.
    static func complain(_ text: String) { note("migcheck: \(text)") }

    /// Whether standard output shows colours: on a terminal, unless `NO_COLOR` is set to
    /// anything, or the terminal is dumb.
    static var hasColours: Bool {
      let environment = ProcessInfo.processInfo.environment
      guard environment["NO_COLOR", default: ""].isEmpty, environment["TERM"] != "dumb" else {
        return false
      }
      return isatty(STDOUT_FILENO) != 0
    }

    static var showsProgress: Bool {
      isatty(STDERR_FILENO) != 0 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }
  }
#endif
