/// Replaces the ASCII bytes that a format cannot hold by its escapes.
package struct ByteEscapes: Sendable {
  private let texts: [UInt8: [UInt8]]
  /// By byte.
  private let isEscaped: [Bool]

  package init(_ texts: [UInt8: String]) {
    self.texts = texts.mapValues { Array($0.utf8) }
    isEscaped = (0...UInt8.max).map { texts[$0] != nil }
  }

  /// - Complexity: O(*n*) in the length of the text.
  package func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for place in utf8.indices where isEscaped[Int(utf8[place])] {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
        bytes.append(contentsOf: texts[utf8[place]] ?? [])
        start = place + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
  }

  /// How many bytes a text has with its escapes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func count(of text: String) -> Int {
    var text = text
    return text.withUTF8 { utf8 in
      var count = utf8.count
      for byte in utf8 where isEscaped[Int(byte)] { count += (texts[byte]?.count ?? 1) - 1 }
      return count
    }
  }
}
