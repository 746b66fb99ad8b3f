#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that one thread at a time can see.
///
/// The standard library's `Mutex` would do, but needs newer systems of Apple's than the package;
/// Foundation's lock would, but this module does without Foundation.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched under the mutex only.
  /// At one address for as long as it lives, as the system demands.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    check(pthread_mutex_init(mutex, nil))
  }

  deinit {
    check(pthread_mutex_destroy(mutex))
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` alone; other threads wait until it is done.
  ///
  /// Not to be called from within `body`: the thread would wait for itself.
  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    check(pthread_mutex_lock(mutex))
    defer { check(pthread_mutex_unlock(mutex)) }
    return try body(&value)
  }

  @inlinable
  func check(_ code: Int32) {
    precondition(code == 0, "a mutex failed with the code \(code)")
  }
}
