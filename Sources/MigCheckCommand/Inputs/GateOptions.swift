#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckSQL
  import MigCheckVerifier

  /// `--paths`, `--shipped`, `--min-supported` and `--settings`.
  struct GateOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Which upgrades stores take: all; direct: straight to the last version; linear: every "
          + "version in turn. (default: what the history says, else all)",
        valueName: "which"),
      transform: { text in
        guard let paths = UpgradePaths(rawValue: text) else {
          throw ValidationError(
            text == "merged"
              ? "write all, direct or linear; equal states are merged unless --unmerged is there"
              : "write all, direct or linear")
        }
        return paths
      })
    var paths: UpgradePaths?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The last version that users have: what upgrades up to it do wrong is told, and fails "
          + "nothing.",
        valueName: "version"),
      transform: NumberArgument.parseVersion)
    var shipped: UInt64?
    @Option(
      name: .customLong("min-supported"), parsing: .unconditional,
      help: ArgumentHelp("No store starts at an older version.", valueName: "version"),
      transform: NumberArgument.parseVersion)
    var minSupported: UInt64?
    @Option(
      help: ArgumentHelp(
        "The file with settings and accepted findings. (default: migcheck.json beside what is "
          + "checked)",
        valueName: "file"),
      completion: .file(extensions: ["json"]))
    var settings: String?

    /// What `--settings` names, or what lies beside the input; `nil`: there is none.
    ///
    /// - Throws: `InputError`.
    func gateSettings(of input: CommandSubject) throws -> GateSettings? {
      if let settings { return try GateSettings(contentsOf: settings) }
      let files = Self.files(of: input)
      for file in files where FolderNames.isDangling(file) { throw FolderNames.dangling(file) }
      return try files.first { FileManager.default.fileExists(atPath: $0) }
        .map(GateSettings.init(contentsOf:))
    }

    /// Where the settings are to be written.
    ///
    /// - Throws: `InputError`.
    func settingsToWrite(of input: CommandSubject) throws -> GateSettings {
      if let settings, !FileManager.default.fileExists(atPath: settings) {
        return GateSettings(file: settings)
      }
      return try gateSettings(of: input)
        ?? GateSettings(file: Self.files(of: input)[0])
    }

    /// Where the settings may lie, the likeliest first.
    private static func files(of input: CommandSubject) -> [String] {
      var path = input.path
      while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let beside = "\(folder)migcheck.json"
      if case .folder = input { return ["\(path)/migcheck.json", beside] }
      return [beside]
    }

    /// - Throws: `InputError`, `UsageError` for a version that the subject does not have.
    func apply(to options: inout VerificationOptions, of input: CommandSubject) throws {
      options.paths = paths
      options.shipped = shipped
      try gateSettings(of: input)?.apply(to: &options, of: input.subject)
      guard let minSupported else { return }
      let numbers = input.subject.versions.map(\.number)
      guard let oldest = numbers.first(where: { $0 >= minSupported }), oldest != numbers.last else {
        throw UsageError(
          "--min-supported \(minSupported) leaves no version of \(input.subject.name) to upgrade "
            + "from; write the oldest version that users may have")
      }
      options.from = max(options.from ?? oldest, oldest)
    }
  }
#endif
