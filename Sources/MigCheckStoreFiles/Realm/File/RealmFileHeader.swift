/// The first 24 bytes of a Realm file: which format it has and where its content begins.
///
/// Two slots each hold a reference to a top node and a format; a bit says which slot is in force, so
/// that a commit is the change of one bit. Compacted copies have the reference at their end instead.
/// Source: realm-core `src/realm/alloc_slab.hpp`, `Header` and `StreamingFooter`.
struct RealmFileHeader: Equatable {
  let format: Int
  /// 0: the file has no content.
  let top: Int

  static let size = 24
  static let mnemonic: [UInt8] = Array("T-DB".utf8)
  static let mnemonicOffset = 16
  static let formatOffset = 20
  static let flagsOffset = 23
  private static let footerSize = 16
  private static let cookie: UInt64 = 0x3034_1252_37E5_26C8

  /// The formats that have clusters, since 2020, up to the newest.
  static let formats = 10...24

  /// - Throws: `RealmFileError`.
  init(_ image: [UInt8]) throws {
    guard !image.isEmpty else { throw RealmFileError.empty }
    guard image.count >= Self.size,
      Array(image[Self.mnemonicOffset..<Self.formatOffset]) == Self.mnemonic
    else { throw Self.stranger(image) }
    let slot = Int(image[Self.flagsOffset] & 1)
    format = Int(image[Self.formatOffset + slot])
    func word(_ offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(image[offset + $1]) << UInt64(8 * $1) }
    }
    var ref = word(slot * 8)
    // A file without content may have no format yet.
    guard Self.formats.contains(format) || format == 0 && ref == 0 else {
      throw format > Self.formats.upperBound
        ? RealmFileError.newer(format: format) : RealmFileError.older(format: format)
    }
    guard image.count % 8 == 0 else {
      throw RealmFileError.cutShort(
        at: image.count, "its size of \(image.count) bytes is not a multiple of 8")
    }
    if slot == 0, ref == .max {
      let footer = image.count - Self.footerSize
      guard footer >= Self.size, word(footer + 8) == Self.cookie else {
        throw RealmFileError.cutShort(
          at: image.count, "the end that compacted copies have is missing")
      }
      ref = word(footer)
    }
    guard ref == 0 || ref <= UInt64(image.count - RealmNode.headerSize) else {
      throw RealmFileError.cutShort(
        at: image.count, "its content begins at byte \(ref), after the end")
    }
    top = Int(ref)
  }

  /// What a file without Realm's mark is.
  private static func stranger(_ image: [UInt8]) -> RealmFileError {
    if image.starts(with: Array("SQLite format 3\0".utf8)) { return .notRealm(.sqlite) }
    return .notRealm(isEncrypted(image) ? .encrypted : .unknown)
  }

  /// Whether the first page could be one of an encrypted Realm: it begins with a counter and a hash of
  /// 28 bytes for each of the next 64 pages. Source: realm-core
  /// `src/realm/util/encrypted_file_mapping.cpp`, `IVTable`.
  private static func isEncrypted(_ image: [UInt8]) -> Bool {
    guard image.count >= 8192, image.count % 4096 == 0, image[3] == 0,
      image[0] != 0 || image[1] != 0 || image[2] != 0
    else { return false }
    var seen = Array(repeating: false, count: 256)
    for byte in image[4..<32] { seen[Int(byte)] = true }
    // Of 28 random bytes, fewer than 20 are different in one case out of millions.
    return seen.filter { $0 }.count >= 20
  }
}
