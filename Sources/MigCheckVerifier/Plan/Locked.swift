import Foundation

/// A value that one thread at a time can see.
///
/// The standard library's `Mutex` would do, but needs newer systems of Apple's than the package.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched under the lock only.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
