import Foundation
import MigCheckCommand
import SQLSubject

// What a team builds around a subject of its own. The environment says whose statements run.
#if CommandLine
  let variant = ProcessInfo.processInfo.environment["LIBRARY"]
  MigCheckCommand.run(
    variant == "loses books" ? try SQLSubject.libraryThatLosesBooks() : try SQLSubject.library())
#endif
