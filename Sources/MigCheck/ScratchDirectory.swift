import Foundation
import MigCheckFormats

/// A new folder for the files of stores, under the system's folder for temporary files.
public struct ScratchDirectory: Sendable {
  public let path: String

  /// - Throws: `InputError` if no folder can be made there.
  public init() throws {
    let template = NSTemporaryDirectory() + "/migcheck-XXXXXX"
    var bytes = Array(template.replacingOccurrences(of: "//", with: "/").utf8CString)
    guard let made = mkdtemp(&bytes) else {
      throw InputError(
        .io, file: NSTemporaryDirectory(), problem: "no folder can be made here",
        remedy: "set TMPDIR to a folder that can be written to")
    }
    path = String(cString: made)
  }

  /// Removes the folder and all that is in it.
  public func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
