#if CommandLine
  import MigCheckVerifier

  /// What the texts of the command have in common.
  enum TextTools {
    /// The text with spaces up to a width in characters.
    static func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Control characters and all else that is not ASCII escaped, but for arrows.
    static func escaped(_ text: String) -> String {
      text.split(separator: "→", omittingEmptySubsequences: false)
        .map { part in
          // Quotes and backslashes stand here as they are in the file.
          part.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? String(scalar) : ValueText.escaped(String(scalar))
          }.joined()
        }.joined(separator: "→")
    }
  }
#endif
