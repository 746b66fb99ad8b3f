import MigCheckText

#if CommandLine
  import Foundation
  import MigCheckFormats
  import MigCheckModel
  import MigCheckVerifier

  /// The streams of the process.
  enum Terminal {
    /// Keeps the numbers of streams that are closed from being given to files of the run.
    static func reserveStreams() {
      for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        // Readable only, so that writing there still fails.
        _ = open("/dev/null", O_RDONLY)
      }
    }

    /// Set when standard output is closed at the other end.
    private static let outputIsClosed = Locked(false)

    /// Whether standard output is closed at the other end, so that nothing more need be written.
    static var isClosed: Bool { outputIsClosed.withLock { $0 } }

    /// Writes to standard output. A closed pipe is not an error: the exit status still holds the result.
    ///
    /// What comes from outside, such as the names of files, moves no cursor: see `printable`.
    ///
    /// - Parameter isDocument: whether it is a document of a format that escapes in its own way.
    /// - Throws: `InputError` if it cannot be written, for instance to a disk that is full.
    static func write(_ text: String, isDocument: Bool = false) throws {
      let shown =
        isDocument ? text : text.printable(keepingLines: true, keepingColours: hasColours)
      guard let code = write(shown, to: STDOUT_FILENO) else { return }
      guard code == EPIPE else {
        throw InputError(
          .io, file: "standard output",
          problem: "it cannot be written: \(String(cString: strerror(code)))",
          remedy: "write to another file or disk")
      }
      outputIsClosed.withLock { $0 = true }
    }

    /// A line on standard error.
    ///
    /// - Parameter keepsLines: whether the text has several.
    static func note(_ text: String, keepsLines: Bool = false) {
      show(text.printable(keepingLines: keepsLines) + "\n")
    }

    /// An error message on standard error.
    static func complain(_ text: String) {
      note("migcheck: \(text.shortened(to: 10_000))", keepsLines: true)
    }

    /// Text on standard error; what cannot be written is left out.
    static func show(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// - Returns: the number of the error, or `nil`.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
      let bytes = Array(text.utf8)
      var position = 0
      while position < bytes.count {
        let count = bytes[position...].withUnsafeBytes { chunk in
          // Qualified by nothing: the module of the C library differs from system to system.
          Self.cWrite(descriptor, chunk)
        }
        if count > 0 {
          position += count
        } else if count < 0, errno != EINTR {
          return errno
        }
      }
      return nil
    }

    private static func cWrite(_ descriptor: Int32, _ chunk: UnsafeRawBufferPointer) -> Int {
      #if canImport(Darwin)
        Darwin.write(descriptor, chunk.baseAddress, chunk.count)
      #elseif canImport(Glibc)
        Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      #elseif canImport(Musl)
        Musl.write(descriptor, chunk.baseAddress, chunk.count)
      #endif
    }

    /// Whether standard output shows colours: on a terminal, unless `NO_COLOR` is set to
    /// anything, or the terminal is dumb.
    static var hasColours: Bool {
      let environment = ProcessInfo.processInfo.environment
      guard environment["NO_COLOR", default: ""].isEmpty, environment["TERM"] != "dumb" else {
        return false
      }
      return isatty(STDOUT_FILENO) != 0
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

    static var showsProgress: Bool {
      isatty(STDERR_FILENO) != 0 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }
  }
#endif
