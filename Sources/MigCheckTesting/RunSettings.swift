import Foundation
import MigCheckVerifier

/// What decides how thorough a run in a test is; `nil`: somebody else decides.
struct RunSettings: Sendable, Equatable {
  var seed: UInt64?
  var trials: Int?
  /// In seconds.
  var timeLimit: Double?

  /// What the traits of the current test say.
  @TaskLocal static var ofTest = RunSettings()

  init(seed: UInt64? = nil, trials: Int? = nil, timeLimit: Double? = nil) {
    self.seed = seed
    self.trials = trials
    self.timeLimit = timeLimit
  }

  /// What the environment says: `MIGCHECK_SEED`, up to 16 hexadecimal digits as reports show them;
  /// `MIGCHECK_TRIALS`; `MIGCHECK_TIME_LIMIT`, in seconds. An empty variable says nothing.
  ///
  /// - Throws: `VerificationError` for a variable that cannot be read.
  init(_ environment: [String: String]) throws {
    func value<Value>(
      _ name: String, _ needed: String, _ read: (String) -> Value?
    ) throws -> Value? {
      guard let text = environment[name], !text.isEmpty else { return nil }
      guard let value = read(text) else {
        throw VerificationError(
          .invalidOption, "The environment variable \(name) is \"\(text)\"; write \(needed).")
      }
      return value
    }
    seed = try value("MIGCHECK_SEED", "up to 16 hexadecimal digits, such as 1f") { text in
      text.utf8.count <= 16 && text.allSatisfy(\.isHexDigit) ? UInt64(text, radix: 16) : nil
    }
    trials = try value("MIGCHECK_TRIALS", "a whole number from 0 on, such as 1000") { text in
      Int(text).flatMap { $0 >= 0 ? $0 : nil }
    }
    timeLimit = try value("MIGCHECK_TIME_LIMIT", "seconds, such as 60") { text in
      Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
  }

  /// With what another one says where this one says nothing.
  func completed(by other: RunSettings) -> RunSettings {
    RunSettings(
      seed: seed ?? other.seed, trials: trials ?? other.trials,
      timeLimit: timeLimit ?? other.timeLimit)
  }

  /// Puts into options what is said.
  func apply(to options: inout VerificationOptions) {
    if let seed { options.seed = seed }
    if let trials { options.trials = trials }
    if let timeLimit { options.timeLimit = timeLimit }
  }
}
