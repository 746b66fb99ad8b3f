#if os(macOS) || os(Linux)
  import Foundation
  import MigCheckModel

  /// Serving processes of one command: as many as there are upgrades at a time.
  package final class ServerPool: Sendable {
    private let words: CommandWords
    private let timeLimit: Double
    private let idle = Locked(Idle())

    private struct Idle: @unchecked Sendable {
      // Each server is used by one thread at a time, which takes it out of the list.
      var servers: [UpgradeServer] = []
    }

    /// - Throws: `InputError` for a line that cannot be run.
    package init(_ line: String, timeLimit: Double = AppUpgrade.commandTimeLimit) throws {
      words = try CommandWords(line)
      self.timeLimit = timeLimit
    }

    /// Asks for the versions.
    ///
    /// - Parameter remedy: for a server that fails.
    /// - Throws: `InputError` for a server that does not tell them.
    package func versions(
      remedy: String = "try it with migcheck try-server"
    ) throws -> [String] {
      do {
        return try serving { try $0.versions() }
      } catch let error as UpgradeError {
        throw InputError(file: "", problem: error.message.withoutFullStop, remedy: remedy)
      } catch let error as UpgradeServer.Misbehaviour {
        throw InputError(
          file: "", problem: "the server \(error.flaw.problem)", remedy: error.flaw.remedy)
      }
    }

    /// Runs an upgrade in a process that is idle, or in a new one.
    ///
    /// - Throws: `UpgradeError`, also for a server that does not do what the protocol asks for.
    func upgrade(
      _ call: DatabaseMigrator.Call, sampler: StoreSampler? = nil
    ) throws -> [String] {
      do {
        return try serving { try $0.upgrade(call, sampler: sampler) }
      } catch let error as UpgradeServer.Misbehaviour {
        throw Self.error(of: error, call)
      }
    }

    /// The same, and measures it.
    func measuredUpgrade(_ call: DatabaseMigrator.Call) throws -> MigratorCost {
      do {
        return try serving { server in
          try server.measured { _ = try server.upgrade(call) }
        }
      } catch let error as UpgradeServer.Misbehaviour {
        throw Self.error(of: error, call)
      }
    }

    private static func error(
      of misbehaviour: UpgradeServer.Misbehaviour, _ call: DatabaseMigrator.Call
    ) -> UpgradeError {
      let problem = StorePath.hidden(call.store, in: misbehaviour.flaw.problem)
      return UpgradeError(
        .authorError, "The server \(problem); \(misbehaviour.flaw.remedy).")
    }

    private func serving<Result>(_ body: (UpgradeServer) throws -> Result) throws -> Result {
      let server =
        try idle.withLock { $0.servers.popLast() } ?? UpgradeServer(words, timeLimit: timeLimit)
      do {
        let result = try body(server)
        idle.withLock { $0.servers.append(server) }
        return result
      } catch let error as UpgradeError where error.code == .authorError && server.isUsable {
        idle.withLock { $0.servers.append(server) }
        throw error
      }
      // One that ended, is late or says something else is not asked again.
    }
  }

  extension DatabaseMigrator {
    /// A program that serves one upgrade after another.
    package static func server(_ pool: ServerPool, label: String) -> DatabaseMigrator {
      var migrator = DatabaseMigrator(label: label, stops: true, isInProcess: false) { call in
        try pool.upgrade(call)
      }
      migrator.runMeasured = { try pool.measuredUpgrade($0) }
      migrator.runSampled = { call, sampler in _ = try pool.upgrade(call, sampler: sampler) }
      return migrator
    }
  }
#endif
