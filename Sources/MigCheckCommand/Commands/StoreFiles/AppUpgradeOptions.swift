#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckEngines
  import MigCheckModel
  import MigCheckStoreFiles

  /// `--upgrade`: the app's own upgrade in the place of migcheck's model of its engine.
  struct AppUpgradeOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Run the app's own upgrade: a program that opens the store {store}, such as "
          + "'./open-store {store}'; with {version} it stops there. It runs without a shell.",
        valueName: "command"))
    var upgrade: String?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "How long the program may run on one store. (default: 60)", valueName: "seconds"),
      transform: NumberArgument.parseSeconds)
    var upgradeTimeLimit: Double?
    @OptionGroup var format: StoreFormatOptions

    /// How many random graphs are tried unless the user says otherwise: each costs several processes.
    static let trials = 20

    /// The subject whose upgrades are the command's; the input as it is without a command.
    ///
    /// - Parameters:
    ///   - end: the version that the program upgrades to; `nil`: the newest.
    ///   - scratch: an existing folder, which the caller removes.
    /// - Throws: `UsageError` for a subject without store files; `InputError` for a command that cannot
    ///   be run.
    func apply(
      to input: any LoadedSubject, end: UInt64?, scratch: () throws -> String
    ) throws -> any LoadedSubject {
      guard let upgrade else {
        guard upgradeTimeLimit == nil, format.isEmpty else {
          throw UsageError(
            "--upgrade-time-limit, --empty-store, --sample and --realm-format need --upgrade with a "
              + "command")
        }
        return input
      }
      if let seconds = upgradeTimeLimit, !(seconds > 0) {
        throw UsageError(
          "--upgrade-time-limit must be a positive number of seconds; got \(seconds)")
      }
      #if os(macOS) || os(Linux)
        let command = try AppUpgrade.command(
          upgrade, timeLimit: upgradeTimeLimit ?? AppUpgrade.commandTimeLimit)
        let loaded = try input.storeFormat(format, wanted: nil, scratch: try scratch())
        let end = end ?? input.currentVersion
        let subject =
          if let bundle = loaded.bundle {
            try StoreFileSubject.coreData(
              bundle, loaded.history, samples: loaded.samples, given: loaded.templates,
              upgrade: command, end: end)
          } else {
            try StoreFileSubject.realm(
              loaded.history, format: format.realmFormat ?? 24, upgrade: command, end: end)
          }
        try subject.validate()
        return LoadedStoreFiles(files: subject, path: input.path, command: upgrade)
      #else
        throw UsageError("--upgrade runs programs, which this system does not")
      #endif
    }
  }
#endif
