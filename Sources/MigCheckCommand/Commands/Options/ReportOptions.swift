import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// `--report`.
  struct ReportOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Write the report into a file as well, in one of the formats "
          + "\(ReportFormat.all.map(\.name).joined(separator: ", ")), such as html=migcheck.html; "
          + "auto: as annotations and the summary of a job in GitHub Actions. (repeatable)",
        valueName: "format=file"))
    var report: [String] = []

    /// What the options name, with all that can be known before a run.
    ///
    /// - Parameter inputs: files that are read, and must not be written over.
    /// - Throws: `UsageError` for what cannot be meant, `InputError` for a file that cannot be written.
    func files(besides inputs: [String] = []) throws -> ReportFiles {
      var files = ReportFiles()
      var known = inputs.map { (Self.whole($0), $0) }
      for text in report {
        if text == "auto" {
          try files.addAutomatic(ProcessInfo.processInfo.environment)
          continue
        }
        let target = try Self.parse(text)
        let path = target.path
        let whole = Self.whole(path)
        if let other = known.first(where: { $0.0.isIdentical(to: whole) }) {
          throw UsageError(
            inputs.contains { $0.isIdentical(to: other.1) }
              ? "--report \(text) would write over \(ShellText.file(other.1)); name another file"
              : "--report names \(ShellText.file(path)) twice; name a file for each format")
        }
        known.append((whole, path))
        try ReportFile.requireWritable(path)
        files.entries.append(target)
      }
      return files
    }

    private static func whole(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    private static func parse(_ text: String) throws -> ReportTarget {
      do throws(ReportTargetError) {
        return try ReportTarget(text)
      } catch {
        let output = error.format.map { ", or --format \($0) for standard output" } ?? ""
        throw UsageError("--report \(error)\(output)")
      }
    }
  }

  /// Where the reports of a run go.
  struct ReportFiles {
    var entries: [ReportTarget] = []
    /// Whether annotations go to the output, and the file of the job's summary.
    private var annotates = false
    private var summary: String?

    /// What `auto` means where the command runs.
    mutating func addAutomatic(_ environment: [String: String]) throws {
      guard environment["GITHUB_ACTIONS"] == "true" else {
        Terminal.note(
          "migcheck: --report auto writes nothing here, as this is not GitHub Actions; name formats "
            + "and files instead")
        return
      }
      annotates = true
      if let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
        try ReportFile.requireWritable(path)
        summary = path
      }
    }

    /// Writes all files, then lets the caller show the report, whatever became of the files.
    ///
    /// - Parameters:
    ///   - content: made when there is a file to write.
    ///   - isText: whether `show` writes a text, beside which annotations may stand.
    /// - Throws: the exit status 74 if a file could not be written; what `show` throws.
    func write(
      _ content: @autoclosure () -> ReportContent, isText: Bool = true, show: () throws -> Void
    ) throws {
      var problems = [String]()
      func attempt(_ body: () throws -> Void) {
        do {
          try body()
        } catch {
          problems.append("the report was not written: \(error)")
        }
      }
      if !entries.isEmpty || annotates {
        let content = content()
        for target in entries {
          attempt { try ReportFile.write(text(target.format, content), to: target.path) }
        }
        if let summary {
          attempt { try ReportFile.append(text(.markdown, content) + "\n", to: summary) }
        }
        if annotates {
          let lines = try text(.github, content)
          if isText {
            try Terminal.write(lines, isDocument: true)
          } else {
            Terminal.show(lines)
          }
        }
      }
      try show()
      guard !problems.isEmpty else { return }
      for problem in problems { Terminal.complain(problem) }
      throw ExitCode(ExitStatus.io)
    }

    private func text(_ format: ReportFormat, _ content: ReportContent) throws -> String {
      guard let text = format.formatted(content) else {
        throw UsageError(
          "a saved report cannot be shown as \(format.name); choose another format, such as markdown"
        )
      }
      return text
    }
  }

  /// A file that a report goes to.
  enum ReportFile {
    /// - Throws: `InputError` for a file that certainly cannot be written.
    static func requireWritable(_ path: String) throws {
      func refuse(_ problem: String, _ remedy: String) -> InputError {
        InputError(.io, file: path, problem: problem, remedy: remedy)
      }
      var status = stat()
      if stat(path, &status) == 0 {
        if status.st_mode & S_IFMT == S_IFDIR {
          throw refuse(
            "this is a folder, and not a file to write a report to",
            "name a file in it, such as \(ShellText.file(path + (path.hasSuffix("/") ? "" : "/")))report"
          )
        }
        guard access(path, W_OK) == 0 else {
          throw refuse("the report cannot be written: permission is denied", "name another file")
        }
        if status.st_mode & S_IFMT != S_IFREG { return }
      } else if path.hasSuffix("/") {
        throw refuse("this names a folder, and not a file to write a report to", "name a file")
      }
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      guard stat(folder, &status) == 0 else {
        throw refuse(
          "the report cannot be written: its folder does not exist",
          "make the folder, or name another one")
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw refuse(
          "the report cannot be written: what should be its folder is a file",
          "name another folder")
      }
      guard access(folder, W_OK | X_OK) == 0 else {
        throw refuse(
          "the report cannot be written: permission is denied in its folder", "name another folder")
      }
    }

    /// Writes a file as a whole or not at all; a pipe or another special file is written to.
    static func write(_ text: String, to path: String) throws {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
        return try append(text, to: path)
      }
      let target =
        lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
      try WholeFile.write(text, to: target, collision: .replace)
    }

    static func append(_ text: String, to path: String) throws {
      func failure(_ code: Int32) -> InputError {
        InputError(
          .io, file: path,
          problem: code == ENOSPC ? "the disk is full" : String(cString: strerror(code)),
          remedy: "write to another file or disk")
      }
      guard let file = fopen(path, "a") else { throw failure(errno) }
      let bytes = Array(text.utf8)
      let count = fwrite(bytes, 1, bytes.count, file)
      let code = errno
      guard count == bytes.count else {
        fclose(file)
        throw failure(code)
      }
      guard fclose(file) == 0 else { throw failure(errno) }
    }
  }
#endif
