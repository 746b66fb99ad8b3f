import MigCheckModel
import MigCheckSQLite

/// The sentences about files that cannot be used.
enum FileStoreError {
  static func translate(_ error: SQLiteError, path: String) -> any Error {
    if error.isCorrupt { return damaged(path, error.message) }
    if error.isBusy {
      return StoreError(
        "The store at '\(path)' is in use by another process. Wait until it has ended, or close "
          + "it there, and try again.")
    }
    if error.isReadOnly {
      return StoreError(
        "The store at '\(path)' cannot be written. Check the permissions of the file and of its "
          + "folder.")
    }
    if error.isFull {
      return StoreError(
        "The store at '\(path)' cannot be written: the disk is full. Free some space, and try "
          + "again.")
    }
    return StoreError(
      "The store at '\(path)' cannot be read or written: \(error.message). Check that the file is "
        + "on a disk that works and has room, and try again.")
  }

  static func damaged(_ path: String, _ what: String) -> UpgradeError {
    UpgradeError(
      .storeCorrupt,
      "The store at '\(path)' is damaged: \(what). Nothing was changed in it; restore it from a "
        + "backup.")
  }

  static func missing(_ path: String) -> StoreError {
    StoreError("There is no store at '\(path)'. Check the path.")
  }

  static func cannotOpen(_ path: String, _ reason: String) -> StoreError {
    StoreError(
      "The store at '\(path)' cannot be opened: \(reason). Check that the path names a file that "
        + "you may read and write.")
  }

  static func exists(_ path: String) -> StoreError {
    StoreError(
      "There is a file at '\(path)' already. Remove it, or choose another path for the new store.")
  }

  static func noDatabase(_ path: String) -> StoreError {
    StoreError(
      "The file at '\(path)' is not a SQLite database. Check the path; the file was not changed.",
      isBadData: true)
  }

  static func foreign(_ path: String) -> StoreError {
    StoreError(
      "The SQLite database at '\(path)' is not a store of migcheck. Check the path; the file was "
        + "not changed.",
      isBadData: true)
  }

  static func newer(_ path: String, format: UInt32, known: UInt32) -> StoreError {
    StoreError(
      "The store at '\(path)' has file format \(format), and this version of migcheck reads up to "
        + "\(known). Update migcheck; the file was not changed.",
      isBadData: true)
  }
}
