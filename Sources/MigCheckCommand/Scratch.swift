#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckVerifier

  /// A command's scratch folder, which also goes away when a signal ends the process.
  ///
  /// The first Ctrl-C may ask for an early end instead. Signals are handled until `end()`.
  final class Scratch {
    private let folder = Guarded<ScratchDirectory?>(nil)
    let path: String
    private var sources = [any DispatchSourceSignal]()
    private static let signals = [SIGINT, SIGTERM]

    private static let isEnding = Guarded(false)

    /// - Parameter interruption: what the first Ctrl-C requests; `nil`: it ends the process.
    init(interruption: Interruption? = nil) throws {
      let folder = folder
      for number in Self.signals {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          if number == SIGINT, let interruption, !interruption.isRequested {
            return interruption.request()
          }
          Self.isEnding.withLock { $0 = true }
          // Waits for a folder that is just being made.
          folder.withLock { $0?.removeFromOthers() }
          _exit(128 + number)
        }
        source.resume()
        sources.append(source)
      }
      path = try folder.withLock { folder in
        let made = try ScratchDirectory()
        folder = made
        return made.path
      }
      // What else makes temporary files, such as SQLite, is to make them there too.
      setenv("TMPDIR", path, 1)
    }

    /// Removes the folder, and leaves signals to the system again.
    func end() {
      folder.withLock { $0?.remove() }
      for source in sources { source.cancel() }
      for number in Self.signals { signal(number, SIG_DFL) }
      sources = []
    }

    /// Does not return if a signal is about to end the process.
    static func waitIfEnding() {
      while isEnding.withLock({ $0 }) { sleep(1) }
    }
  }
#endif
