#if CommandLine
  import MigCheckCommand

  MigCheckCommand.run()
#else
  #error("the command needs the package trait CommandLine")
#endif
