package import Foundation
import MigCheckModel

/// Code that is not migcheck's and brings a database file to a version, which it knows by its name.
package struct DatabaseMigrator: Sendable {
  /// One upgrade of one file.
  package struct Call: Sendable {
    /// Does not exist yet if there is no version before.
    package var store: URL
    /// The version that the file is at; `nil`: there is no file.
    package var from: String?
    package var to: String

    package init(store: URL, from: String?, to: String) {
      (self.store, self.from, self.to) = (store, from, to)
    }
  }

  /// What reports and cases call it: never a command line, which may hold secrets.
  package var label: String
  /// Whether it can stop at each version; else it goes to the newest one.
  package var stops: Bool
  /// Whether it runs in this process, which ends with it when it traps.
  package var isInProcess: Bool
  /// Whether each upgrade starts a program.
  package var startsProgram = false
  /// Returns the statements that ran, with their arguments; none if they are not told.
  ///
  /// Throws `UpgradeError`.
  package let run: @Sendable (Call) throws -> [String]
  /// The same, and copies what a kill at some of its moments would leave; `nil`: it cannot be done.
  package var runSampled: (@Sendable (Call, StoreSampler) throws -> Void)?

  #if os(macOS) || os(Linux)
    /// The same, and measures it; `nil`: it runs in this process.
    package var runMeasured: (@Sendable (Call) throws -> MigratorCost)?
  #endif

  package init(
    label: String, stops: Bool, isInProcess: Bool,
    run: @escaping @Sendable (Call) throws -> [String]
  ) {
    self.label = label
    self.stops = stops
    self.isInProcess = isInProcess
    self.run = run
  }

  /// Code of the app that can upgrade its database to any version.
  ///
  /// - Parameter migrate: gets the file and the name of the version that it is to reach.
  package static func closure(
    label: String, _ migrate: @escaping @Sendable (URL, String) async throws -> Void
  ) -> DatabaseMigrator {
    DatabaseMigrator(label: label, stops: true, isInProcess: true) { call in
      try AsyncCall.run(hiding: call.store) { try await migrate(call.store, call.to) }
      return []
    }
  }

  #if os(macOS) || os(Linux)
    /// A program that is started for each upgrade.
    ///
    /// - Throws: `InputError` for a line that cannot be run.
    package static func command(
      _ line: String, label: String, timeLimit: Double = AppUpgrade.commandTimeLimit
    ) throws -> DatabaseMigrator {
      let words = try CommandWords(line)
      var migrator = DatabaseMigrator(label: label, stops: words.namesVersion, isInProcess: false) {
        call in
        try words.run(on: call.store, version: call.to, timeLimit: timeLimit)
        return []
      }
      migrator.startsProgram = true
      migrator.runMeasured = { call in
        let meter = ProcessMeter()
        try words.run(on: call.store, version: call.to, timeLimit: timeLimit, meter: meter)
        return meter.cost
      }
      migrator.runSampled = { call, sampler in
        try words.run(on: call.store, version: call.to, timeLimit: timeLimit, sampler: sampler)
      }
      return migrator
    }
  #endif
}
