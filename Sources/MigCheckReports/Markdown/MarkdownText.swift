import MigCheckText

/// Text within Markdown that stays text: no name can begin markup, a mention, or a link to an issue.
enum MarkdownText {
  /// For prose and the cells of tables, on one line.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in line(text).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "!", "|", "~", "$":
        result += "\\\(scalar)"
      // GitHub and GitLab look for these after Markdown was read; a mark without width parts them.
      case "@", "#": result += "\(scalar)\u{200B}"
      case ":" where result.hasSuffix("http") || result.hasSuffix("https"): result += "\u{200B}:"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // A line that begins so would be a list or a heading.
    return result.hasPrefix("-") || result.hasPrefix("+") ? "\\" + result : result
  }

  /// As code within a line or a cell of a table.
  static func code(_ text: String) -> String {
    let text = line(text)
    // A code span cannot hold a `|` within a table, nor backquotes as easily as HTML does.
    return "<code>\(html(text))</code>"
  }

  /// A text within an element of HTML: Markdown in it is not read as such either.
  static func html(_ text: String) -> String {
    var result = ""
    for scalar in text.printable(keepingLines: true).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      // An empty line would end the block of HTML.
      case "\n": result += "&#10;"
      case "\\", "`", "*", "_", "[", "]", "!", "|", "~", "$", "@", "#", ":":
        result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").printable()
  }
}
