import Foundation
import MigCheckVerifier

/// A worker in a process of its own, watched from outside.
final class FuzzProcess {
  /// How it ended, or that it goes on.
  enum Event {
    case message(FuzzWorker.Message)
    /// It ended by itself, after all inputs.
    case finished
    /// A call of SQLite took so long that the process ended itself.
    case stopped
    /// It was ended by a signal, or gave up.
    case died(String)
    /// Nothing was heard from it for too long; it was killed.
    case silent
  }

  private let process = Process()
  private let pipe = Pipe()
  private var buffer = [UInt8]()
  /// Its own, with the streams of the commands that it runs.
  let folder: String

  /// - Parameter arguments: of `migcheck-fuzz`.
  init(program: String, _ arguments: [String]) throws {
    folder = VerificationOptions.defaultDirectory + "/migcheck-fuzz-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments + [folder]
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    var environment = ProcessInfo.processInfo.environment
    // A stack trace takes seconds, and the input repeats the trap at any time.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    try process.run()
  }

  /// Waits for what happens next.
  ///
  /// - Parameter seconds: of the processor's time; on a machine with much else to do ten times as
  ///   long.
  func next(within seconds: Double) -> Event {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let used = processorSeconds
    var waits = 0
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        guard let message = FuzzWorker.Message(line: line) else { continue }
        return .message(message)
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(seconds * 1000))
      waits += 1
      if ready == 0, let used, let now = processorSeconds, now - used < seconds, waits < 10 {
        continue
      }
      if ready == 0 {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return .silent
      }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return end() }
      buffer += chunk[..<count]
    }
  }

  /// How long the processors have worked for the process; `nil`: the system does not tell.
  private var processorSeconds: Double? {
    let handle = FileHandle(forReadingAtPath: "/proc/\(process.processIdentifier)/stat")
    let text = String(decoding: (try? handle?.readToEnd()) ?? Data(), as: UTF8.self)
    // The name of the program, in parentheses, may hold spaces.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private func end() -> Event {
    process.waitUntilExit()
    if process.terminationReason == .exit, process.terminationStatus == 0 { return .finished }
    if process.terminationReason == .exit, process.terminationStatus == FuzzWorker.stoppedStatus {
      return .stopped
    }
    let reason = process.terminationReason == .exit ? "status" : "signal"
    let errors = FileManager.default.contents(atPath: folder + "/err") ?? Data()
    let message =
      String(decoding: errors.suffix(4000), as: UTF8.self)
      .split(separator: "\n").last { $0.contains("rror: ") } ?? ""
    return .died("\(reason) \(process.terminationStatus) \(message)")
  }

  func remove() {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
