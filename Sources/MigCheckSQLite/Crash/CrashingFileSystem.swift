import CSQLite

/// SQLite's own files, which break at a moment that is chosen beforehand.
///
/// SQLite reaches its files through a layer of its own, the VFS. This one stands above the default
/// one and passes all on to it, but counts what changes databases, their journals and logs: writes,
/// truncations, synchronizations and deletions. At the operation that `arm` names the fault happens.
/// Temporary files are worth nothing after a crash, and are not counted.
///
/// After a fault that ends everything no file changes any more, whatever SQLite tries. Once the
/// connections are closed, `settle` makes the files what the next start finds.
///
/// Used by one thread at a time, which includes all of its connections. Only those of others, which have
/// opened files of their own in it while it was the default, may be used at any time: see `confine`.
package final class CrashingFileSystem: @unchecked Sendable {
  /// The first member is what SQLite sees; the callbacks find the rest behind it.
  struct Layer {
    var system: sqlite3_vfs
    var owner: Unmanaged<CrashingFileSystem>
  }

  private let layer: UnsafeMutablePointer<Layer>
  private let nameBytes: UnsafeMutablePointer<CChar>
  let base: UnsafeMutablePointer<sqlite3_vfs>
  /// Asked for the time.
  private let lowest: UnsafeMutablePointer<sqlite3_vfs>
  /// What `base` is of; `nil`: the files are on the disk.
  private let memory: MemoryFileSystem?
  // Outlives this one, which passes all on to it.
  private let clock: SQLiteClock?

  /// The name by which a connection is opened with it.
  package let name: String

  /// The database whose files break, as SQLite spells its path; `nil`: all that are opened.
  private var ownPath: [UInt8]?
  private var fault: StorageFault?
  private var moment = 0
  /// The operations since `arm`.
  package private(set) var operations = 0
  /// Whether the fault has happened.
  package private(set) var hasBroken = false
  private var isFull = false
  private(set) var isDown = false
  private var unsynced = UnsyncedWrites()
  /// What is done to files; `nil`: it is not kept.
  private var record: RecordedWrites?

  /// The path of the one database that is in memory, if this file system was made for one.
  package static var pathInMemory: String { MemoryFileSystem.path }

  /// - Parameters:
  ///   - files: one database that is in memory, at `pathInMemory`, and that one connection at a time may
  ///     open; `nil`: there is none.
  ///   - clock: what connections read instead of the system's clock.
  /// - Throws: `SQLiteError` if SQLite has no VFS, or no memory left.
  package init(holding files: DatabaseFiles? = nil, clock: SQLiteClock? = nil) throws {
    let below = clock.map { sqlite3_vfs_find($0.systemName) } ?? SystemFileSystem.base
    guard let below else { throw SQLiteError(code: SQLITE_ERROR) }
    self.clock = clock
    lowest = below
    memory = files.map { MemoryFileSystem(holding: $0, above: below) }
    let system = memory?.layer ?? below
    base = system
    layer = .allocate(capacity: 1)
    // Unique among those that live.
    name = "migcheck-crash-\(UInt(bitPattern: layer))"
    let text = Array(name.utf8CString)
    nameBytes = .allocate(capacity: text.count)
    nameBytes.initialize(from: text, count: text.count)
    layer.initialize(to: Layer(system: system.pointee, owner: Unmanaged.passUnretained(self)))
    layer.pointee.system.pNext = nil
    layer.pointee.system.zName = UnsafePointer(nameBytes)
    layer.pointee.system.szOsFile = Int32(CrashingFile.size) + system.pointee.szOsFile
    layer.pointee.system.xOpen = { system, path, file, flags, result in
      guard let owner = CrashingFileSystem.owner(of: system) else { return SQLITE_CANTOPEN }
      return owner.open(path, file, flags, result)
    }
    layer.pointee.system.xDelete = { system, path, isSynced in
      guard let owner = CrashingFileSystem.owner(of: system), let path else { return SQLITE_IOERR }
      return owner.delete(path, isSynced: isSynced != 0)
    }
    keepTime()
    let code = layer.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) {
      sqlite3_vfs_register($0, 0)
    }
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
  }

  deinit {
    _ = layer.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) { sqlite3_vfs_unregister($0) }
    layer.deallocate()
    nameBytes.deallocate()
  }

  private static func owner(of system: UnsafeMutablePointer<sqlite3_vfs>?) -> CrashingFileSystem? {
    system.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Layer.self).pointee.owner
        .takeUnretainedValue()
    }
  }

  /// Asks the lowest VFS for the time, by its own address: it may be that of a `SQLiteClock`.
  private func keepTime() {
    layer.pointee.system.xCurrentTime = { system, days in
      guard let lowest = CrashingFileSystem.owner(of: system)?.lowest else { return SQLITE_ERROR }
      return lowest.pointee.xCurrentTime(lowest, days)
    }
    guard layer.pointee.system.iVersion > 1, layer.pointee.system.xCurrentTimeInt64 != nil else {
      return
    }
    layer.pointee.system.xCurrentTimeInt64 = { system, time in
      guard let lowest = CrashingFileSystem.owner(of: system)?.lowest else { return SQLITE_ERROR }
      return lowest.pointee.xCurrentTimeInt64(lowest, time)
    }
  }

  // MARK: Whose files

  /// From now on only the files of one database break, and others are those of the VFS below, whoever
  /// uses them meanwhile. Only the first call has an effect, which must come before others can see this one.
  ///
  /// - Parameter path: of the database.
  func confine(to path: String) {
    guard ownPath == nil, let resolve = base.pointee.xFullPathname else { return }
    var bytes = [CChar](repeating: 0, count: Int(base.pointee.mxPathname) + 1)
    let code = resolve(base, path, Int32(bytes.count), &bytes)
    // It may add to SQLITE_OK that it went through a symbolic link.
    guard code & 0xFF == SQLITE_OK else { return }
    ownPath = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  }

  /// Whether a file is the database or, as its name says, its journal or log.
  private func isOwn(_ path: UnsafePointer<CChar>) -> Bool {
    guard let ownPath else { return true }
    for (place, byte) in ownPath.enumerated() where UInt8(bitPattern: path[place]) != byte {
      return false
    }
    let next = UInt8(bitPattern: path[ownPath.count])
    return next == 0 || next == UInt8(ascii: "-")
  }

  // MARK: Breaking

  /// Operations are counted from now on, and one of them breaks.
  ///
  /// - Parameters:
  ///   - fault: `nil`: none, they are only counted.
  ///   - moment: the number of the operation, from 1.
  package func arm(_ fault: StorageFault?, at moment: Int = 0) {
    (self.fault, self.moment) = (fault, moment)
    operations = 0
    hasBroken = false
    record = nil
  }

  /// Operations are counted and kept from now on, and none breaks.
  package func startRecording() {
    arm(nil)
    record = RecordedWrites()
  }

  /// What was done to files since `startRecording`; `nil` if it is too much to be kept.
  package var recordedWrites: RecordedWrites? {
    record.flatMap { $0.isWhole ? $0 : nil }
  }

  /// The process ends now: nothing that SQLite still does reaches a file.
  package func kill() {
    hasBroken = true
    isDown = true
  }

  /// Makes the files what they are after the crash, if there was one, and lets them be written again.
  /// All connections must be closed.
  ///
  /// - Throws: `SQLiteError` if a file cannot be written.
  package func settle() throws {
    defer {
      unsynced = UnsyncedWrites()
      (isDown, isFull, fault) = (false, false, nil)
    }
    guard isDown, let fault, fault.losesWrites else { return }
    unsynced.lose(by: fault, at: moment)
    if let memory {
      memory.files = DatabaseFiles(unsynced.remaining, of: Self.pathInMemory)
    } else {
      guard unsynced.restore() else { throw SQLiteError(code: SQLITE_IOERR) }
    }
  }

  /// Whether it was made for a database in memory.
  package var isInMemory: Bool { memory != nil }

  /// The database that is in memory, which no connection may have open; `nil`: there is none.
  package var filesInMemory: DatabaseFiles? { memory?.files }

  /// Counts an operation, and breaks if its time has come.
  ///
  /// - Parameters:
  ///   - grows: whether a file gets longer by it.
  ///   - failure: what SQLite is told if it fails.
  ///   - change: notes the operation as one that was begun when the machine stopped.
  /// - Returns: `SQLITE_OK` if it is to be carried out.
  func admit(
    grows: Bool = false, failure: Int32, begun change: () -> Void = {}
  ) -> Int32 {
    if isDown { return failure }
    operations += 1
    if let fault, operations == moment {
      hasBroken = true
      switch fault {
      case .failure: return failure
      case .fullDisk: isFull = true
      case .kill, .powerLoss, .reorderedWrites:
        isDown = true
        return failure
      case .tornWrite:
        change()
        isDown = true
        return failure
      }
    }
    return isFull && grows ? SQLITE_FULL : SQLITE_OK
  }

  // MARK: Files

  private var tracksWrites: Bool { fault?.losesWrites ?? false }

  func note(_ change: @autoclosure () -> UnsyncedWrites.Change, of path: String) {
    record?.note(.change(change()), of: path, at: operations)
    if tracksWrites { unsynced.note(change(), of: path) }
  }

  func noteSync(of path: String) {
    record?.note(.sync, of: path, at: operations)
    if tracksWrites { unsynced.sync(path) }
  }

  private func noteOpening(_ path: String, content: @autoclosure () -> [UInt8]?) {
    // The disk is asked once; what happens to the file from then on is known.
    if let record, !record.knows(path) {
      self.record?.note(.found(content()), of: path, at: operations)
    }
    if tracksWrites, !unsynced.knows(path) { unsynced.begin(path, content: content()) }
  }

  private func noteRemoval(of path: String, isSynced: Bool) {
    guard isSynced else { return note(.deletion, of: path) }
    record?.note(.removal, of: path, at: operations)
    if tracksWrites { unsynced.remove(path) }
  }

  private func knows(_ path: String) -> Bool {
    record?.knows(path) ?? false || tracksWrites && unsynced.knows(path)
  }

  private func open(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ result: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file, let open = base.pointee.xOpen else { return SQLITE_CANTOPEN }
    file.pointee.pMethods = nil
    // What is worth nothing after a crash is the default VFS's own file.
    let kept =
      SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL
    guard let path, flags & kept != 0, isOwn(path) else {
      return open(base, path, file, flags, result)
    }
    let name = String(cString: path)
    let exists = exists(path)
    if isDown, !exists { return SQLITE_CANTOPEN }
    let below = CrashingFile.below(file)
    below.pointee.pMethods = nil
    let code = open(base, path, below, flags, result)
    guard code == SQLITE_OK else { return code }
    CrashingFile.begin(file, path: name, system: self)
    noteOpening(name, content: exists ? CrashingFile.content(of: below) : nil)
    return SQLITE_OK
  }

  private func exists(_ path: UnsafePointer<CChar>) -> Bool {
    var result: Int32 = 0
    let code = base.pointee.xAccess(base, path, SQLITE_ACCESS_EXISTS, &result)
    return code == SQLITE_OK && result != 0
  }

  private func delete(_ path: UnsafePointer<CChar>, isSynced: Bool) -> Int32 {
    guard isOwn(path) else { return base.pointee.xDelete(base, path, isSynced ? 1 : 0) }
    let name = String(cString: path)
    // SQLITE_IOERR_DELETE, a macro that Swift does not see.
    let admission = admit(failure: SQLITE_IOERR | 10 << 8) { note(.deletion, of: name) }
    guard admission == SQLITE_OK else { return admission }
    let code = base.pointee.xDelete(base, path, isSynced ? 1 : 0)
    if code == SQLITE_OK, knows(name) { noteRemoval(of: name, isSynced: isSynced) }
    return code
  }
}
