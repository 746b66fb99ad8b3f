public import Foundation
import MigCheckModel

/// Code that is not migcheck's and brings a store file to a version: a closure or a command.
public struct AppUpgrade: Sendable {
  /// What reports and cases call it: never a command line, which may hold secrets.
  public var label: String
  /// Whether it can stop at each version; else it goes to the newest one.
  package var stops: Bool
  /// Whether it only looks up what was upgraded elsewhere, and opens nothing.
  package var isRecorded = false
  /// Whether it runs in this process, which ends with it when it traps.
  package var isInProcess: Bool
  /// - Throws: `UpgradeError`.
  package let run: @Sendable (_ store: URL, _ version: UInt64) throws -> Void
  /// The same, and copies what a kill at some of its moments would leave; `nil`: it cannot be done.
  package var runSampled:
    (@Sendable (_ store: URL, _ version: UInt64, _ sampler: StoreSampler) throws -> Void)?

  package init(
    label: String, stops: Bool, isInProcess: Bool,
    run: @escaping @Sendable (_ store: URL, _ version: UInt64) throws -> Void
  ) {
    self.label = label
    self.stops = stops
    self.isInProcess = isInProcess
    self.run = run
  }
}

extension AppUpgrade {
  /// The app's own opening of its store, which upgrades it to the newest version.
  ///
  /// It is called once at a time, each time with a file that it has never seen.
  ///
  /// - Parameters:
  ///   - label: what reports call it.
  ///   - open: closes the store again before it returns.
  public static func closure(
    label: String = "the app", _ open: @escaping @Sendable (URL) async throws -> Void
  ) -> AppUpgrade {
    AppUpgrade(label: label, stops: false, isInProcess: true) { store, _ in
      try AsyncCall.run(hiding: store) { try await open(store) }
    }
  }

  /// Code of the app that can upgrade its store to any version.
  ///
  /// - Parameters:
  ///   - label: what reports call it.
  ///   - migrate: gets the file and the version that it is to reach.
  public static func stoppingClosure(
    label: String = "the app", _ migrate: @escaping @Sendable (URL, UInt64) async throws -> Void
  ) -> AppUpgrade {
    AppUpgrade(label: label, stops: true, isInProcess: true) { store, version in
      try AsyncCall.run(hiding: store) { try await migrate(store, version) }
    }
  }
}
