import MigCheckText

/// JSON that is changed as a text: `replace(schema, '{"key":"a","type":"b"}]', …)` finds only what is written
/// with the same spaces and the same order of members, and leaves the rest as it is without a word.
///
/// A single member has one way to be written, or nearly so: what is told has several.
struct DocumentsAsTexts {
  static let code = "jsonAsText"

  let writing: WritingStatement

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    for place in item.indices {
      guard item[place].token.isWord("replace"), place + 1 < item.endIndex,
        item[place + 1].token.isSymbol("("), let end = item.end(from: place + 1)
      else { continue }
      let arguments = WrittenExpressions.parts(of: item[(place + 2)..<end])
      guard arguments.count == 3, let source = writing.column(arguments[0]),
        arguments[1].count == 1, case .text(let searched)? = arguments[1].first?.token,
        Self.hasSeveralMembers(searched)
      else { continue }
      return [
        RowQuestion(
          query: writing.written.query("count(*)"),
          fault: writing.fault(
            Self.code, column,
            "replace() changes \(source) only where this JSON is written in exactly this way: with other "
              + "spaces or another order of members it stays as it is. Use json_set, json_insert or "
              + "json_replace; if the app always writes it so, nothing is to be done."))
      ]
    }
    return []
  }

  /// Whether a text is a part of a document with more than one member or element.
  private static func hasSeveralMembers(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let colons = zip(bytes, bytes.dropFirst()).count {
      $0 == UInt8(ascii: "\"") && $1 == UInt8(ascii: ":")
    }
    return colons > 1 && bytes.contains(UInt8(ascii: ","))
  }
}
