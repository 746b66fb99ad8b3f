import Foundation
import Testing

/// A folder of its own in which the built command runs, as a user would run it.
final class Workbench {
  /// What a run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  let path: String
  /// Where the command's scratch files go, outside the folder in which it runs.
  let scratch: String
  private let streams: String

  init() throws {
    let root = NSTemporaryDirectory() + "/migcheck-command-tests-\(UUID().uuidString)"
    (path, scratch, streams) = (root + "/here", root + "/scratch", root + "/streams")
    for folder in [path, scratch, streams] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  /// The command lies beside the tests.
  static let command = program(named: "migcheck")

  /// A program of the package, by its name.
  static func program(named name: String) -> URL {
    let bundle =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    return bundle.appendingPathComponent(name)
  }

  // MARK: Files

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return name
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path).appendingPathComponent(name))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// All files and folders below the folder, in order.
  var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// What the command has left in its folder for scratch files.
  var strayFiles: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []
  }

  // MARK: Running

  @discardableResult
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(arguments, environment: environment)
  }

  func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    let running = try start(arguments, in: folder, environment: environment)
    return running.finish()
  }

  /// Runs another program than the command.
  func run(
    program: URL, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(program, arguments, in: path, environment: environment).finish()
  }

  /// A run that is under way.
  struct Running {
    let process: Process
    fileprivate let streams: [String]

    /// Waits for the end.
    func finish() -> Outcome {
      process.waitUntilExit()
      // Ended by a signal: as shells give it.
      let signal = process.terminationReason == .uncaughtSignal ? Int32(128) : 0
      return Outcome(
        status: process.terminationStatus + signal, output: text(0), errors: text(1))
    }

    private func text(_ number: Int) -> String {
      String(
        decoding: FileManager.default.contents(atPath: streams[number]) ?? Data(), as: UTF8.self)
    }
  }

  /// - Parameter output: where standard output goes; `nil`: into the outcome.
  func start(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    output: FileHandle? = nil
  ) throws -> Running {
    try start(
      Self.command, arguments, in: folder ?? path, environment: environment, output: output)
  }

  /// Runs a line of the shell, in which `$MIGCHECK` is the command.
  func shell(_ line: String) throws -> Outcome {
    try start(
      URL(fileURLWithPath: "/bin/bash"), ["-c", line], in: path,
      environment: ["MIGCHECK": Self.command.path]
    ).finish()
  }

  /// Runs the command with a terminal as its standard output and standard error.
  func runOnTerminal(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let (terminal, name) = try Pseudoterminal.open()
    let process = process(Self.command, arguments, in: path, environment: environment)
    let end = try FileHandle(forUpdating: URL(fileURLWithPath: name))
    process.standardOutput = end
    process.standardError = end
    try process.run()
    try end.close()
    defer { close(terminal) }
    var bytes = [UInt8]()
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Reading fails once nobody has the other end open.
    while case let count = read(terminal, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    process.waitUntilExit()
    // A terminal makes CR LF of each line break.
    let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    return (process.terminationStatus, text)
  }

  private func process(
    _ program: URL, _ arguments: [String], in folder: String, environment: [String: String]
  ) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var all = ProcessInfo.processInfo.environment
    all["TMPDIR"] = scratch
    all["NO_COLOR"] = nil
    // The tests themselves may run in one of several jobs.
    for name in ["TEST_SHARD_INDEX", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
      all[name] = nil
    }
    for name in ["CIRCLE_NODE_INDEX", "CI_NODE_INDEX"] { all[name] = nil }
    all["TERM"] = "xterm"
    process.environment = all.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  private func start(
    _ program: URL, _ arguments: [String], in folder: String, environment: [String: String],
    output: FileHandle? = nil
  ) throws -> Running {
    let process = process(program, arguments, in: folder, environment: environment)
    let name = UUID().uuidString
    let files = ["\(streams)/\(name).out", "\(streams)/\(name).err"]
    for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
    process.standardOutput =
      try output ?? FileHandle(forWritingTo: URL(fileURLWithPath: files[0]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
    try process.run()
    return Running(process: process, streams: files)
  }
}
