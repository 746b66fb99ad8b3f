import CSQLite

extension UnsafeRawBufferPointer {
  /// Whether it holds the same bytes as another one; `elementsEqual` compares one byte after the other.
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let own = baseAddress, let others = other.baseAddress else {
      return count == other.count
    }
    return migcheck_equal(own, others, count) != 0
  }
}
