#if CommandLine
  enum Column {
    /// The text with spaces up to a width in characters.
    static func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
  }
#endif
