#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Threads that say whether they could be started: Foundation's own do not, and whoever waits for one
/// that never started waits for ever.
package enum SystemThread {
  /// The stack of a thread in bytes. Embedded objects nest, graphs are walked recursively, and SQLite
  /// takes a call for each level of views and of tables that refer to each other.
  ///
  /// Only what is used takes memory, unless the memory that the process may reserve is limited.
  package static let stackSize: Int = {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_AS, &limit) == 0
    #endif
    return isKnown && limit.rlim_cur > 1 << 40 ? 256 << 20 : 16 << 20
  }()

  /// Starts a thread that nobody has to wait for.
  ///
  /// - Returns: whether the system had one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = create(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Runs work on several threads at once, and returns when all of them have ended. Where the system
  /// has fewer threads, fewer run the work; at least this one does.
  package static func run(on count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads = [pthread_t]()
    while threads.count < count, let thread = create(body) { threads.append(thread) }
    if threads.isEmpty { body() }
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func create(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let box = Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes,
        { pointer in
          if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
          return nil
        }, box.toOpaque())
    #else
      var thread: pthread_t?
      let code = pthread_create(
        &thread, &attributes,
        { pointer in
          Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
    #endif
    guard code == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
