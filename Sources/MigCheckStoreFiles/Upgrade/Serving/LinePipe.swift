#if os(macOS) || os(Linux)
  import Foundation

  /// A pair of pipes to a process that reads and writes lines.
  final class LinePipe {
    enum Answer: Equatable {
      case line(String)
      /// The other end was closed.
      case ended
      case timedOut
      /// The line is longer than any that has a meaning.
      case tooLong
    }

    /// A statement with its arguments may be long.
    private static let longest = 64 << 20

    private let input: Int32
    private let output: Int32
    private var buffer = [UInt8]()
    /// How many bytes at its beginning are known to hold no end of a line.
    private var searched = 0
    /// The ends that the process gets.
    private(set) var theirs: (input: Int32, output: Int32)

    /// - Returns: `nil` if the system has no pipes left.
    init?() {
      var (one, other): ([Int32], [Int32]) = ([0, 0], [0, 0])
      // A socket, since writing to a pipe without a reader ends the process.
      #if os(macOS)
        let stream = SOCK_STREAM
      #else
        let stream = Int32(SOCK_STREAM.rawValue)
      #endif
      guard socketpair(AF_UNIX, stream, 0, &one) == 0 else { return nil }
      guard pipe(&other) == 0 else {
        for descriptor in one { close(descriptor) }
        return nil
      }
      // No other process may keep one open.
      for descriptor in one + other { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      #if os(macOS)
        var isQuiet: Int32 = 1
        setsockopt(
          one[1], SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
      #endif
      theirs = (one[0], other[1])
      (input, output) = (one[1], other[0])
    }

    deinit {
      close(input)
      close(output)
      closeTheirs()
    }

    /// To be called when the process has started.
    func closeTheirs() {
      if theirs.input >= 0 { close(theirs.input) }
      if theirs.output >= 0 { close(theirs.output) }
      theirs = (-1, -1)
    }

    /// - Returns: whether the process took it.
    func send(_ line: String) -> Bool {
      var bytes = Array((line + "\n").utf8)[...]
      while !bytes.isEmpty {
        #if os(macOS)
          let flags: Int32 = 0
        #else
          let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes {
          Foundation.send(input, $0.baseAddress, $0.count, flags)
        }
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        bytes = bytes.dropFirst(count)
      }
      return true
    }

    /// The next line.
    ///
    /// - Parameters:
    ///   - deadline: until when it is waited for.
    ///   - look: called again and again meanwhile; `nil`: nothing is.
    func next(until deadline: ContinuousClock.Instant, look: (() -> Void)? = nil) -> Answer {
      while true {
        if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: buffer[..<end], as: UTF8.self)
          buffer.removeSubrange(...end)
          searched = 0
          return .line(line)
        }
        searched = buffer.count
        guard buffer.count < Self.longest else { return .tooLong }
        var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let ready = poll(&waiting, 1, look == nil ? 50 : 0)
        if ready == 0 {
          guard ContinuousClock.now < deadline else { return .timedOut }
          if let look {
            look()
            usleep(200)
          }
          continue
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(output, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .ended }
        buffer += chunk[..<count]
      }
    }
  }
#endif
