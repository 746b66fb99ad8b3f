#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckCoreData
  import MigCheckRealmEngine
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckReports

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
    @OptionGroup var migrator: MigratorOptions

    /// Whether upgrades are those of a program.
    var isGiven: Bool { upgrade != nil || migrator.upgradeServer != nil }

    /// How many random graphs are tried unless the user says otherwise: each costs several processes.
    static let trials = 20
    /// The same where a program serves one upgrade after another.
    static let servedTrials = 100

    /// How many random graphs are tried unless the user says otherwise.
    var trials: Int {
      migrator.upgradeServer != nil ? Self.servedTrials : isGiven ? Self.trials : 200
    }

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
      if let option = migrator.given.last {
        throw UsageError(
          "\(option) is about SQLite databases that a program upgrades; \(input.path) is \(input.noun)"
        )
      }
      guard let upgrade else {
        guard upgradeTimeLimit == nil, format.isEmpty else {
          throw UsageError(
            "--upgrade-time-limit, --empty-store, --names-from, --sample and --realm-format need --upgrade "
              + "with a command")
        }
        return input
      }
      try requireTimeLimit()
      #if os(macOS) || os(Linux)
        let command = try AppUpgrade.command(
          upgrade, timeLimit: upgradeTimeLimit ?? AppUpgrade.commandTimeLimit)
        let loaded = try input.storeFormat(format, wanted: nil, scratch: try scratch())
        let end = end ?? input.currentVersion
        let subject =
          if let bundle = loaded.bundle {
            try StoreFileSubject.coreData(
              bundle, loaded.history, samples: loaded.samples, given: loaded.templates,
              namesFrom: format.namesFrom, upgrade: command, end: end)
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

    private func requireTimeLimit() throws {
      if let seconds = upgradeTimeLimit, !(seconds > 0) {
        throw UsageError(
          "--upgrade-time-limit must be a positive number of seconds; got \(seconds)")
      }
    }

    /// A SQLite database whose upgrades are the program's.
    ///
    /// - Parameter path: what the user named as a history.
    /// - Returns: `nil` if no option asks for one.
    /// - Throws: `UsageError` for options that do not fit together; `InputError` for a program that cannot
    ///   be run, or a version that it cannot make.
    func database(besides path: String?) throws -> (any LoadedSubject)? {
      guard !migrator.given.isEmpty else { return nil }
      if let path {
        throw UsageError(
          "\(migrator.given[0]) is about SQLite databases that a program upgrades, which need no history; "
            + "leave out \(ShellText.file(path))")
      }
      guard isGiven else {
        throw UsageError(
          "\(migrator.given[0]) is about a program that upgrades SQLite databases; name it with --upgrade "
            + "or --upgrade-server")
      }
      if let option = (format.ofCoreData + format.ofRealm).last {
        throw UsageError("\(option) is not about SQLite databases; leave it out")
      }
      try requireTimeLimit()
      #if os(macOS) || os(Linux)
        let limit = upgradeTimeLimit ?? AppUpgrade.commandTimeLimit
        let (names, program) = try program(timeLimit: limit)
        return LoadedDatabase(
          database: try SQLiteFileSubject(
            names, name: migrator.name, by: program, older: try migrator.older(timeLimit: limit),
            given: migrator.templates(), settings: migrator.settings()),
          options: (upgrade.map { ["--upgrade", ShellText.word($0)] } ?? []) + migrator.words)
      #else
        throw UsageError("--upgrade runs programs, which this system does not")
      #endif
    }

    #if os(macOS) || os(Linux)
      /// The versions, oldest first, and what upgrades a database to each of them.
      private func program(
        timeLimit: Double
      ) throws -> (versions: [String], program: DatabaseMigrator) {
        if let server = migrator.upgradeServer {
          guard upgrade == nil else {
            throw UsageError("--upgrade and --upgrade-server both name a program; give one of them")
          }
          let pool = try ServerPool(server, timeLimit: timeLimit)
          let names = try migrator.names(timeLimit: timeLimit) ?? pool.versions()
          return (names, .server(pool, label: "the server"))
        }
        guard let names = try migrator.names(timeLimit: timeLimit) else {
          throw UsageError(
            "name the versions that the program knows, oldest first, with --versions a,b,c or "
              + "--versions-from 'command'")
        }
        return (
          names, try .command(upgrade ?? "", label: "the command", timeLimit: timeLimit)
        )
      }
    #endif
  }
#endif
