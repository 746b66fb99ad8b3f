import Foundation

/// The folder for the files of a run, with a fresh folder for each store.
///
/// Folders are named by number, which no result depends on.
final class RunFolder: Sendable {
  let path: String
  private let next = Guarded(0)

  /// - Parameter parent: an existing folder.
  /// - Throws: `VerificationError` if no folder can be made there.
  init(in parent: String) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    for attempt in 0..<1_000 {
      let path = "\(parent)/migcheck-\(process)-\(attempt)"
      if FileManager.default.fileExists(atPath: path) { continue }
      do {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
        self.path = path
        return
      } catch CocoaError.fileWriteFileExists {
        continue  // Another run of this process was faster.
      } catch {
        break
      }
    }
    throw VerificationError(
      .noRunFolder,
      "No folder for scratch files can be made in \(parent); name another folder.")
  }

  /// A new empty folder.
  func makeFolder() throws -> String {
    let number = next.withLock { number in
      number += 1
      return number
    }
    let folder = "\(path)/\(number)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    return folder
  }

  func remove(folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Removes everything.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
