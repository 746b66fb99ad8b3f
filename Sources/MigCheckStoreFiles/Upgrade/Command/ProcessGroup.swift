#if os(macOS) || os(Linux)
  import Foundation
  import MigCheckModel

  /// A program that runs in a process group of its own, so that nothing of it outlives a run.
  package struct ProcessGroup {
    package enum Ending: Sendable, Equatable {
      case exited(Int32)
      case signalled(Int32)
      /// It did not end in its time, and was killed.
      case timedOut
    }

    /// The groups that are running.
    private static let running = Locked([pid_t]())

    /// Ends all that runs, at once: for a process that is about to end.
    package static func killAll() {
      running.withLock { groups in for group in groups { kill(-group, SIGKILL) } }
    }

    /// Runs a program and waits until it ends.
    ///
    /// - Parameters:
    ///   - words: the program, looked up in `PATH` if it has no slash, and its arguments.
    ///   - environment: all of it.
    ///   - folder: where it runs.
    ///   - output: the file that gets what it writes.
    ///   - errors: the file that gets what it writes of errors; `nil`: the same.
    ///   - seconds: after how many it is killed.
    ///   - look: called with the group again and again while it runs; `nil`: nothing is.
    ///   - meter: learns what the program took; `nil`: it is not measured.
    /// - Throws: `UpgradeError` if it cannot be started.
    package static func run(
      _ words: [String], environment: [String: String], in folder: String, output: String,
      errors: String? = nil, seconds: Double, look: ((pid_t) -> Void)? = nil,
      meter: ProcessMeter? = nil
    ) throws -> Ending {
      let child = try start(
        words, environment, folder, ProcessStreams(output: output, errors: errors))
      defer { forget(child) }
      let clock = ContinuousClock()
      let begin = clock.now
      var pause: UInt32 = 200
      var isLate = false
      while !hasEnded(child) {
        if begin.duration(to: clock.now) > .seconds(seconds) {
          isLate = true
          break
        }
        usleep(pause)
        look?(child)
        meter?.look(at: child)
        if look == nil { pause = min(pause * 2, meter == nil ? 10_000 : 1000) }
      }
      let ending = end(child, meter)
      return isLate ? .timedOut : ending
    }

    /// Ends a group, and waits for its first process.
    ///
    /// - Parameter meter: learns for how long processors were busy with it.
    /// - Returns: how that process ended.
    static func end(_ child: pid_t, _ meter: ProcessMeter? = nil) -> Ending {
      // Its children too, also those that it left behind; it is not reaped yet, so the number is its own.
      kill(-child, SIGKILL)
      var status: Int32 = 0
      var usage = rusage()
      while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
      meter?.note(usage)
      let signal = status & 0x7f
      return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    /// To be called when a group has ended.
    static func forget(_ child: pid_t) { running.withLock { $0.removeAll { $0 == child } } }

    /// Whether a child has ended; it is not reaped.
    static func hasEnded(_ child: pid_t) -> Bool {
      var information = siginfo_t()
      let result = waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
      return result == 0 ? information.si_signo == SIGCHLD : errno == ECHILD
    }

    /// Starts a program, which runs until it ends or `end` is called.
    ///
    /// - Throws: `UpgradeError` if it cannot be started.
    static func start(
      _ words: [String], _ environment: [String: String], _ folder: String,
      _ streams: ProcessStreams
    ) throws -> pid_t {
      #if os(macOS)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      #if os(macOS)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
      #else
        _ = addChangeOfFolder(&actions, folder)
      #endif
      streams.apply(&actions)
      // The signals that a run waits for or ignores are the program's own again.
      var none = sigset_t()
      sigemptyset(&none)
      var defaults = sigset_t()
      sigemptyset(&defaults)
      for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGQUIT] { sigaddset(&defaults, number) }
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &defaults)
      posix_spawnattr_setpgroup(&attributes, 0)
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
      posix_spawnattr_setflags(&attributes, Int16(flags))
      let arguments = words.map { strdup($0) } + [nil]
      let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") } + [nil]
      defer { for text in arguments + variables { free(text) } }
      var child: pid_t = 0
      let failure = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
      guard failure == 0 else {
        throw UpgradeError(
          .statementFailed,
          "The command could not be started: \(String(cString: strerror(failure))).")
      }
      running.withLock { $0.append(child) }
      return child
    }
  }
#endif

#if os(Linux)
  // Swift does not see what the C library declares for GNU programs only. A search for the symbol when
  // the program runs finds nothing in a static one.
  @_silgen_name("posix_spawn_file_actions_addchdir_np")
  private func addChangeOfFolder(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ folder: UnsafePointer<CChar>
  ) -> Int32
#endif
