import Foundation
import MigCheckModel

/// Calls asynchronous code of an author from a thread of a run, one call at a time in the process:
/// engines keep caches by path and inode.
enum AsyncCall {
  private static let turn = NSRecursiveLock()

  /// Does a call, and what belongs to it before and after, while no other is under way.
  static func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// Runs the code as a task of its own, on a thread of its own, while this thread waits: it may be one
  /// of the few on which tasks run otherwise.
  ///
  /// - Parameter store: what its errors call `{store}`.
  /// - Throws: `UpgradeError` for what the code throws.
  static func run(
    hiding store: URL, _ body: @escaping @Sendable () async throws -> Void
  ) throws {
    turn.lock()
    defer { turn.unlock() }
    let result = Locked<Result<Void, any Error>>(.success(()))
    let done = DispatchSemaphore(value: 0)
    let call: @Sendable () async -> Void = {
      do {
        try await body()
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      Task.detached(executorPreference: AppExecutor.shared, operation: call)
    } else {
      Task.detached(operation: call)
    }
    done.wait()
    do {
      try result.withLock { $0 }.get()
    } catch let error as UpgradeError {
      throw error
    } catch {
      throw UpgradeError(
        .authorError, "The app's upgrade threw: " + StorePath.hidden(store, in: text(of: error)))
    }
  }

  /// The code and the reason of an error of a framework, or what an author's own error says.
  private static func text(of error: any Error) -> String {
    guard type(of: error) is NSError.Type else { return "\(error)" }
    let error = error as NSError
    let reason = (error.userInfo["reason"] as? String).map { ": \($0)" } ?? ""
    return "\(error.domain) \(error.code)\(reason)"
  }
}

/// Runs the code of an app on a thread that nothing else needs, each part between two suspensions in an
/// autorelease pool where there is one: what an engine keeps open until then is closed after the call.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class AppExecutor: TaskExecutor {
  static let shared = AppExecutor()

  private let queue = DispatchQueue(label: "migcheck.app")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      #if canImport(ObjectiveC)
        autoreleasepool { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
      #else
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      #endif
    }
  }
}

/// The place of a store in a text, which differs from run to run.
enum StorePath {
  /// The same text with `{store}` where the path of the store was.
  static func hidden(_ store: URL, in text: String) -> String {
    let folder = store.deletingLastPathComponent()
    var text = text
    // A file that a command looks for in vain was named without a folder.
    for folder in [folder, folder.resolvingSymlinksInPath()] {
      text = text.replacingOccurrences(
        of: "\(folder.path)/\(StoreFolder.commandFolder)/", with: "")
    }
    for (path, name) in [
      (store.path, "{store}"), (folder.path, "{folder}"),
      (store.resolvingSymlinksInPath().path, "{store}"),
      (folder.resolvingSymlinksInPath().path, "{folder}"),
    ] where path.count > 1 {
      text = text.replacingOccurrences(of: path, with: name)
    }
    return text
  }
}
