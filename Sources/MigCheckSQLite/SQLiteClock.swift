import CSQLite

/// A clock that a connection reads instead of the system's: what SQLite's date functions take for
/// now, wherever in a statement it is asked for.
///
/// SQLite asks the layer below it, the VFS, for the time. A clock is a copy of the default VFS with
/// another answer to that question, and nothing else.
package final class SQLiteClock {
  /// The first member is what SQLite sees; the callbacks find the rest behind it.
  private struct Layer {
    var system: sqlite3_vfs
    var milliseconds: Int64
  }

  private let layer: UnsafeMutablePointer<Layer>
  private let name: UnsafeMutablePointer<CChar>

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64 {
    get { layer.pointee.milliseconds }
    set { layer.pointee.milliseconds = newValue }
  }

  /// Milliseconds from noon in Greenwich on November 24, 4714 BC, from where SQLite counts.
  private static let epoch: Int64 = 210_866_760_000_000

  /// - Throws: `SQLiteError` if SQLite has no VFS, or no memory left.
  package init(milliseconds: Int64) throws {
    guard let system = SystemFileSystem.base else { throw SQLiteError(code: SQLITE_ERROR) }
    layer = .allocate(capacity: 1)
    layer.initialize(to: Layer(system: system.pointee, milliseconds: milliseconds))
    // Unique among the clocks that live, and seen by nobody else.
    let text = Array("migcheck-clock-\(UInt(bitPattern: layer))".utf8CString)
    name = .allocate(capacity: text.count)
    name.initialize(from: text, count: text.count)
    layer.pointee.system.pNext = nil
    layer.pointee.system.zName = UnsafePointer(name)
    layer.pointee.system.xCurrentTimeInt64 = { system, time in
      guard let system else { return SQLITE_ERROR }
      time?.pointee = SQLiteClock.now(of: system) + SQLiteClock.epoch
      return SQLITE_OK
    }
    layer.pointee.system.xCurrentTime = { system, days in
      guard let system else { return SQLITE_ERROR }
      days?.pointee = Double(SQLiteClock.now(of: system) + SQLiteClock.epoch) / 86_400_000
      return SQLITE_OK
    }
    let code = layer.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) {
      sqlite3_vfs_register($0, 0)
    }
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
  }

  /// A clock that starts at 2024-01-02T03:04:05Z and never moves.
  ///
  /// - Parameter isElsewhen: it starts at another time, which differs in every field of a date.
  package static func standing(isElsewhen: Bool = false) throws -> SQLiteClock {
    // 2031-10-25T21:47:38.614Z
    try SQLiteClock(milliseconds: isElsewhen ? 1_950_731_258_614 : 1_704_164_645_000)
  }

  deinit {
    _ = layer.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) { sqlite3_vfs_unregister($0) }
    layer.deallocate()
    name.deallocate()
  }

  /// The name by which a connection is opened with it.
  var systemName: UnsafePointer<CChar> { UnsafePointer(name) }

  private static func now(of system: UnsafeMutablePointer<sqlite3_vfs>) -> Int64 {
    UnsafeMutableRawPointer(system).assumingMemoryBound(to: Layer.self).pointee.milliseconds
  }
}
