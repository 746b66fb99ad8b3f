import MigCheckModel

/// Reads and writes the files of Realm's storage engine.
package enum RealmFile {
  /// Reads a file.
  ///
  /// - Parameter bytes: all of the file.
  /// - Throws: `RealmFileError`.
  /// - Complexity: O(*n*) in the size of the file, whatever it holds: at most 64 elements, or bytes of
  ///   texts, are decoded for each byte.
  package static func read(_ bytes: [UInt8]) throws(RealmFileError) -> RealmContent {
    do {
      return try content(of: bytes)
    } catch let error as RealmFileError {
      throw error
    } catch let damage as RealmDamage {
      throw .damaged(at: damage.offset, damage.problem)
    } catch {
      throw .damaged(at: 0, "\(error)")
    }
  }

  private static func content(of bytes: [UInt8]) throws -> RealmContent {
    let header = try RealmFileHeader(bytes)
    guard header.top != 0 else {
      return RealmContent(
        format: header.format, schemaVersion: nil, notes: [.noSchemaVersion])
    }
    let image = RealmImage(bytes: bytes, format: header.format)
    let top = try RealmTop(at: header.top, in: image)
    image.end = top.logicalSize
    var content = try RealmContentReader(image).read(top)
    if top.history == .syncClient || top.history == .syncServer {
      content.notes.insert(.synchronized, at: 0)
    }
    return content
  }
}
