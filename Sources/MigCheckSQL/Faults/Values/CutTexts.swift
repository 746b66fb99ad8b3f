import MigCheckText

/// Texts that are cut where a mark stands, and of which something else is left where none does.
///
/// `substr(name, 1, instr(name, ' ') - 1)` makes nothing of a name without a blank, since `instr` gives 0
/// for it.
struct CutTexts {
  static let code = "textCut"

  let writing: WritingStatement

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    guard
      item.contains(where: { $0.token.isWord("substr") || $0.token.isWord("substring") })
    else { return [] }
    let written = writing.written
    let whole = written.text(of: item)
    let calls = item.indices.compactMap { place -> RowQuestion? in
      guard item[place].token.isWord("instr"), place + 1 < item.endIndex,
        item[place + 1].token.isSymbol("("), let end = item.end(from: place + 1)
      else { return nil }
      let arguments = WrittenExpressions.parts(of: item[(place + 2)..<end])
      guard arguments.count == 2, let source = writing.column(arguments[0]),
        writing.isUsedUp(source, for: column)
      else { return nil }
      let (text, mark) = (written.text(of: arguments[0]), written.text(of: arguments[1]))
      return RowQuestion(
        query: written.query(
          "count(*)",
          where: [
            "typeof(\(text)) = 'text'", "\(text) <> ''", "instr(\(text), \(mark)) = 0",
            "coalesce(instr((\(whole)), \(text)), 0) = 0",
          ]),
        fault: writing.fault(
          Self.code, column,
          "\(writing.table).\(column) is made from \(source), which is cut where \(mark) stands; where it "
            + "has none, instr gives 0, something else is cut, and the text is lost. Write only rows "
            + "with instr(\(text), \(mark)) > 0; if all have one, nothing is to be done."))
    }
    return Array(calls.prefix(1))
  }
}
