#if os(macOS) || os(Linux)
  import Foundation

  /// Where a program reads from, and where it writes to.
  struct ProcessStreams {
    #if os(macOS)
      typealias Actions = posix_spawn_file_actions_t?
    #else
      typealias Actions = posix_spawn_file_actions_t
    #endif

    enum Stream {
      case file(String)
      /// A descriptor of this process.
      case descriptor(Int32)
    }

    var input = Stream.file("/dev/null")
    var output: Stream
    /// `nil`: the same as the output.
    var errors: Stream?

    init(input: Stream, output: Stream, errors: Stream) {
      self.input = input
      self.output = output
      self.errors = errors
    }

    /// - Parameters:
    ///   - output: a file.
    ///   - errors: a file; `nil`: the same.
    init(output: String, errors: String?) {
      self.output = .file(output)
      self.errors = errors.map(Stream.file)
    }

    func apply(_ actions: inout Actions) {
      func open(_ stream: Stream, as number: Int32, _ flags: Int32) {
        switch stream {
        case .file(let path):
          posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
        case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
        }
      }
      open(input, as: 0, O_RDONLY)
      open(output, as: 1, O_WRONLY | O_CREAT | O_TRUNC)
      if let errors {
        open(errors, as: 2, O_WRONLY | O_CREAT | O_APPEND)
      } else {
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
      }
    }
  }
#endif
