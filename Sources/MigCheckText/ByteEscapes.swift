/// Replaces the ASCII bytes that a format cannot hold by its escapes.
package struct ByteEscapes: Sendable {
  /// By byte; empty: the byte stays.
  private let texts: [[UInt8]]

  package init(_ texts: [UInt8: String]) {
    self.texts = (0...UInt8.max).map { Array((texts[$0] ?? "").utf8) }
  }

  /// - Complexity: O(*n*) in the length of the text.
  package func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for place in utf8.indices where !texts[Int(utf8[place])].isEmpty {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
        bytes.append(contentsOf: texts[Int(utf8[place])])
        start = place + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
  }

  /// How many bytes a text has with its escapes.
  package func count(of text: String) -> Int {
    var text = text
    return text.withUTF8 { utf8 in
      utf8.reduce(0) { $0 + max(1, texts[Int($1)].count) }
    }
  }
}
