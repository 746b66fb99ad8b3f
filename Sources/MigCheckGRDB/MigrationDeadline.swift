#if GRDB
  import Foundation
  import MigCheckSQLite

  /// Ends a migration that takes too long where SQLite can end it.
  ///
  /// A thread that is stopped anywhere may hold a lock that all others need, such as that of SQLite's
  /// memory. An interrupted statement throws, and the migration unwinds as from any other error. It is
  /// used by the migration's thread, and by another one when that has ended.
  final class MigrationDeadline {
    private let seconds: Double
    private let connection: SQLiteConnection
    private var begin: Double?
    /// Whether the time was over when it was asked last.
    private(set) var isReached = false

    /// - Parameter seconds: how much of a processor's time the migration may take.
    init(_ connection: SQLiteConnection, seconds: Double) {
      self.connection = connection
      self.seconds = seconds
    }

    /// The migration begins, on this thread.
    func start() {
      begin = Self.processorSeconds
      connection.watch(every: 1000) { [unowned self] in mayGoOn() }
    }

    /// It has ended.
    func stop() {
      _ = mayGoOn()
      begin = nil
      connection.watch(every: 0) { true }
    }

    /// A statement begins to run. One that ends a transaction always may.
    func note(_ sql: String) {
      guard !mayGoOn() else { return }
      let word = sql.drop(while: \.isWhitespace).prefix { $0.isLetter }.lowercased()
      if Self.interrupted.contains(word) { connection.interrupt() }
    }

    private static let interrupted: Set = [
      "alter", "create", "delete", "drop", "insert", "replace", "select", "update", "with",
    ]

    private func mayGoOn() -> Bool {
      if let begin, Self.processorSeconds - begin > seconds { isReached = true }
      return !isReached
    }

    /// Those that a processor was busy with this thread.
    private static var processorSeconds: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }
#endif
