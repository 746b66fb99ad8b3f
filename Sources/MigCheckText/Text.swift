extension String {
  /// Reads UTF-8.
  ///
  /// The standard library's own `String(validating:as:)` needs newer systems than the package.
  ///
  /// - Returns: `nil` for bytes that are no valid UTF-8.
  package init?(exactUTF8 bytes: ArraySlice<UInt8>) {
    // Concrete types and plain buffers: the generic way takes twenty times as long.
    let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    // Invalid bytes were replaced, by others.
    guard text.holdsBytes(of: bytes) else { return nil }
    self = text
  }

  package init?(exactUTF8 bytes: [UInt8]) {
    self.init(exactUTF8: bytes[...])
  }

  private func holdsBytes(of bytes: ArraySlice<UInt8>) -> Bool {
    var text = self
    return text.withUTF8 { own in
      bytes.withUnsafeBytes { UnsafeRawBufferPointer(own).isSame(as: $0) }
    }
  }

  /// The text, or its beginning and its length where it is longer than a message should be.
  ///
  /// - Parameter limit: in characters of Unicode.
  package func shortened(to limit: Int) -> String {
    // No character has less than one byte.
    guard utf8.count > limit else { return self }
    let count = unicodeScalars.count
    guard count > limit else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
      + "… (\(count) characters)"
  }

  /// Whether both hold the same UTF-8 bytes. Swift's `==` takes "é" and "e◌́" for equal.
  @inlinable
  public func isIdentical(to other: String) -> Bool {
    if isSameRepresentation(as: other) { return true }
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    // Swift tells short texts apart in a few steps, and what it takes for different is so.
    if count < 16, self != other { return false }
    return holdsSameBytes(as: other)
  }

  /// Whether both are one value, as short texts of the same bytes are, and copies of a long one.
  @inlinable
  func isSameRepresentation(as other: String) -> Bool {
    typealias Words = (UInt64, UInt64)
    return MemoryLayout<String>.size == MemoryLayout<Words>.size
      && unsafeBitCast(self, to: Words.self) == unsafeBitCast(other, to: Words.self)
  }

  @usableFromInline
  func holdsSameBytes(as other: String) -> Bool {
    // `withUTF8` would need copies of both.
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable {
        UnsafeRawBufferPointer(own).isSame(as: UnsafeRawBufferPointer($0))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the UTF-8 bytes come before those of `other`: the order of names in a schema.
  @inlinable
  public func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes. Eight are compared at a time, which `elementsEqual` does not do.
  fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    let size = MemoryLayout<UInt64>.size
    let end = count - count % size
    for place in stride(from: 0, to: end, by: size) {
      let own = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard own == other.loadUnaligned(fromByteOffset: place, as: UInt64.self) else { return false }
    }
    return (end..<count).allSatisfy { self[$0] == other[$0] }
  }
}
