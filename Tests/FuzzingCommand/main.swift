import Foundation
import Fuzzing

// Tries many inputs that no person would write, and keeps those that show a problem.
//
//   migcheck-fuzz run [OPTION …]        see scripts/fuzz; exit status 0: nothing was found
//   migcheck-fuzz try FOLDER            tries an input that was kept
//   migcheck-fuzz show NUMBER FOLDER [OPTION …]   writes one input of a run to a folder
//   migcheck-fuzz realm COUNT [SEED] [FILE …]     damaged Realm files, in this process; prints the
//                                       number of an input before it, so that a trap shows which
//   migcheck-fuzz worker, attempt       what run and try start, each in a process of its own

let arguments = Array(CommandLine.arguments.dropFirst())
let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("migcheck-fuzz: \(message)\n".utf8))
  exit(64)
}

func run(_ options: FuzzOptions) throws -> Never {
  let supervisor = FuzzSupervisor(options, program: program) { line in
    print(line)
    fflush(nil)
  }
  let (outcomes, found) = supervisor.run()
  let tried = outcomes.reduce(0) { $0 + $1.count }
  if let folder = options.findings, !found.isEmpty {
    // The maker needs what the command makes, so that a process of its own writes the inputs.
    var kinds = [String]()
    for next in found where !kinds.contains(next.problem.kind) {
      kinds.append(next.problem.kind)
      let place = "\(folder)/\(String(options.seed, radix: 16))-\(next.number)"
      try keep(next, at: place, options)
    }
  }
  let counts = outcomes.filter { $0.count * 500 >= tried }.map { "\($0.name): \($0.count)" }
  print("commands and exit statuses   \(counts.joined(separator: ", "))")
  print("\(tried) inputs, \(found.count) problems")
  exit(found.isEmpty && tried == options.inputs ? 0 : 1)
}

func keep(_ found: FuzzSupervisor.Found, at place: String, _ options: FuzzOptions) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments =
    ["show", "\(found.number)", place] + options.showArguments
  try process.run()
  process.waitUntilExit()
  let minimizer = FuzzMinimizer(options, program: program)
  let small = minimizer.smallest(try FuzzInput(folder: place), showing: found.problem.kind)
  try small.save(to: place + "-small")
  print("kept in \(place) and, smaller, in \(place)-small")
}

func tryRealmFiles(_ count: Int, seed: UInt64, files: [String]) throws -> Never {
  let fuzzing = try RealmFileFuzzing(
    try files.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) })
  var (read, refused, problems) = (0, 0, 0)
  var slowest = (seconds: 0.0, number: 0)
  for number in 0..<count {
    // The last line of a run that traps; the terminal shows no other.
    FileHandle.standardError.write(Data("\r\(number)".utf8))
    let bytes = fuzzing.input(number, seed: seed)
    let start = DispatchTime.now().uptimeNanoseconds
    switch fuzzing.outcome(of: bytes) {
    case .read: read += 1
    case .refused: refused += 1
    case .problem(let problem):
      problems += 1
      print("input \(number): \(problem)")
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    if seconds > slowest.seconds { slowest = (seconds, number) }
  }
  print(
    "\n\(count) Realm files: \(read) read, \(refused) refused, \(problems) problems; the slowest, "
      + "input \(slowest.number), took \(Int(slowest.seconds * 1000)) ms; peak memory "
      + "\(ProcessMemory.peak) MiB")
  exit(problems == 0 ? 0 : 1)
}

func scratch() throws -> String {
  let folder = NSTemporaryDirectory() + "/migcheck-fuzz-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  return folder
}

do {
  switch arguments.first {
  case "run": try run(FuzzOptions(Array(arguments.dropFirst())))
  case "worker" where arguments.count >= 2:
    let root = arguments[arguments.count - 1]
    let options = try FuzzOptions(Array(arguments.dropFirst().dropLast()))
    try FuzzWorker(options, root: root).run(root: root)
  case "attempt" where arguments.count == 3:
    let input = try FuzzInput(folder: arguments[1])
    try FuzzWorker(FuzzOptions(), root: arguments[2]).run(input)
  case "try" where arguments.count == 2:
    let minimizer = FuzzMinimizer(FuzzOptions(), program: program)
    let problems = minimizer.problems(with: try FuzzInput(folder: arguments[1]))
    for problem in problems { print("\(problem.kind): \(problem.detail)") }
    exit(problems.isEmpty ? 0 : 1)
  case "realm" where arguments.count >= 2:
    guard let count = Int(arguments[1]) else { fail("realm takes a number of inputs") }
    let seed = arguments.count > 2 ? UInt64(arguments[2], radix: 16) : 0
    guard let seed else { fail("a seed has hexadecimal digits") }
    try tryRealmFiles(count, seed: seed, files: Array(arguments.dropFirst(3)))
  case "show" where arguments.count >= 3:
    guard let number = Int(arguments[1]) else { fail("show takes the number of an input") }
    let options = try FuzzOptions(Array(arguments.dropFirst(3)))
    let root = try scratch()
    defer { try? FileManager.default.removeItem(atPath: root) }
    let input = try FuzzWorker(options, root: root).input(number, root: root)
    try input.save(to: arguments[2])
  default: fail("use run, realm, try or show; see Tests/FuzzingCommand/main.swift")
  }
} catch {
  fail("\(error)")
}
