import Foundation
import MigCheckFormats
import MigCheckVerifier

/// A new folder for the files of stores, where `VerificationOptions` puts them too.
public struct ScratchDirectory: Sendable {
  public let path: String

  /// - Throws: `InputError` if no folder can be made there.
  public init() throws {
    let parent = VerificationOptions.defaultDirectory
    let template = parent + "/migcheck-XXXXXX"
    var bytes = Array(template.replacingOccurrences(of: "//", with: "/").utf8CString)
    guard let made = mkdtemp(&bytes) else {
      throw InputError(
        .io, file: parent, problem: "no folder for scratch files can be made here",
        remedy: "set TMPDIR to a folder that can be written to")
    }
    path = String(cString: made)
  }

  /// Removes the folder and all that is in it.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes the folder under the hands of threads that may still make files in it.
  package func removeFromOthers() {
    // Nobody finds the folder under its new name, so nothing can be added while it is emptied.
    let hidden = path + "-removed"
    _ = rename(path, hidden)
    // Files that their owners remove at the same time make an attempt fail.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: hidden) {
      try? FileManager.default.removeItem(atPath: hidden)
    }
  }
}
