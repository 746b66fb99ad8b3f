#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckVerifier

  /// A command's scratch folder, which also goes away when a signal ends the process.
  ///
  /// The first Ctrl-C may ask for an early end instead. Signals are handled until `end()`.
  final class Scratch {
    let folder: ScratchDirectory
    private var sources = [any DispatchSourceSignal]()
    private static let isEnding = Guarded(false)

    var path: String { folder.path }

    /// - Parameter interruption: what the first Ctrl-C requests; `nil`: it ends the process.
    init(interruption: Interruption? = nil) throws {
      folder = try ScratchDirectory()
      let folder = folder
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          if number == SIGINT, let interruption, !interruption.isRequested {
            return interruption.request()
          }
          Self.isEnding.withLock { $0 = true }
          folder.removeFromOthers()
          _exit(128 + number)
        }
        source.resume()
        sources.append(source)
      }
    }

    /// Removes the folder, and leaves signals to the system again.
    func end() {
      folder.remove()
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
      sources = []
    }

    /// Does not return if a signal is about to end the process.
    static func waitIfEnding() {
      while isEnding.withLock({ $0 }) { sleep(1) }
    }
  }
#endif
