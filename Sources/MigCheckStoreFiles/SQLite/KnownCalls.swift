import Foundation
import MigCheckModel
import MigCheckText

/// What a migrator did with files that it was given.
///
/// A run comes to the same file again and again: a start graph of several trials, a hop that is broken
/// on purpose. What is repeated to see whether the result is the same must not be looked up here.
final class KnownCalls: Sendable {
  /// A file with its content.
  struct Call: Hashable {
    let digest: [UInt8]
    let from: UInt64
    let to: UInt64

    /// - Returns: `nil` for a file that cannot be read.
    init?(on file: URL, from: UInt64, to: UInt64) {
      guard let content = try? Data(contentsOf: file) else { return nil }
      (digest, self.from, self.to) = (SHA256.hash(Array(content)), from, to)
    }
  }

  private struct Result {
    /// The file as the migrator left it.
    let left: StoreFolder
    /// The statements that ran.
    let lines: [String]
  }

  /// The most that the files hold together, in bytes: 64 MiB.
  private static let limit = 64 << 20

  private let state = Locked((results: [Call: Result](), size: 0))

  /// - Parameter take: reads the file that was left; no other thread has it open meanwhile.
  /// - Returns: the statements that ran; `nil` for a call that was not made before.
  func use(_ call: Call, _ take: (StoreFolder) throws -> Void) rethrows -> [String]? {
    try state.withLock { state in
      guard let result = state.results[call] else { return nil }
      try take(result.left)
      return result.lines
    }
  }

  /// - Parameter left: the file as the migrator left it.
  func note(_ call: Call, left: StoreFolder, lines: [String]) {
    let size = (try? left.file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    state.withLock { state in
      guard state.size + size <= Self.limit else { return }
      state.size += size
      state.results[call] = Result(left: left, lines: lines)
    }
  }
}
