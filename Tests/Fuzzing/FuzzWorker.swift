import Foundation
import MigCheckModel
import MigCheckSQL
import MigCheckText

/// Tries inputs one after the other, and tells the supervisor about each; a trap ends it.
package struct FuzzWorker {
  /// One line from a worker.
  enum Message {
    case begin(Int)
    /// With what the command was, and its exit status.
    case end(Int, String)
    case problem(Int, FuzzProblem)

    var line: String {
      let json: JSON =
        switch self {
        case .begin(let number): .array([.string("begin"), .integer(number)])
        case .end(let number, let outcome):
          .array([.string("end"), .integer(number), .string(outcome)])
        case .problem(let number, let problem):
          .array([
            .string("problem"), .integer(number), .string(problem.kind),
            .string(String(problem.detail.prefix(2000))),
          ])
        }
      return json.compactText + "\n"
    }

    init?(line: String) {
      guard case .array(let parts)? = try? JSON.parse(line), parts.count >= 2,
        case .string(let name) = parts[0], case .number(let text) = parts[1],
        let number = Int(text)
      else { return nil }
      switch name {
      case "begin": self = .begin(number)
      case "end":
        guard parts.count == 3, case .string(let outcome) = parts[2] else { return nil }
        self = .end(number, outcome)
      case "problem":
        guard parts.count == 4, case .string(let kind) = parts[2],
          case .string(let detail) = parts[3]
        else { return nil }
        self = .problem(number, FuzzProblem(kind, detail))
      default: return nil
      }
    }
  }

  /// The exit status of a worker in which a call of SQLite reached its limit of time.
  static let stoppedStatus: Int32 = 65

  let options: FuzzOptions
  let runner: FuzzRunner
  /// The stream that the process had as its output.
  let messages: Int32

  /// - Parameter root: an existing folder that holds nothing else.
  package init(_ options: FuzzOptions, root: String) throws {
    self.options = options
    messages = fcntl(1, F_DUPFD_CLOEXEC, 10)
    ProcessMemory.limit(gibibytes: 6)
    // As the command does, which reports the call and ends.
    EndlessStatements.start { _ in _exit(Self.stoppedStatus) }
    runner = try FuzzRunner(root: root)
  }

  private func maker(root: String) throws -> InputMaker {
    let seeds = runner.completed(FuzzSeeds(folders: options.seedFolders))
    let folder = root + "/making"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return InputMaker(
      seeds: seeds, seed: options.seed, commands: options.commands, folder: folder)
  }

  /// One input of a run.
  package func input(_ number: Int, root: String) throws -> FuzzInput {
    try maker(root: root).input(number)
  }

  package func run(root: String) throws {
    let maker = try maker(root: root)
    for number in options.first..<(options.first + options.inputs) {
      let input = maker.input(number)
      send(.begin(number))
      for problem in problems(with: input, number: number) { send(.problem(number, problem)) }
      send(.end(number, outcome(of: input)))
    }
  }

  /// Tries one input that was saved.
  package func run(_ input: FuzzInput) {
    send(.begin(0))
    for problem in problems(with: input, number: 0) { send(.problem(0, problem)) }
    send(.end(0, outcome(of: input)))
  }

  private func outcome(of input: FuzzInput) -> String {
    "\(input.arguments.first ?? "") \(runner.lastStatus)"
  }

  private func problems(with input: FuzzInput, number: Int) -> [FuzzProblem] {
    ProcessMemory.resetPeak()
    sabotage(number)
    var problems = runner.problems(with: input)
    let peak = ProcessMemory.peak
    if peak > options.mebibytes { problems.append(FuzzProblem("memory", "\(peak) MiB")) }
    return problems
  }

  private func sabotage(_ number: Int) {
    guard let sabotage = options.sabotage, number == 1 else { return }
    switch sabotage {
    case .trap: fatalError("a trap on purpose")
    case .hang: sleep(1000)
    case .memory:
      let block = UnsafeMutableRawPointer.allocate(
        byteCount: (options.mebibytes + 8) << 20, alignment: 16)
      memset(block, 1, (options.mebibytes + 8) << 20)
      block.deallocate()
    case .stray: send(.problem(number, FuzzProblem("a stray file", "on purpose")))
    }
  }

  private func send(_ message: Message) {
    let bytes = Array(message.line.utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(messages, $0.baseAddress, $0.count) }
  }
}
