import Foundation
import MigCheckCommand
import MigCheckModel
import MigCheckText

/// Runs inputs in this process, each in a folder of its own, and sees what they leave behind.
///
/// The standard streams, the working folder and `TMPDIR` of the process belong to the runner, so
/// there is one in a process.
package final class FuzzRunner {
  /// What one command did.
  struct Outcome: Equatable {
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]

    var outputText: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  private let root: String
  private var work: String { root + "/work" }
  private var scratch: String { root + "/tmp" }
  private let streams: [Int32]
  /// Of the first command of the last input.
  private(set) var lastStatus: Int32 = 0

  /// - Parameter root: an existing folder that holds nothing else.
  package init(root: String) throws {
    self.root = root
    streams = ["out", "err"].map { open("\(root)/\($0)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard streams.allSatisfy({ $0 >= 0 }), dup2(streams[0], 1) == 1, dup2(streams[1], 2) == 2 else {
      throw CocoaError(.fileWriteUnknown)
    }
    // A run of the fuzzer may itself be one of several jobs.
    for name in ["TEST_SHARD_INDEX", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
      unsetenv(name)
    }
    for name in ["CIRCLE_NODE_INDEX", "CI_NODE_INDEX"] { unsetenv(name) }
    signal(SIGPIPE, SIG_IGN)
    try clear()
  }

  // MARK: The folder

  private func clear() throws {
    guard chdir("/") == 0 else { throw CocoaError(.fileNoSuchFile) }
    let manager = FileManager.default
    for folder in [work, scratch] {
      try? manager.removeItem(atPath: folder)
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    guard chdir(work) == 0 else { throw CocoaError(.fileNoSuchFile) }
  }

  func write(_ files: [FuzzInput.File]) throws {
    for file in files {
      let folder = URL(fileURLWithPath: file.name).deletingLastPathComponent().path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(file.bytes).write(to: URL(fileURLWithPath: file.name))
    }
  }

  /// All files and folders in the working folder, in order.
  var names: [String] { Self.names(in: work) }

  /// What lies where scratch files go.
  var scratchNames: [String] { Self.names(in: scratch) }

  private static func names(in folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: name).map { Array($0) }
  }

  // MARK: Running

  func run(_ arguments: [String]) -> Outcome {
    // The command points it at its own scratch folder, which is gone afterwards.
    setenv("TMPDIR", scratch, 1)
    for (stream, target) in zip(streams, [1, 2] as [Int32]) {
      ftruncate(stream, 0)
      lseek(target, 0, SEEK_SET)
    }
    let status = MigCheckCommand.execute(arguments)
    fflush(nil)
    return Outcome(status: status, output: content(0), errors: content(1))
  }

  private func content(_ number: Int) -> [UInt8] {
    Array(FileManager.default.contents(atPath: "\(root)/\(number == 0 ? "out" : "err")") ?? Data())
  }

  /// Tries one input.
  ///
  /// - Returns: what is wrong with what the command did; empty: nothing.
  package func problems(with input: FuzzInput) -> [FuzzProblem] {
    do {
      try clear()
      try write(input.files)
    } catch {
      return []  // A name that no file can have.
    }
    let oracle = FuzzOracle(runner: self, input: input)
    let (status, problems) = oracle.problems()
    lastStatus = status
    return problems
  }

  /// The seeds with those that the command itself makes: store files and reports of shards.
  package func completed(_ seeds: FuzzSeeds) -> FuzzSeeds {
    var seeds = seeds
    let histories = seeds.histories.filter { $0.nodeCount < 250 }
    for history in stride(from: 0, to: histories.count, by: max(1, histories.count / 8)) {
      let history = histories[history]
      guard (try? clear()) != nil, (try? write([.init("h.history.json", history)])) != nil,
        let version = firstVersion(of: history)
      else { continue }
      for trial in ["3", "20"] {
        let name = "\(trial).store"
        let arguments = ["generate", "h.history.json", "--version", version, "--out", name]
        if run(arguments + ["--trial", trial]).status == 0, let bytes = bytes(name) {
          seeds.stores.append(FuzzSeeds.Store(history: history, bytes: bytes))
        }
      }
      let reports = ["1/2", "2/2"].compactMap { shard in
        let arguments = ["check", "h.history.json", "--trials", "3", "--jobs", "1"]
        let outcome = run(arguments + ["--format", "json", "--shard", shard])
        return try? JSON.parse(outcome.outputText)
      }
      if reports.count == 2, reports.allSatisfy({ $0["shard"] != nil && $0.nodeCount < 4000 }) {
        seeds.shards.append(FuzzSeeds.Shards(history: history, reports: reports))
      }
    }
    return seeds
  }

  private func firstVersion(of history: JSON) -> String? {
    guard case .array(let versions)? = history["versions"],
      case .number(let text)? = versions.first?["version"]
    else { return nil }
    return text
  }
}
