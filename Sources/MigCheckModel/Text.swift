extension String {
  /// Reads UTF-8.
  ///
  /// The standard library's own `String(validating:as:)` needs newer systems than the package.
  ///
  /// - Returns: `nil` for bytes that are no valid UTF-8.
  package init?(exactUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Invalid bytes were replaced, by others.
    guard utf8.elementsEqual(bytes) else { return nil }
  }

  /// Whether both hold the same UTF-8 bytes. Swift's `==` takes "é" and "e◌́" for equal.
  @inlinable
  public func isIdentical(to other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { leftBytes in
      right.withUTF8 { rightBytes in
        leftBytes.elementsEqual(rightBytes)
      }
    }
  }

  /// Whether the UTF-8 bytes come before those of `other`: the order of names in a schema.
  @inlinable
  public func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
