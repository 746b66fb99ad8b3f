#if os(macOS) || os(Linux)
  import Foundation
  import MigCheckModel
  import MigCheckText

  extension AppUpgrade {
    /// For how many seconds a command may run on one store.
    public static let commandTimeLimit = 60.0

    /// A program that opens a store as the app does; its exit status says whether that went well.
    ///
    /// It runs without a shell, in an empty folder, and in a process group of its own, of which nothing is
    /// left running. The words of the line are split as a shell splits them; in each of them `{store}`
    /// and `{version}` are replaced, and `MIGCHECK_STORE` and `MIGCHECK_VERSION` are set. A line that
    /// names neither the version goes to the newest one.
    ///
    /// - Parameters:
    ///   - line: such as `./open-store {store}`; files that it names are looked for in the current folder.
    ///   - label: what reports call it.
    ///   - timeLimit: in seconds.
    /// - Throws: `InputError` for a line that cannot be run.
    public static func command(
      _ line: String, label: String = "the command", timeLimit: Double = Self.commandTimeLimit
    ) throws -> AppUpgrade {
      let words = try CommandWords(line)
      var upgrade = AppUpgrade(label: label, stops: words.namesVersion, isInProcess: false) {
        store, version in
        try words.run(on: store, version: "\(version)", timeLimit: timeLimit)
      }
      upgrade.runSampled = { store, version, sampler in
        try words.run(on: store, version: "\(version)", timeLimit: timeLimit, sampler: sampler)
      }
      return upgrade
    }
  }

  /// A command line that is ready to be run.
  struct CommandWords: Sendable {
    /// With whole paths for the files that it names.
    private let words: [String]

    init(_ line: String) throws {
      func flaw(_ problem: String) -> InputError {
        InputError(
          file: "", problem: "the command \"\(line.shortened(to: 200))\" cannot be run: \(problem)",
          remedy: "name a program with its arguments, such as './open-store {store}'")
      }
      let split: [String]
      do {
        split = try ShellWords.split(line)
      } catch {
        throw flaw("\(error)")
      }
      let here = FileManager.default.currentDirectoryPath
      words = split.enumerated().map { place, word in
        guard !word.hasPrefix("/"), !word.hasPrefix("-"), !word.contains("{"),
          place > 0 || word.contains("/"), Self.namesFile(word, in: here)
        else { return word }
        return "\(here)/\(word)"
      }
      guard Self.isProgram(words[0]) else { throw flaw("there is no program \(split[0])") }
    }

    /// Whether a word names an existing file; a folder only if it is spelled as a path, since a bare word
    /// may also be an argument, such as the label of an app.
    private static func namesFile(_ word: String, in here: String) -> Bool {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(here)/\(word)", isDirectory: &isFolder) else {
        return false
      }
      return !isFolder.boolValue || word.contains("/") || word == "." || word == ".."
    }

    /// Whether the line says where the command stops.
    var namesVersion: Bool { words.contains { $0.contains("{version}") } }

    private static func isProgram(_ word: String) -> Bool {
      if word.contains("/") { return FileManager.default.isExecutableFile(atPath: word) }
      let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return folders.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(word)")
      }
    }

    /// Starts it as a process that goes on until it is ended.
    ///
    /// - Throws: `UpgradeError` if it cannot be started.
    func serve(in folder: String, _ streams: ProcessStreams) throws -> pid_t {
      var environment = ProcessInfo.processInfo.environment
      environment["TMPDIR"] = folder
      return try ProcessGroup.start(words, environment, folder, streams)
    }

    /// What it writes to its standard output, and how it ends; what else it writes is not read.
    func output(
      in folder: String, timeLimit: Double
    ) throws -> (ending: ProcessGroup.Ending, text: String) {
      let output = "\(folder)/\(StoreFolder.commandOutput)"
      let ending = try ProcessGroup.run(
        words, environment: ProcessInfo.processInfo.environment, in: folder, output: output,
        errors: "/dev/null", seconds: timeLimit)
      let text = (try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data()
      return (ending, String(decoding: text, as: UTF8.self))
    }

    func run(
      on store: URL, version: String, timeLimit: Double, sampler: StoreSampler? = nil,
      meter: ProcessMeter? = nil
    ) throws {
      let place = store.deletingLastPathComponent()
      let folder = place.appendingPathComponent(StoreFolder.commandFolder)
      let output = place.appendingPathComponent(StoreFolder.commandOutput)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer {
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.removeItem(at: output)
      }
      var environment = ProcessInfo.processInfo.environment
      environment["MIGCHECK_STORE"] = store.path
      environment["MIGCHECK_VERSION"] = version
      environment["TMPDIR"] = folder.path
      let ending = try ProcessGroup.run(
        words.map {
          $0.replacingOccurrences(of: "{store}", with: store.path)
            .replacingOccurrences(of: "{version}", with: version)
        }, environment: environment, in: folder.path, output: output.path, seconds: timeLimit,
        look: sampler.map { sampler in { sampler.look(stopping: $0) } }, meter: meter)
      let lines = CommandOutput.lastLines(of: output, hiding: store)
      switch ending {
      case .exited(0): return
      case .exited(let status):
        throw UpgradeError(.authorError, "The command ended with status \(status).\(lines)")
      case .signalled(let number):
        throw UpgradeError(.trap, "The command was ended by signal \(number).\(lines)")
      case .timedOut:
        throw UpgradeError(
          .timeLimit,
          "The command did not end within \(Int(timeLimit)) s and was killed.\(lines)")
      }
    }
  }

  /// What a command wrote.
  enum CommandOutput {
    private static let (lines, bytes) = (5, 4096)

    /// ` Its last lines: …`; empty if it wrote nothing.
    static func lastLines(of file: URL, hiding store: URL) -> String {
      guard let handle = try? FileHandle(forReadingFrom: file) else { return "" }
      defer { try? handle.close() }
      let size = (try? handle.seekToEnd()) ?? 0
      try? handle.seek(toOffset: size > UInt64(bytes) ? size - UInt64(bytes) : 0)
      let data = (try? handle.readToEnd()) ?? Data()
      let text = StorePath.hidden(store, in: String(decoding: data, as: UTF8.self))
      let last = text.split(whereSeparator: \.isNewline).suffix(lines)
        .map { $0.trimmingCharacters(in: .whitespaces).shortened(to: 300) }.filter { !$0.isEmpty }
      guard !last.isEmpty else { return "" }
      return " Its last \(last.count == 1 ? "line" : "lines"): " + last.joined(separator: " / ")
    }
  }
#endif
