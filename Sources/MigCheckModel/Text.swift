extension String {
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
