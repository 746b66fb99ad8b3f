#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckSQL
  import MigCheckText
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
        "The last version that users have: what upgrades up to it do wrong is reported, "
          + "and fails nothing.",
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
        "The file with settings and accepted findings. (default: migcheck.json next to what is "
          + "checked)",
        valueName: "file"),
      completion: .file(extensions: ["json"]))
    var settings: String?

    /// What `--settings` names, or what lies beside the input; `nil`: there is none.
    ///
    /// - Throws: `InputError`.
    func gateSettings(of input: any LoadedSubject) throws -> GateSettings? {
      if let settings { return try GateSettings(contentsOf: settings) }
      guard let file = input.settingsFiles.first(where: InputFile.isPresent) else { return nil }
      let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
      return try GateSettings(contentsOf: file, inside: folder)
    }

    /// Where the settings are to be written.
    ///
    /// - Throws: `InputError`.
    func settingsToWrite(of input: any LoadedSubject) throws -> GateSettings {
      if let settings, !InputFile.isPresent(settings) {
        return GateSettings(file: settings)
      }
      return try gateSettings(of: input)
        ?? GateSettings(file: input.settingsFiles[0])
    }

    /// Which subjects the entries of a file may be about.
    func holding(_ settings: GateSettings, of input: any LoadedSubject) -> GateSettings.Holding {
      guard input.hadOtherNames else { return .any }
      return settings.file == input.settingsFiles[0] ? .only : .likely
    }

    /// Says whose findings a file accepts, if none of them is of the folder at hand.
    private func noteNames(
      in settings: GateSettings, _ accepted: [AcceptedFinding], of input: any LoadedSubject
    ) {
      let name = input.subject.name
      guard input.hadOtherNames, !accepted.isEmpty,
        !accepted.contains(where: { $0.history.isIdentical(to: name) })
      else { return }
      let names = settings.foreignNames(to: input.subject).map { quoted($0) }
      Terminal.note(
        "migcheck: \(ShellText.file(settings.file)) accepts no finding of \(quoted(name)); it holds "
          + "entries of \(names.joined(separator: ", "))")
    }

    /// - Parameter known: the settings, where they are read already.
    /// - Throws: `InputError`, `UsageError` for a version that the subject does not have.
    func apply(
      to options: inout VerificationOptions, of input: any LoadedSubject,
      _ known: GateSettings? = nil
    ) throws {
      options.paths = paths
      options.shipped = shipped
      if let settings = try known ?? gateSettings(of: input) {
        let holding = holding(settings, of: input)
        try settings.apply(to: &options, of: input.subject, holding: holding)
        noteNames(in: settings, options.accepted, of: input)
      }
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
