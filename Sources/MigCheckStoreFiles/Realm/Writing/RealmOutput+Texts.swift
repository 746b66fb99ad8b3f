import MigCheckModel

/// The longest texts and data that the engine holds in one node, and the longest of each form of a
/// leaf.
///
/// Source: realm-core `src/realm/array_blob.hpp` for the largest node, `array_string.cpp` and
/// `array_binary.cpp` for the forms.
enum RealmTextLimits {
  static let longestData = 0xFFFFF8 - 8
  /// A zero byte follows each text.
  static let longestText = longestData - 1
  static let short = 15
  static let medium = 63
  static let mediumData = 64
}

extension RealmOutput {
  /// Adds a leaf of texts, in the smallest form that holds all of them; `nil` is null.
  mutating func texts(_ texts: [[UInt8]?]) -> Int {
    let longest = texts.reduce(0) { max($0, $1?.count ?? 0) }
    if longest <= RealmTextLimits.short { return shortTexts(texts, isName: false) }
    return longest <= RealmTextLimits.medium
      ? mediumBlobs(texts, terminator: 1) : bigBlobs(texts, terminator: 1)
  }

  /// Adds the names of tables or columns, each of at most 63 bytes.
  mutating func names(_ names: [String]) -> Int {
    shortTexts(names.map { Array($0.utf8) }, isName: true)
  }

  /// Adds a leaf of binary data.
  mutating func binaries(_ data: [[UInt8]?]) -> Int {
    data.allSatisfy { ($0?.count ?? 0) <= RealmTextLimits.mediumData }
      ? mediumBlobs(data, terminator: 0) : bigBlobs(data, terminator: 0)
  }

  /// The last byte of an element says how many of the others are unused; all of them and itself: null.
  /// Without a width all are null, or where those are names, empty.
  private mutating func shortTexts(_ texts: [[UInt8]?], isName: Bool) -> Int {
    let longest = texts.reduce(-1) { max($0, $1?.count ?? -1) }
    var width = 0
    if longest > 0 || longest == 0 && !isName {
      width = 1
      while width <= longest { width *= 2 }
    }
    return node(.bytes, width: width, count: texts.count) { payload in
      guard width > 0 else { return }
      for (index, text) in texts.enumerated() {
        let start = index * width
        for (offset, byte) in (text ?? []).enumerated() { payload[start + offset] = byte }
        payload[start + width - 1] = text.map { UInt8(width - 1 - $0.count) } ?? UInt8(width)
      }
    }
  }

  private mutating func mediumBlobs(_ blobs: [[UInt8]?], terminator: Int) -> Int {
    var ends = [Int64]()
    var all = [UInt8]()
    ends.reserveCapacity(blobs.count)
    for blob in blobs {
      all += blob ?? []
      if terminator > 0 { all.append(0) }
      ends.append(Int64(all.count))
    }
    let slots = [
      integers(ends), blob(all, terminator: 0), integers(blobs.map { $0 == nil ? 1 : 0 }),
    ]
    return references(slots.map(Int64.init))
  }

  private mutating func bigBlobs(_ blobs: [[UInt8]?], terminator: Int) -> Int {
    let slots = blobs.map { bytes in
      bytes.map { Int64(blob($0, terminator: terminator)) } ?? 0
    }
    return references(slots, flags: .context)
  }

  /// Adds a node of bytes and of zeros after them.
  private mutating func blob(_ bytes: [UInt8], terminator: Int) -> Int {
    // The width means nothing; the engine writes this one.
    node(.blob, width: 1, count: bytes.count + terminator) { payload in
      bytes.withUnsafeBytes { payload.copyMemory(from: $0) }
    }
  }
}
