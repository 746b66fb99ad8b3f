import CSQLite

/// An error that SQLite reported.
package struct SQLiteError: Error, CustomStringConvertible {
  /// The extended result code, for instance `SQLITE_BUSY_SNAPSHOT`.
  package let code: Int32
  /// SQLite's own sentence.
  package let message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// `SQLITE_BUSY`.
  package static let busy = SQLiteError(code: SQLITE_BUSY)

  /// `SQLITE_CORRUPT`.
  package static let corrupt = SQLiteError(code: SQLITE_CORRUPT)

  /// An error with the sentence that SQLite has for its code.
  init(code: Int32) {
    self.init(code: code, message: String(cString: sqlite3_errstr(code)))
  }

  /// The result code without its extension, for instance `SQLITE_BUSY`.
  package var primaryCode: Int32 { code & 0xFF }

  /// Another connection, perhaps of another process, holds the lock.
  package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// The statement is at fault, or a function that it calls, and not the file.
  package var isOfStatement: Bool {
    primaryCode == SQLITE_ERROR || primaryCode == SQLITE_TOOBIG || primaryCode == SQLITE_MISUSE
  }

  /// The file is no database, or a damaged one.
  package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// The file or its folder may not be written, or not be opened.
  package var isReadOnly: Bool {
    primaryCode == SQLITE_READONLY || primaryCode == SQLITE_PERM || primaryCode == SQLITE_AUTH
  }

  package var isFull: Bool { primaryCode == SQLITE_FULL }

  /// What the machine lacks, and what helps; `nil`: the machine is not to blame.
  package var lackOfMachine: (what: String, remedy: String)? {
    switch primaryCode {
    case SQLITE_FULL: ("the disk is full", "free some space")
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      (message, "check its disk, and how many files a process may open (ulimit -n)")
    case SQLITE_NOMEM: ("there is not enough memory", "raise the limit with ulimit -v")
    default: nil
    }
  }

  /// The statement was told to stop.
  package var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// A text, a blob or a row would be longer than the connection allows.
  package var isTooBig: Bool { primaryCode == SQLITE_TOOBIG }

  /// The statement wants to do what the connection does not allow.
  package var isRefused: Bool { primaryCode == SQLITE_AUTH }

  /// The statement needs what an app defines on its own connections: a function, a collation, a
  /// module or a tokenizer.
  package var lacksDefinition: Bool {
    ["function", "collation", "module", "tokenizer"].contains { message.hasPrefix("no such \($0)") }
  }

  package var isOutOfMemory: Bool { primaryCode == SQLITE_NOMEM }

  package var description: String { "SQLite error \(code): \(message)" }
}
