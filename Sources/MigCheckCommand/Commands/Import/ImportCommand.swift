#if CommandLine
  import ArgumentParser

  struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Writes a history file from the versions that another tool keeps.",
      subcommands: [
        ImportCoreDataCommand.self, ImportRealmCommand.self, ImportSwiftDataCommand.self,
      ])
  }
#endif
