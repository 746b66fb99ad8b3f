import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckVerifier

/// A new folder for the files of stores, where `VerificationOptions` puts them too.
///
/// If the process dies before it removes the folder, the next one that makes such a folder does.
package struct ScratchDirectory: Sendable {
  package var path: String { folder.path }
  private let folder: OwnedFolder

  /// - Throws: `InputError` if no folder can be made there.
  package init() throws {
    let parent = VerificationOptions.defaultDirectory
    guard let folder = OwnedFolder(in: parent) else {
      throw InputError(
        .io, file: parent, problem: "no folder for scratch files can be made here",
        remedy: "set TMPDIR to a folder that can be written to")
    }
    self.folder = folder
  }

  /// Removes the folder and all that is in it.
  package func remove() { folder.remove() }

  /// Removes the folder under the hands of threads that may still make files in it.
  package func removeFromOthers() { folder.removeFromOthers() }
}
