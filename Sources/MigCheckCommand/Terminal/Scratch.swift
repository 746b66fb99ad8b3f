import MigCheckModel

#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckStoreFiles
  import MigCheckVerifier

  /// A command's scratch folder, which also goes away when a signal ends the process.
  final class Scratch {
    let path: String
    /// What `TMPDIR` was before; `nil`: nothing.
    private let former: String?

    /// - Parameters:
    ///   - interruption: what the first Ctrl-C requests; `nil`: it ends the process.
    ///   - includesTermination: whether SIGTERM, as `timeout` sends it, requests the same.
    init(interruption: Interruption? = nil, includesTermination: Bool = false) throws {
      path = try Signals.state.withLock { state in
        let folder = try ScratchDirectory()
        state = Signals.State(
          folder: folder, interruption: interruption,
          interrupting: includesTermination ? [SIGINT, SIGTERM] : [SIGINT])
        return folder.path
      }
      former = ProcessInfo.processInfo.environment["TMPDIR"]
      // What else makes temporary files, such as SQLite, is to make them there too.
      setenv("TMPDIR", path, 1)
    }

    /// Removes the folder; another one may follow.
    func end() {
      if let former { setenv("TMPDIR", former, 1) } else { unsetenv("TMPDIR") }
      Signals.state.withLock { state in
        state.folder?.remove()
        state = Signals.State()
      }
    }
  }

  /// What the process does when it is asked to end.
  enum Signals {
    struct State {
      var folder: ScratchDirectory?
      var interruption: Interruption?
      /// The signals that request the interruption; a second one ends the process.
      var interrupting: [Int32] = []
    }

    static let state = Locked(State())

    /// Takes the requests to end upon itself. To be called before any thread starts.
    ///
    /// The signals are blocked, and one thread waits for them: so none is lost, whenever it comes.
    static func start() {
      // A write past the limit for the size of a file fails with an error then.
      signal(SIGXFSZ, SIG_IGN)
      var signals = sigset_t()
      sigemptyset(&signals)
      for number in [SIGINT, SIGTERM, SIGQUIT, SIGXCPU] { sigaddset(&signals, number) }
      // nohup has the process go on when its terminal is closed.
      if !isIgnored(SIGHUP) { sigaddset(&signals, SIGHUP) }
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let waited = signals
      let isStarted = SystemThread.start {
        var waited = waited
        var number: Int32 = 0
        while sigwait(&waited, &number) == 0 { receive(number) }
      }
      guard !isStarted else { return }
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      Terminal.complain(
        "the system has no thread for this process; raise the limit with ulimit -u or ulimit -v")
      _exit(ExitStatus.io)
    }

    /// Whether the process was started with a signal ignored.
    private static func isIgnored(_ number: Int32) -> Bool {
      let before = signal(number, SIG_IGN)
      signal(number, before)
      return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func receive(_ number: Int32) {
      state.withLock { state in
        if state.interrupting.contains(number), let interruption = state.interruption,
          !interruption.isRequested
        {
          return interruption.request()
        }
        endPrograms()
        state.folder?.removeFromOthers()
        WholeFile.abandonAll { end(by: number) }
      }
    }

    /// Ends the process in the middle of its work, with nothing left of its files.
    static func end(_ status: Int32) -> Never {
      state.withLock { state in
        endPrograms()
        state.folder?.removeFromOthers()
        WholeFile.abandonAll { _exit(status) }
      }
    }

    /// Nothing that this process started outlives it.
    private static func endPrograms() {
      #if os(macOS) || os(Linux)
        ProcessGroup.killAll()
      #endif
    }

    private static func end(by number: Int32) -> Never {
      if number == SIGQUIT {
        // As is the custom: the process dies by the signal, which may leave a core file.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
      }
      _exit(128 + number)
    }

    /// Does not return if a signal is just ending the process: the lock is not given back then.
    static func waitIfEnding() { state.withLock { _ in } }
  }
#endif
