import CSQLite
import Foundation

/// Sees calls of SQLite that do not return.
///
/// SQLite asks between the steps of a statement whether it may go on, and so the sandbox ends it. It
/// asks nobody while it compiles one, as views that double at each level make it do for years, nor
/// while a function runs, as `instr` does over long texts. Such a call cannot be ended but with its
/// process: a thread that looks now and then finds it, and whoever owns the process ends it with a
/// message.
package enum CallWatch {
  /// A call that does not return.
  package struct Overrun: Sendable {
    /// What the connection does for its owner, such as the place of a statement; `nil`: it did not say.
    package var label: String?
    /// The beginning of the statement.
    package var statement: String
    /// The limit that it passed, in seconds.
    package var limit: Int
  }

  /// How long a call may last beyond what the sandbox gives a statement, in milliseconds of a
  /// processor's time: what the sandbox can end, it ends itself, with a better message.
  private static let grace: Int64 = 2_000

  private static let state = Locked()

  /// Calls of this process are watched from now on.
  ///
  /// - Parameters:
  ///   - limit: how long one call may last, in a processor's time; ten times as long if it waits.
  ///   - end: ends the process.
  /// - Returns: what a thread of its own has to run.
  package static func start(
    limit: Duration, end: @escaping @Sendable (Overrun) -> Never
  ) -> @Sendable () -> Void {
    state.enable()
    return {
      while true {
        usleep(200_000)
        if let overrun = overrun(limit: limit) { end(overrun) }
      }
    }
  }

  /// From now on no call may last beyond a moment.
  ///
  /// - Parameter seconds: from now; `nil`: there is no such moment any more.
  package static func setDeadline(after seconds: Double?) { state.setDeadline(after: seconds) }

  /// A call that has lasted longer than a limit, or than the deadline allows, by at least `grace`
  /// milliseconds; `nil`: there is none.
  static func overrun(limit: Duration, grace: Int64 = grace) -> Overrun? {
    state.overrun(limit: limit, grace: grace)
  }

  static func enable() { state.enable() }

  static func add(_ call: CallSlot) { state.add(call) }

  static func remove(_ call: CallSlot) { state.remove(call) }

  private final class Locked: @unchecked Sendable {
    private let lock = NSLock()
    private var isEnabled = false
    private var calls: [ObjectIdentifier: CallSlot] = [:]
    /// On the clock of `migcheck_now`, and how many seconds it was away.
    private var deadline: (moment: Int64, seconds: Double)?

    func enable() { lock.withLock { isEnabled = true } }

    func setDeadline(after seconds: Double?) {
      let longest: Double = 1_000_000_000
      lock.withLock {
        deadline = seconds.map { (migcheck_now() + Int64(min($0, longest) * 1000), $0) }
      }
    }

    func add(_ call: CallSlot) {
      lock.withLock { if isEnabled { calls[ObjectIdentifier(call)] = call } }
    }

    func remove(_ call: CallSlot) {
      lock.withLock { _ = calls.removeValue(forKey: ObjectIdentifier(call)) }
    }

    func overrun(limit: Duration, grace: Int64) -> Overrun? {
      lock.withLock {
        let longest = limit.components.seconds * 1000 + grace
        let isLate = deadline.map { migcheck_now() > $0.moment + grace } ?? false
        let least = isLate ? min(grace, longest) : longest
        // Which one is found first where there are several is of no account.
        for call in calls.values {
          guard let text = call.text(lastingAtLeast: least) else { continue }
          return Overrun(
            label: call.label, statement: text,
            limit: isLate ? Int(deadline?.seconds ?? 0) : Int(limit.components.seconds))
        }
        return nil
      }
    }
  }
}

/// What one connection is doing inside SQLite.
final class CallSlot {
  private let address: UnsafeMutableRawPointer?
  /// What it does for its owner. Written by the thread that uses the connection, and read while that
  /// one is inside a call.
  var label: String?

  init() { address = migcheck_call_new() }

  deinit { migcheck_call_free(address) }

  /// Runs a call of SQLite.
  ///
  /// - Parameters:
  ///   - text: the statement; it must stay where it is until the call returns.
  ///   - length: in bytes; −1: up to a zero byte.
  @inline(__always)
  func during<Result>(
    _ text: UnsafePointer<CChar>?, _ length: Int = -1, _ body: () -> Result
  ) -> Result {
    guard let address else { return body() }
    let outer = migcheck_call_begin(address, text, Int64(length))
    let result = body()
    migcheck_call_end(address, outer)
    return result
  }

  /// - Returns: the beginning of the statement; `nil`: no call has lasted so long.
  func text(lastingAtLeast milliseconds: Int64) -> String? {
    guard let address else { return nil }
    var buffer = [CChar](repeating: 0, count: 400)
    let lasted = migcheck_call_read(address, milliseconds, &buffer, Int64(buffer.count))
    guard lasted >= milliseconds else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
