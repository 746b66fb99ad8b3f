#if os(macOS) || os(Linux)
  import Foundation
  import MigCheckModel

  /// A migrator that runs in one process and serves one upgrade after another. Used by one thread at a time.
  final class UpgradeServer {
    /// It does not do what the protocol asks for.
    struct Misbehaviour: Error {
      var flaw: ServerProtocol.Flaw
    }

    /// How messages begin that it answers with.
    static let failure = "The upgrade failed: "

    private let pipe: LinePipe
    private let process: pid_t
    private let timeLimit: Double
    private let scratch: TemporaryFolder
    private let errors: URL
    private var requests = 0
    private var hasEnded = false

    /// - Throws: `UpgradeError` if it cannot be started.
    init(_ words: CommandWords, timeLimit: Double) throws {
      guard let pipe = LinePipe() else {
        throw UpgradeError(.statementFailed, "The system has no pipes left for the server.")
      }
      EndingProcess.watch()
      self.pipe = pipe
      self.timeLimit = timeLimit
      scratch = try TemporaryFolder()
      errors = URL(fileURLWithPath: scratch.path + "/errors")
      let folder = scratch.path + "/" + StoreFolder.commandFolder
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      process = try words.serve(
        in: folder,
        ProcessStreams(
          input: .descriptor(pipe.theirs.input), output: .descriptor(pipe.theirs.output),
          errors: .file(errors.path)))
      pipe.closeTheirs()
    }

    deinit { end() }

    /// Whether it may be asked once more.
    var isUsable: Bool { !hasEnded }

    /// Ends the process with all that it has started.
    @discardableResult
    private func end() -> ProcessGroup.Ending? {
      guard !hasEnded else { return nil }
      hasEnded = true
      defer { ProcessGroup.forget(process) }
      return ProcessGroup.end(process)
    }

    /// - Throws: `Misbehaviour`; `UpgradeError` for a server that ends, or is late.
    func versions() throws -> [String] {
      requests += 1
      let deadline = try send(ServerProtocol.versionsRequest(id: requests), hiding: nil)
      switch try next(until: deadline, hiding: nil) {
      case .versions(let names): return names
      case .error(let text):
        throw UpgradeError(.authorError, "The server cannot tell its versions: \(text)")
      case .sql, .done:
        throw Misbehaviour(
          flaw: ServerProtocol.Flaw(
            "answered no versions", "answer {\"versions\": true} with a list of names, oldest first"
          ))
      }
    }

    /// - Parameter sampler: copies what a kill at some moments would leave.
    /// - Returns: the statements that it says it ran.
    /// - Throws: as above, and `UpgradeError` for what the upgrade itself reports.
    func upgrade(_ call: DatabaseMigrator.Call, sampler: StoreSampler? = nil) throws -> [String] {
      requests += 1
      let deadline = try send(
        ServerProtocol.upgradeRequest(
          id: requests, store: call.store.path, from: call.from, to: call.to), hiding: call.store)
      var statements = [String]()
      while true {
        switch try next(until: deadline, hiding: call.store, sampler) {
        case .sql(let text): statements.append(text)
        case .done:
          try requireClosed(call.store)
          return statements
        case .error(let text):
          // Libraries of Python write whole statements, with line breaks and tabs.
          let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          throw UpgradeError(
            .authorError,
            Self.failure
              + StorePath.hidden(call.store, in: line).shortened(to: 1000).withoutFullStop + ".")
        case .versions:
          throw Misbehaviour(
            flaw: ServerProtocol.Flaw(
              "answered an upgrade with versions", "end an upgrade with its id alone, or with error"
            ))
        }
      }
    }

    /// What an upgrade takes.
    func measured(_ body: () throws -> Void) rethrows -> MigratorCost {
      try ProcessMeter.cost(of: process, body)
    }

    /// An open connection holds no lock, but may write later, when the file is read already.
    private func requireClosed(_ store: URL) throws {
      for attempt in 0..<5 {
        if attempt > 0 { usleep(20_000) }
        if !OpenFiles.hold(store.path, by: process) { return }
      }
      throw LeftDatabase.stillOpen
    }

    // MARK: Lines

    private func send(
      _ line: String, hiding store: URL?
    ) throws -> ContinuousClock.Instant {
      guard !hasEnded else { throw endedError(hiding: store) }
      // One that reads nothing more may still have written something.
      _ = pipe.send(line)
      return ContinuousClock.now.advanced(by: .seconds(timeLimit))
    }

    private func next(
      until deadline: ContinuousClock.Instant, hiding store: URL?, _ sampler: StoreSampler? = nil
    ) throws -> ServerProtocol.Answer {
      let look = sampler.map { sampler in { sampler.look(stopping: self.process) } }
      switch pipe.next(until: deadline, look: look) {
      case .line(let line):
        do {
          return try ServerProtocol.read(line, answering: requests)
        } catch {
          throw Misbehaviour(flaw: error)
        }
      case .tooLong:
        throw Misbehaviour(
          flaw: ServerProtocol.Flaw("wrote a line without end", "write one JSON object a line"))
      case .timedOut:
        end()
        throw UpgradeError(
          .timeLimit,
          "The server did not answer within \(Int(timeLimit)) s and was killed.\(lines(hiding: store))"
        )
      case .ended: throw endedError(hiding: store)
      }
    }

    private func endedError(hiding store: URL?) -> UpgradeError {
      // It may take a moment from the end of its output to its own.
      for _ in 0..<100 where !hasEnded && !ProcessGroup.hasEnded(process) { usleep(2000) }
      let hadEnded = ProcessGroup.hasEnded(process)
      switch end() {
      case .exited(let status)? where hadEnded:
        return UpgradeError(
          .trap,
          "The server ended with status \(status) before it answered.\(lines(hiding: store))")
      case .signalled(let number)? where hadEnded:
        return UpgradeError(
          .trap,
          "The server was ended by signal \(number) before it answered.\(lines(hiding: store))")
      default:
        return UpgradeError(
          .authorError,
          "The server closed its standard output before it answered.\(lines(hiding: store))")
      }
    }

    private func lines(hiding store: URL?) -> String {
      CommandOutput.lastLines(of: errors, hiding: store ?? errors)
    }
  }

  /// Nothing that this process started outlives it, also where it ends without unwinding.
  enum EndingProcess {
    private static let isWatched: Void = { atexit { ProcessGroup.killAll() } }()

    static func watch() { _ = isWatched }
  }
#endif
